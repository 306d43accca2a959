import { lstat, mkdir, readFile } from 'node:fs/promises';
import { foreignAccess } from '../protocol/privateAccess.ts';

const secretPattern = /^[0-9a-f]{64}$/;
const maxPrivateFileBytes = 16 * 1024 * 1024;

/** Throws an Error if another user could impersonate the backend in the directory. */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await requirePrivateDirectory(path);
}

/** Throws an Error if another user could impersonate the backend in this directory. */
export async function requirePrivateDirectory(path: string): Promise<void> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) throw new Error(`${path} is not a directory`);
  const foreign = foreignAccess(stats);
  if (foreign === 'owner') throw new Error(`${path} belongs to another user`);
  if (foreign === 'mode') throw new Error(`${path} is open to other users`);
}

/** The shared secret: 32 bytes in hexadecimal. Throws an Error that never contains the content. */
export async function readSecret(path: string): Promise<string> {
  const secret = (await readPrivateFile(path, 'secret file')).trim();
  if (!secretPattern.test(secret)) throw new Error(`The secret file ${path} holds no secret`);
  return secret;
}

/** Throws an Error that never contains the content; `what` names the file in it. */
export async function readPrivateFile(path: string, what: string): Promise<string> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new Error(`The ${what} ${path} is not a regular file`);
  const foreign = foreignAccess(stats);
  if (foreign === 'owner') throw new Error(`The ${what} ${path} belongs to another user`);
  if (foreign === 'mode') throw new Error(`The ${what} ${path} can be read by other users`);
  if (stats.size > maxPrivateFileBytes) throw new Error(`The ${what} ${path} is too large`);
  return await readFile(path, 'utf8');
}
