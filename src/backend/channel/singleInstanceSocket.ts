import { link, lstat, rename, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isPipe } from '../protocol/channelProtocol.ts';
import { ensurePrivateDirectory } from './privateFiles.ts';

/** `sun_path` holds so many bytes on the smallest system, its closing zero left out. */
const maxPathBytes = 103;
const maxAttempts = 5;
/** A process that is starting refuses connections, as a dead one does, until it has called `listen`. */
const untilListening = (): Promise<unknown> => setTimeout(100);

export type ListenResult = 'listening' | 'already-served';

/** Listens as the only process; replaces a dead socket. Throws an Error with what is in the way. */
export async function listenAsSingleInstance(
  server: Server,
  path: string,
  wait: () => Promise<unknown> = untilListening,
): Promise<ListenResult> {
  if (!isPipe(path)) {
    if (Buffer.byteLength(path) > maxPathBytes) {
      throw new Error(`The socket path is too long (${maxPathBytes} bytes at most): ${path}`);
    }
    await ensurePrivateDirectory(dirname(path));
  }
  let refused: string | null = null;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await tryListen(server, path)) return 'listening';
    const identity = await socketIdentity(path);
    if (await isServed(path)) return 'already-served';
    if (identity !== null && identity === refused) await removeStaleSocket(path, identity);
    else if (identity !== null) await wait();
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

/** Device and number of the socket at a path; `null` where there is none (any more). */
async function socketIdentity(path: string): Promise<string | null> {
  if (isPipe(path)) return null;
  try {
    const stats = await lstat(path);
    if (!stats.isSocket()) throw new Error(`${path} is not a socket; remove it`);
    return `${stats.dev}:${stats.ino}`;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Removes only this dead socket: a process started at the same time may have replaced it. */
async function removeStaleSocket(path: string, identity: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
    if ((await socketIdentity(aside)) !== identity) await link(aside, path);
    await unlink(aside);
  } catch (error) {
    if (!isMissing(error) && !alreadyExists(error)) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');
const alreadyExists = (error: unknown): boolean => hasCode(error, 'EEXIST');
