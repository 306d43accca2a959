import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const periodMilliseconds = 30_000;
/** In a period; one that works less is at rest. */
const workMicroseconds = 1_000_000;

/**
 * For processes that were started without `--expose-gc`. Only contexts made after it is set have `gc`.
 * Windows start their backend with it: in Electron, V8 may crash where a flag is set this late.
 */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}

let collect: NodeJS.GCFunction | null = null;

/**
 * V8 keeps the pages of what it has collected for what may come. Only a collection of last resort
 * gives them back to the system: 60 to 80 MB after a Sandbox's history. It takes some 50 ms.
 */
export function releaseMemory(): void {
  collect ??= globalThis.gc ?? exposeCollector();
  void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Does so twice a minute while the process works: one at rest leaves nothing behind. */
export function releaseMemoryWhileWorking(release = releaseMemory): void {
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system < workMicroseconds) return;
    release();
    before = process.cpuUsage();
  }, periodMilliseconds).unref();
}
