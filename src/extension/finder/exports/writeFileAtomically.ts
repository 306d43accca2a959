import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { t } from '@vscode/l10n';

export type WriteResult =
  | { readonly kind: 'written'; readonly print: string }
  /** Changed outside Arbscope; not replaced. */
  | { readonly kind: 'edited' }
  /** Not written; the file is unchanged. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Tests substitute faulty ones. */
export interface FileSystem {
  /** Throws an Error with the code ENOENT if the file does not exist. */
  read(path: string): Promise<Buffer>;
  /** Creates a new file, and resolves once it is flushed to disk. */
  create(path: string, bytes: Uint8Array, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The path with symbolic links resolved. */
  resolve(path: string): Promise<string>;
  mode(path: string): Promise<number>;
}

export const nodeFileSystem: FileSystem = {
  async read(path) {
    const found = await stat(path);
    // A device or pipe may have no end, and must not be replaced with a file.
    if (!found.isFile() && !found.isDirectory()) throw new Error(t('It is not a file.'));
    return await readFile(path);
  },
  async create(path, bytes, mode) {
    const file = await open(path, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  resolve: (path) => realpath(path),
  mode: async (path) => (await stat(path)).mode & 0o777,
};

export const sha256Hex = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

export interface WriteFileAtomicallyOptions {
  readonly path: string;
  readonly text: string;
  /** Hashes of content that may be replaced; null: any, since the user confirmed it. */
  readonly knownHashes: readonly string[] | null;
  /** Called before the file is replaced, so that its hash is stored even if a crash follows. */
  readonly onBeforeReplace?: (print: string) => Promise<void>;
  readonly fileSystem?: FileSystem;
}

/**
 * Writes a temporary file, reads it back and renames it. Readers always see a complete file, and a
 * failure keeps the old one.
 */
export async function writeFileAtomically(
  options: WriteFileAtomicallyOptions,
): Promise<WriteResult> {
  const { text, knownHashes, onBeforeReplace, fileSystem = nodeFileSystem } = options;
  const bytes = Buffer.from(text, 'utf8');
  const print = sha256Hex(bytes);
  let aside: string | null = null;
  try {
    // Replace the target of a symbolic link, not the link.
    const path = await fileSystem.resolve(options.path).catch(ifMissing(options.path));
    const before = await hashOfFile(path, fileSystem);
    if (before === print) return { kind: 'written', print };
    if (!isKnownHash(before, knownHashes)) return { kind: 'edited' };
    const mode = before === null ? 0o666 : await fileSystem.mode(path);
    aside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
    await fileSystem.create(aside, bytes, mode);
    if (sha256Hex(await fileSystem.read(aside)) !== print) {
      throw new Error(t('The written file could not be read back.'));
    }
    await onBeforeReplace?.(print);
    // As late as possible, because an edit between this check and the rename is lost.
    const now = await hashOfFile(path, fileSystem);
    if (now !== before && !isKnownHash(now, knownHashes)) {
      await fileSystem.remove(aside);
      return { kind: 'edited' };
    }
    await fileSystem.rename(aside, path);
    return { kind: 'written', print };
  } catch (error) {
    if (aside !== null) await fileSystem.remove(aside).catch(() => undefined);
    return { kind: 'failed', reason: formatFileError(error) };
  }
}

const isKnownHash = (print: string | null, known: readonly string[] | null): boolean =>
  print === null || known === null || known.includes(print);

async function hashOfFile(path: string, files: FileSystem): Promise<string | null> {
  const content = await files.read(path).catch(ifMissing(null));
  return content === null ? null : sha256Hex(content);
}

const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (errorCode(error) === 'ENOENT') return value;
    throw error;
  };

const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOSPC: t('The disk is full.'),
  EDQUOT: t('Disk quota exceeded.'),
  EACCES: t('No permission to write there.'),
  EPERM: t('No permission to write there.'),
  EROFS: t('The disk is read-only.'),
  ENOENT: t('The folder does not exist.'),
  EISDIR: t('A folder with this name exists.'),
};

export function formatFileError(error: unknown): string {
  const known = reasonsByCode[String(errorCode(error))];
  return known ?? (error instanceof Error ? error.message : String(error));
}
