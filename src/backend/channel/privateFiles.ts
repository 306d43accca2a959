import { lstat, mkdir, readFile } from 'node:fs/promises';

const groupAndOthersMode = 0o077;
const secretPattern = /^[0-9a-f]{64}$/;

/** Makes a directory private. Throws an Error: else another user could respond in our place. */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const stats = await lstat(path);
  if (!stats.isDirectory()) throw new Error(`${path} is not a directory`);
  if (!isOwnedByUser(stats.uid)) throw new Error(`${path} belongs to another user`);
  if (isAccessibleToOthers(stats.mode)) throw new Error(`${path} is open to other users`);
}

/** The shared secret: 32 bytes in hexadecimal. Throws an Error that never holds the content. */
export async function readSecret(path: string): Promise<string> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new Error(`The secret file ${path} is not a regular file`);
  if (!isOwnedByUser(stats.uid)) throw new Error(`The secret file ${path} belongs to another user`);
  if (isAccessibleToOthers(stats.mode)) {
    throw new Error(`The secret file ${path} can be read by other users`);
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (!secretPattern.test(secret)) throw new Error(`The secret file ${path} holds no secret`);
  return secret;
}

/** Windows has no user ids; its own access lists guard the user's storage there. */
const isOwnedByUser = (uid: number): boolean =>
  process.getuid === undefined || process.getuid() === uid;

/** Modes say nothing on Windows. */
const isAccessibleToOthers = (mode: number): boolean =>
  process.platform !== 'win32' && (mode & groupAndOthersMode) !== 0;
