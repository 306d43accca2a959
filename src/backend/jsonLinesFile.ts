import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '../api/isObject.ts';
import { parseJsonLines, stringifyWithBigints } from './protocol/bigintJson.ts';

const privateMode = 0o600;
// Windows has no such flag.
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** One JSON object per line, for this user alone; opened each time. Methods throw an Error. */
export class JsonLinesFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** All lines but those that a crash cut off; none if the file is missing or too large. */
  read(maxBytes = Number.POSITIVE_INFINITY): JsonObject[] {
    let bytes: Buffer;
    try {
      bytes = withFile(this.#path, O_RDONLY, (file) => readFileSync(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return bytes.byteLength > maxBytes ? [] : parseJsonLines(bytes.toString('utf8'));
  }

  /** In one write. Returns its bytes. With `sync` it is on the disk then. */
  append(line: object, { sync = false } = {}): number {
    // The first line break ends a line that a crash has cut off.
    const text = `\n${stringifyWithBigints(line)}\n`;
    withFile(this.#path, O_WRONLY | O_APPEND | O_CREAT, (file) => {
      writeFileSync(file, text);
      if (sync) fsyncSync(file);
    });
    return Buffer.byteLength(text);
  }

  /** Written aside and put in place, so that a crash loses nothing. */
  replace(lines: readonly object[]): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const aside = `${this.#path}.${process.pid}`;
    rmSync(aside, { force: true });
    try {
      const text = lines.map((line) => `${stringifyWithBigints(line)}\n`).join('');
      withFile(aside, O_WRONLY | O_CREAT | O_EXCL, (file) => writeFileSync(file, text));
      renameSync(aside, this.#path);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    }
  }
}

function withFile<Result>(path: string, flags: number, use: (file: number) => Result): Result {
  const file = openSync(path, flags | O_NOFOLLOW, privateMode);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
