import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const periodMilliseconds = 30_000;
/** CPU time per period; below it, the process counts as idle. */
const workMicroseconds = 1_000_000;

/**
 * Enables `gc` in processes that were started without `--expose-gc`; only contexts created after
 * setting the flag have it. Windows start their backend with the flag, because V8 in Electron may
 * crash if it is set this late.
 */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}

let collect: NodeJS.GCFunction | null = null;

/**
 * V8 keeps freed pages for reuse; only a last-resort collection returns them to the system: 60 to
 * 80 MB after a Sandbox's history. Takes about 50 ms.
 */
export function releaseMemory(): void {
  collect ??= globalThis.gc ?? exposeCollector();
  void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Releases memory twice a minute, unless the process was idle since the last time. */
export function releaseMemoryWhileWorking(release = releaseMemory): void {
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system < workMicroseconds) return;
    release();
    before = process.cpuUsage();
  }, periodMilliseconds).unref();
}
