import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { t } from '@vscode/l10n';
import { isPipe, maxSocketPathBytes } from '../../backend/protocol/channelProtocol.ts';
import { foreignAccess } from '../../backend/protocol/privateAccess.ts';

/** Where the windows of one user and version connect to their backend. */
export interface ChannelPaths {
  /** Unix socket, or named pipe on Windows. */
  readonly socketPath: string;
  /** File with the secret that both sides must prove to know. */
  readonly secretFile: string;
}

export interface ChannelPathsOptions {
  /** The extension's storage folder, shared by all windows of the user. */
  readonly storageFolder: string;
  /** Windows do not connect to a backend of another version. */
  readonly version: string;
  readonly platform?: NodeJS.Platform;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folders in which every user can create one. */
  readonly temporaryFolders?: readonly string[];
}

/**
 * The socket is in the user's runtime folder or a temporary one, because a path in the storage
 * folder may exceed the limit for sockets. The storage folder is the last choice: another user can
 * have taken the name in a temporary folder. The socket's name is a hash of storage folder and
 * version.
 */
export function channelPaths({
  storageFolder,
  version,
  platform = process.platform,
  environment = process.env,
  temporaryFolders = [tmpdir(), '/tmp'],
}: ChannelPathsOptions): ChannelPaths {
  const name = createHash('sha256')
    .update(storageFolder + version)
    .digest('hex')
    .slice(0, 16);
  const secretFile = join(storageFolder, 'channel.secret');
  if (platform === 'win32') return { socketPath: `\\\\.\\pipe\\arbscope-${name}`, secretFile };
  const runtime = environment['XDG_RUNTIME_DIR'] ?? '';
  const ownName = `arbscope-${userInfo().uid}`;
  const folders = [
    ...(isAbsolute(runtime) ? [join(runtime, 'arbscope')] : []),
    ...temporaryFolders.map((folder) => join(folder, ownName)),
  ];
  const socketPath =
    folders.map((folder) => join(folder, `${name}.sock`)).find(canHoldSocket) ??
    join(storageFolder, 'run', `${name}.sock`);
  return { socketPath, secretFile };
}

/** Whether its folder is private to the user, or can be created. */
function canHoldSocket(socketPath: string): boolean {
  if (Buffer.byteLength(socketPath) > maxSocketPathBytes) return false;
  const folder = dirname(socketPath);
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats !== undefined) return stats.isDirectory() && foreignAccess(stats) === null;
    accessSync(dirname(folder), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws an Error if another user could impersonate the backend, or if the path is too long. The
 * folder may be missing.
 */
export async function checkSocketFolder({ socketPath }: ChannelPaths): Promise<void> {
  if (isPipe(socketPath)) return;
  if (Buffer.byteLength(socketPath) > maxSocketPathBytes) {
    throw new Error(
      t(
        'The path {0} is too long for a socket. Set XDG_RUNTIME_DIR to a folder of yours with a short path.',
        socketPath,
      ),
    );
  }
  const folder = dirname(socketPath);
  const stats = await lstat(folder).catch(() => null);
  if (stats === null || (stats.isDirectory() && foreignAccess(stats) === null)) return;
  throw new Error(
    t('The folder {0} is not private to you, so nothing in it was used. Remove it.', folder),
  );
}

const privateMode = 0o700;
const secretPattern = /^[0-9a-f]{64}$/;

/** Also a folder that an earlier version, or the editor, has created for everyone to read. */
async function makeStoragePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateMode });
  if (foreignAccess(await stat(folder)) === 'mode') await chmod(folder, privateMode);
}

/**
 * Reads the secret, or creates one that only the user can read: 32 random bytes in hexadecimal.
 * Windows that do so at once get the same secret. Throws an Error that names the file.
 */
export async function ensureChannelSecret(file: string, storageFolder: string): Promise<string> {
  await makeStoragePrivate(storageFolder);
  if (!(await exists(file))) {
    // Written to a temporary file, so that no window reads half a secret; link and copy both fail
    // if the name exists.
    const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    try {
      await writeFile(temporaryFile, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
      // Some file systems do not support links.
      await link(temporaryFile, file).catch(() =>
        copyFile(temporaryFile, file, constants.COPYFILE_EXCL),
      );
    } catch (error) {
      if (!(await exists(file))) throw error;
    } finally {
      await rm(temporaryFile, { force: true });
    }
  }
  const stats = await lstat(file);
  if (!stats.isFile() || foreignAccess(stats) !== null) {
    throw new Error(
      t('The secret file {0} is not private to you. Delete it and reload the window.', file),
    );
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (!secretPattern.test(secret)) {
    throw new Error(t('The secret file {0} is damaged. Delete it and reload the window.', file));
  }
  return secret;
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    return false;
  }
}
