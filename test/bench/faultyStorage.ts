import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pick } from './faultyReceivers.ts';

/** What a disk does to the files of a backend. */
export class FaultyStorage {
  readonly folder: string;
  readonly #journal: string;
  readonly #aside: string;
  readonly #filler: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#journal = join(folder, 'landings.jsonl');
    this.#aside = join(folder, 'landings.aside');
    this.#filler = join(folder, 'filler');
  }

  /** Takes every byte that is left. Only where the folder is a small file system of its own. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      // A page at last, as file systems count them.
      for (let size = 1 << 20; size >= 4_096; size >>= 1) {
        const bytes = Buffer.alloc(size);
        try {
          while (writeSync(file, bytes) === size);
        } catch {
          // Full for pieces of this size.
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  /** Between two lives of the backend: what a crash or a bad disk leaves. Returns what was done. */
  corrupt(): string {
    return pick([
      () => this.#tearJournal(),
      () => this.#tearJournal(),
      () => this.#blockJournal(),
      () => this.#spoilCaches(),
    ])();
  }

  /** The journal is in its place again. */
  repair(): void {
    if (!existsSync(this.#aside)) return;
    rmdirSync(this.#journal);
    renameSync(this.#aside, this.#journal);
  }

  #tearJournal(): string {
    if (!existsSync(this.#journal)) return 'nothing';
    const torn = pick(['{"id":"cut o', '\0'.repeat(4_096), '\n{"id":1}\n[]\nnull\n', '\xff\xfe{']);
    appendFileSync(this.#journal, Buffer.from(torn, 'latin1'));
    return 'torn journal';
  }

  /** A folder stands where the landings were. */
  #blockJournal(): string {
    if (!existsSync(this.#journal)) return 'nothing';
    renameSync(this.#journal, this.#aside);
    mkdirSync(this.#journal);
    return 'blocked journal';
  }

  /** Everything that can be fetched again: indexes, caches, budgets. */
  #spoilCaches(): string {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    for (const file of files) {
      if (!file.isFile() || !/duckdb|jsonl$/.test(file.name)) continue;
      if (file.name.startsWith('landings')) continue;
      const path = join(file.parentPath, file.name);
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.length; at += 1 + Math.floor(Math.random() * 8_192)) {
        bytes[at] = Math.floor(Math.random() * 256);
      }
      writeFileSync(path, pick([bytes, bytes.subarray(0, bytes.length / 2), Buffer.alloc(0)]));
    }
    return 'spoiled caches';
  }
}
