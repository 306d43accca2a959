import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { acquireFileLock } from '../base/fileLock.ts';

const privateMode = 0o600;
const chunkBytes = 64 * 1024;
const lineBreak = 0x0a;
/** Longest time that piecewise reads and writes block the event loop. */
const pieceMilliseconds = 10;
// Windows lacks the last two. Without O_NONBLOCK, opening a pipe would block.
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Far above the size of any journal, yet small enough to read at startup. */
const defaultMaxBytes = 64 * 1024 * 1024;

type FileState = Pick<Stats, 'ino' | 'size'>;

/**
 * Reads and writes all journals: lines of text, readable only by this user, one write per append. A
 * line cut off by a crash or a full disk does not affect the others. Does not follow symbolic links
 * and accepts only regular files. Opens the file for each call. Methods throw an Error. Appending and
 * replacing exclude each other in all processes, so that no line is appended to a replaced file.
 */
export class JournalFile {
  readonly path: string;
  readonly #maxBytes: number;
  /** File state at the last read or write; `null` if parts of the file were not read. */
  #known: FileState | null = null;

  /** Reads at most the newest `maxBytes`. */
  constructor(path: string, maxBytes = defaultMaxBytes) {
    this.path = path;
    this.#maxBytes = maxBytes;
  }

  /** False if another process has written to the file since the last read. */
  get isCurrent(): boolean {
    return this.#known !== null && isSame(this.#known, stateOf(this.path));
  }

  get bytes(): number {
    return stateOf(this.path).size;
  }

  /** Calls `use` per non-empty line, oldest first. Returns false if older lines were skipped. */
  read(use: (line: string) => void): boolean {
    return finish(this.#reading(use));
  }

  /** Like `read`, but yields to the event loop; for large files. */
  readInPieces(use: (line: string) => void): Promise<boolean> {
    return finishInPieces(this.#reading(use));
  }

  *#reading(use: (line: string) => void): Generator<void, boolean> {
    this.#known = null;
    let opened: OpenFile;
    try {
      opened = openFile(this.path, O_RDONLY);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#known = missingFile;
      return true;
    }
    const { file, ino, size } = opened;
    try {
      const start = Math.max(0, size - this.#maxBytes);
      yield* readLines(file, start, size, use);
      this.#known = { ino, size };
      return start === 0;
    } finally {
      closeSync(file);
    }
  }

  /** With `sync`, the data is on disk when this returns. */
  append(lines: string | readonly string[], { sync = false } = {}): void {
    // The leading line break terminates a line that was cut off.
    const bytes = Buffer.from(`\n${[lines].flat().join('\n')}\n`);
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const release = acquireFileLock(this.path);
    try {
      this.#append(bytes, sync);
    } finally {
      release();
    }
  }

  #append(bytes: Buffer, sync: boolean): void {
    const { file, ino, size } = openFile(this.path, O_WRONLY | O_APPEND | O_CREAT);
    const isCurrent = this.#known !== null && isSame(this.#known, { ino, size });
    this.#known = null;
    try {
      writeFileSync(file, bytes);
      if (sync) syncLines(file, size === 0 ? this.path : null);
      if (isCurrent) this.#known = { ino, size: size + bytes.byteLength };
    } finally {
      closeSync(file);
    }
  }

  /** Through a synced temporary file: a crash loses nothing. Returns false if not `isCurrent`. */
  replace(lines: Iterable<string>): boolean {
    return finish(this.#replacing(lines, true));
  }

  /** Like `replace`, for large files. Does not sync: a power failure may leave the file empty. */
  replaceInPieces(lines: Iterable<string>): Promise<boolean> {
    return finishInPieces(this.#replacing(lines, false));
  }

  *#replacing(lines: Iterable<string>, sync: boolean): Generator<void, boolean> {
    if (!this.isCurrent) return false;
    const aside = `${this.path}.${process.pid}`;
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    rmSync(aside, { force: true });
    try {
      const { file } = openFile(aside, O_WRONLY | O_CREAT | O_EXCL);
      let written: FileState;
      try {
        for (const text of inChunks(lines)) {
          writeFileSync(file, text);
          yield;
        }
        if (sync) fsyncSync(file);
        written = fstatSync(file);
      } finally {
        closeSync(file);
      }
      const release = acquireFileLock(this.path);
      try {
        if (!this.isCurrent) return false;
        renameSync(aside, this.path);
        this.#known = written;
      } finally {
        release();
      }
      if (sync) syncFolder(this.path);
      return true;
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

const missingFile: FileState = { ino: 0, size: 0 };

/** Never throws; an unreadable file counts as changed. */
function stateOf(path: string): FileState {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? missingFile;
  } catch {
    return { ino: -1, size: -1 };
  }
}

/** A missing file equals an empty one. */
const isSame = (one: FileState, other: FileState): boolean =>
  one.size === other.size && (one.size === 0 || one.ino === other.ino);

interface OpenFile extends FileState {
  readonly file: number;
}

function openFile(path: string, flags: number): OpenFile {
  const file = openWithoutWaiting(path, flags);
  try {
    const { ino, size, mode } = checkRegular(fstatSync(file));
    const isWritten = flags !== O_RDONLY && process.platform !== 'win32';
    if (isWritten && (mode & 0o077) !== 0) fchmodSync(file, privateMode);
    return { file, ino, size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openWithoutWaiting(path: string, flags: number): number {
  try {
    return openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, privateMode);
  } catch (error) {
    // A folder fails here only if it is opened for writing.
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    throw new Error(t('it is a folder'), { cause: error });
  }
}

/** The messages do not name the path: callers do. */
function checkRegular(stats: Stats): Stats {
  if (stats.isFile()) return stats;
  throw new Error(stats.isDirectory() ? t('it is a folder') : t('it is not a regular file'));
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

async function finishInPieces<Result>(steps: Generator<void, Result>): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - since < pieceMilliseconds) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Reads from byte `start` on. If that is not 0, skips the rest of the line it falls into. */
function* readLines(
  file: number,
  start: number,
  end: number,
  use: (line: string) => void,
): Generator<void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let isSkipping = start > 0;
  let begun: Buffer[] = [];
  const finish = (rest: Buffer): void => {
    const line = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
    if (!isSkipping && line.byteLength > 0) use(line.toString('utf8'));
    isSkipping = false;
    begun = [];
  };
  for (let position = start; position < end; ) {
    const length = readSync(file, chunk, 0, Math.min(chunkBytes, end - position), position);
    if (length === 0) break;
    position += length;
    let from = 0;
    for (;;) {
      const at = chunk.subarray(0, length).indexOf(lineBreak, from);
      if (at === -1) break;
      finish(chunk.subarray(from, at));
      from = at + 1;
    }
    if (!isSkipping) begun.push(Buffer.from(chunk.subarray(from, length)));
    yield;
  }
  finish(Buffer.alloc(0));
}

function* inChunks(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < chunkBytes) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Syncs the file, and the folder of `newPath` if the file is new. */
function syncLines(file: number, newPath: string | null): void {
  fsyncSync(file);
  if (newPath !== null) syncFolder(newPath);
}

/** Lets a new file name survive a power failure. Windows cannot and need not do this. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
