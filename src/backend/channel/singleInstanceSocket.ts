import { lstat, open, rm } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ensurePrivateDirectory } from '../files/privateFiles.ts';
import { isPipe, maxSocketPathBytes } from '../protocol/channelProtocol.ts';

const maxAttempts = 10;
/** Far longer than removing a file takes. */
const maxLockMilliseconds = 5_000;
/** Until it calls `listen`, a starting process refuses connections just as a dead one does. */
const untilListening = (): Promise<unknown> => setTimeout(100);

export type ListenResult = 'listening' | 'already-served';

/** Replaces a dead socket. Throws an Error that explains why it cannot listen. */
export async function listenAsSingleInstance(
  server: Server,
  path: string,
  wait: () => Promise<unknown> = untilListening,
): Promise<ListenResult> {
  if (!isPipe(path)) {
    if (Buffer.byteLength(path) > maxSocketPathBytes) {
      throw new Error(`The socket path is too long (${maxSocketPathBytes} bytes at most): ${path}`);
    }
    await ensurePrivateDirectory(dirname(path));
  }
  let refused: string | null = null;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await tryListen(server, path)) return 'listening';
    const identity = await socketIdentity(path);
    if (await isServed(path)) return 'already-served';
    if (identity !== null && identity === refused) await removeStaleSocket(path, identity);
    if (identity !== null) await wait();
    refused = identity;
  }
  throw new Error(`The socket ${path} cannot be taken over; remove it`);
}

function tryListen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(path, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
  });
}

/** `null` without a file. A later socket can reuse the inode number, but not its time. */
async function socketIdentity(path: string): Promise<string | null> {
  if (isPipe(path)) return null;
  try {
    const stats = await lstat(path, { bigint: true });
    if (!stats.isSocket()) throw new Error(`${path} is not a socket; remove it`);
    return `${stats.dev}:${stats.ino}:${stats.ctimeNs}`;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Only the process with the lock file removes sockets, so the path cannot change between the check
 * and the removal. A lock older than `maxLockMilliseconds` was left by a process that died.
 */
async function removeStaleSocket(path: string, identity: string): Promise<void> {
  const lock = `${path}.lock`;
  try {
    await (await open(lock, 'wx', 0o600)).close();
  } catch (error) {
    if (!alreadyExists(error)) throw error;
    if (await isOld(lock)) await rm(lock, { force: true });
    return;
  }
  try {
    if ((await socketIdentity(path)) === identity) await rm(path, { force: true });
  } finally {
    await rm(lock, { force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await lstat(path)).mtimeMs > maxLockMilliseconds;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');
const alreadyExists = (error: unknown): boolean => hasCode(error, 'EEXIST');
