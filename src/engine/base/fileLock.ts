import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './fileError.ts';

/** Far longer than any holder needs; the lock of a process that hangs is then taken over. */
const maxHoldMilliseconds = 10_000;
const pollMilliseconds = 1;
/** Without write access to the folder, other processes cannot replace the file either. */
const readOnlyCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Waits until no other process holds the lock of the file, then takes it. Blocks the thread, because
 * holders need it for milliseconds. Returns the function that releases it. Throws an Error if the
 * lock cannot be written, such as on a full disk.
 */
export function acquireFileLock(path: string): () => void {
  const lock = `${path}.lock`;
  const own = `${hostname()} ${process.pid} ${randomUUID()}`;
  for (;;) {
    try {
      if (tryCreate(lock, own)) return () => release(lock, own);
    } catch (error) {
      if (readOnlyCodes.has(errorCode(error))) return () => undefined;
      throw error;
    }
    if (isAbandoned(lock)) takeAway(lock);
    else Atomics.wait(sleeping, 0, 0, pollMilliseconds);
  }
}

function tryCreate(lock: string, own: string): boolean {
  let file: number;
  try {
    file = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, own);
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Leaves the lock of a process that took over. */
function release(lock: string, own: string): void {
  if (contentOf(lock) === own) rmSync(lock, { force: true });
}

/** `null` if there is none. */
function contentOf(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}

/** True if its process on this machine has ended, or holds it for too long. */
function isAbandoned(lock: string): boolean {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (Date.now() - stats.mtimeMs > maxHoldMilliseconds) return true;
  const [host, pid] = contentOf(lock)?.split(' ') ?? [];
  return host === hostname() && pid !== undefined && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** Another process may have taken over first: its lock is put back. */
function takeAway(lock: string): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (!isAbandoned(aside)) linkSync(aside, lock);
  } catch {
    // Released or taken over meanwhile.
  }
  rmSync(aside, { force: true });
}
