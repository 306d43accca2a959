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

  /** Fills the disk. Use only if the folder is a separate small file system. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      // Down to one page, the unit of file systems.
      for (let size = 1 << 20; size >= 4_096; size >>= 1) {
        const bytes = Buffer.alloc(size);
        try {
          while (writeSync(file, bytes) === size);
        } catch {
          // No space for chunks of this size.
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  /** Damages files like a crash or bad disk, between two backends. Returns a description. */
  corrupt(): string {
    return pick([
      () => this.#tearJournal(),
      () => this.#tearJournal(),
      () => this.#blockJournal(),
      () => this.#spoilCaches(),
    ])();
  }

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

  #blockJournal(): string {
    if (!existsSync(this.#journal)) return 'nothing';
    renameSync(this.#journal, this.#aside);
    mkdirSync(this.#journal);
    return 'blocked journal';
  }

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
