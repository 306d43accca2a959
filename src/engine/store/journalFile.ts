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

const privateMode = 0o600;
const chunkBytes = 64 * 1024;
const lineBreak = 0x0a;
/** Others wait no longer for a file that is read or written in pieces. */
const pieceMilliseconds = 10;
// Windows lacks the last two. A pipe in the file's place would be waited for without the last.
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Much more than any journal grows to, and little enough to be read at the start. */
const defaultMaxBytes = 64 * 1024 * 1024;

type FileState = Pick<Stats, 'ino' | 'size'>;

/**
 * The one way in which journals are written: lines of text, for this user alone, added in one write
 * each. A line that a crash or a full disk cut off costs only itself. Symbolic links are not followed,
 * and only regular files are used. The file is opened each time. Methods throw an Error.
 */
export class JournalFile {
  readonly path: string;
  readonly #maxBytes: number;
  /** As it was when it was read or written here last; `null`: holds what was not read. */
  #known: FileState | null = null;

  /** No more than the newest `maxBytes` are ever read. */
  constructor(path: string, maxBytes = defaultMaxBytes) {
    this.path = path;
    this.#maxBytes = maxBytes;
  }

  /** Nobody else has written to it since it was read here. */
  get isCurrent(): boolean {
    return this.#known !== null && isSame(this.#known, stateOf(this.path));
  }

  get bytes(): number {
    return stateOf(this.path).size;
  }

  /** Passes on every line but empty ones, the oldest first; `false`: older ones were left out. */
  read(use: (line: string) => void): boolean {
    return finish(this.#reading(use));
  }

  /** The same for a file of many megabytes: other work goes on meanwhile. */
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

  /** With `sync` it is on the disk when this returns. */
  append(lines: string | readonly string[], { sync = false } = {}): void {
    // The first line break ends a line that was cut off.
    const bytes = Buffer.from(`\n${[lines].flat().join('\n')}\n`);
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const { file, ino, size } = openFile(this.path, O_WRONLY | O_APPEND | O_CREAT);
    const isCurrent = this.#known !== null && isSame(this.#known, { ino, size });
    this.#known = null;
    try {
      writeFileSync(file, bytes);
      if (sync) {
        fsyncSync(file);
        if (size === 0) syncFolder(this.path);
      }
      if (isCurrent) this.#known = { ino, size: size + bytes.byteLength };
    } finally {
      closeSync(file);
    }
  }

  /**
   * Puts lines in place of those that were read: written aside and synced first, so that a crash
   * loses nothing. `false`, and nothing happens, where others have written since.
   */
  replace(lines: Iterable<string>): boolean {
    return finish(this.#replacing(lines, true));
  }

  /** The same for many megabytes; after a power failure, the file may be empty. */
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
      if (!this.isCurrent) return false;
      renameSync(aside, this.path);
      this.#known = written;
      if (sync) syncFolder(this.path);
      return true;
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

const missingFile: FileState = { ino: 0, size: 0 };

/** Never throws: what cannot be looked at is not as it was. */
function stateOf(path: string): FileState {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? missingFile;
  } catch {
    return { ino: -1, size: -1 };
  }
}

/** A file that is missing and one that is empty hold the same. */
const isSame = (one: FileState, other: FileState): boolean =>
  one.size === other.size && (one.size === 0 || one.ino === other.ino);

interface OpenFile extends FileState {
  readonly file: number;
}

function openFile(path: string, flags: number): OpenFile {
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, privateMode);
  try {
    const { ino, size, mode } = checkRegular(path, fstatSync(file));
    const isWritten = flags !== O_RDONLY && process.platform !== 'win32';
    if (isWritten && (mode & 0o077) !== 0) fchmodSync(file, privateMode);
    return { file, ino, size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function checkRegular(path: string, stats: Stats): Stats {
  if (stats.isFile()) return stats;
  throw new Error(t('{0} is not a regular file', path));
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

/** From a byte on; what precedes the first line break there is part of a line that is left out. */
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

/** Lines as texts that are worth a write each. */
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

/** A new name in a folder is on the disk only when the folder is. Windows cannot, and need not. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
