import process from 'node:process';

const periodMilliseconds = 30_000;
/** In a period; one that works less is at rest. */
const workMicroseconds = 1_000_000;

/**
 * V8 keeps the pages of what it has collected for what may come. Only a collection of last resort
 * gives them back to the system: 60 MB after a Sandbox's history. It takes some 50 ms, and does nothing
 * in a process that Node was not told to let it in (`--expose-gc`), as windows do.
 */
export function releaseMemory(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Does so twice a minute while the process works: one at rest leaves nothing behind. */
export function releaseMemoryWhileWorking(): void {
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system < workMicroseconds) return;
    releaseMemory();
    before = process.cpuUsage();
  }, periodMilliseconds).unref();
}
