import { type Disposable, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import type { ExportOptions } from './exportPlan.ts';
import { type FormatId, formats, isFormatId } from './formats.ts';
import { type KeptStorage, keptKey } from './keptStorage.ts';
import { diskFiles, type Files, type Writing, writeSafely } from './safeFile.ts';

/** A file that is rewritten after each refresh of the Finder. */
export interface KeptFile {
  readonly path: string;
  readonly format: FormatId;
  /** Name of the connection; answers of another one never reach the file. */
  readonly source: string;
  /** Prints of what this extension wrote last, or was about to write. */
  readonly prints: readonly string[];
}

/** What became of a file at its last refresh. */
export type KeptState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'written'; readonly answeredAtMilliseconds: number }
  /** Open in an editor with changes that were not saved. */
  | { readonly kind: 'unsaved' }
  | Exclude<Writing, { readonly kind: 'written' }>;

/** A file that could be written before and cannot now. */
export interface KeptTrouble {
  readonly file: KeptFile;
  readonly state: KeptState;
}

export interface KeptExportsOptions {
  readonly storage: KeptStorage;
  readonly options: () => ExportOptions;
  /** Whether a file is open with changes that were not saved. */
  readonly isUnsaved: (path: string) => boolean;
  readonly log: Log;
  readonly files?: Files;
}

/** The files that are kept up to date with the Finder, over reloads of the window too. */
export class KeptExports {
  readonly #options: KeptExportsOptions;
  readonly #files = new Map<string, KeptFile>();
  readonly #states = new Map<string, KeptState>();
  readonly #trouble = new Listeners<KeptTrouble>();
  readonly #changed = new Listeners<void>();
  /** Rewrites follow each other; only the newest answer waits. */
  #writing: Promise<void> = Promise.resolve();
  #newest: FinderAnswer | null = null;

  constructor(options: KeptExportsOptions) {
    this.#options = options;
    const stored = options.storage.get(keptKey);
    for (const file of Array.isArray(stored) ? stored.filter(isKeptFile) : []) {
      this.#files.set(file.path, file);
    }
  }

  get files(): readonly KeptFile[] {
    return [...this.#files.values()];
  }

  stateOf(path: string): KeptState {
    return this.#states.get(path) ?? { kind: 'waiting' };
  }

  /** A file that was in order and is no longer: once, until it is in order again. */
  onTrouble(listener: (trouble: KeptTrouble) => void): Disposable {
    return this.#trouble.add(listener);
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  /** Writes a file, whatever it holds, and keeps it up to date from then on. */
  async keep(path: string, format: FormatId, answer: FinderAnswer): Promise<KeptState> {
    const file: KeptFile = { path, format, source: answer.source, prints: [] };
    await this.#inTurn(() => this.#write(file, answer, null));
    return this.stateOf(path);
  }

  /** Writes a file once more, over what somebody else made of it. */
  async overwrite(path: string, answer: FinderAnswer): Promise<void> {
    await this.#inTurn(async () => {
      const file = this.#files.get(path);
      if (file !== undefined && file.source === answer.source) {
        await this.#write(file, answer, null);
      }
    });
  }

  /** Leaves a file as it is from now on. */
  async stop(path: string): Promise<void> {
    await this.#inTurn(async () => {
      this.#files.delete(path);
      this.#states.delete(path);
      await this.#save();
      this.#changed.tell();
    });
  }

  /** Rewrites every file that is kept with the answers of this connection. Never rejects. */
  refresh(answer: FinderAnswer): Promise<void> {
    const isWaiting = this.#newest !== null;
    this.#newest = answer;
    if (isWaiting) return this.#writing;
    void this.#inTurn(async () => {
      const newest = this.#newest ?? answer;
      this.#newest = null;
      for (const file of this.files) {
        if (file.source === newest.source) await this.#write(file, newest, file.prints);
      }
    }).catch(() => undefined);
    return this.#writing;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work);
    this.#writing = done.catch((error) => {
      this.#options.log.error(`Files kept up to date: ${String(error)}`);
    });
    return done;
  }

  /** @param known What the file may hold and lose; null: the user has just asked for it. */
  async #write(file: KeptFile, answer: FinderAnswer, known: readonly string[] | null) {
    const { path } = file;
    const isNew = !this.#files.has(path);
    const state = await this.#tryToWrite(file, answer, known);
    if (isNew && state.kind !== 'written') {
      // Whoever asked is told; a keeping that did not begin is not kept.
      this.#files.delete(path);
      this.#states.set(path, state);
      await this.#save();
      return;
    }
    this.#became(file, state);
  }

  async #tryToWrite(
    file: KeptFile,
    answer: FinderAnswer,
    known: readonly string[] | null,
  ): Promise<KeptState> {
    const { path, format } = file;
    const { options, isUnsaved, files = diskFiles } = this.#options;
    if (isUnsaved(path)) return { kind: 'unsaved' };
    const writing = await writeSafely({
      path,
      text: formats[format].write({ answer, options: options() }),
      known,
      files,
      onReplacing: (print) => this.#remember({ ...file, prints: [...file.prints, print] }),
    });
    if (writing.kind !== 'written') return writing;
    await this.#remember({ ...file, prints: [writing.print] });
    const { answeredAtMilliseconds } = answer;
    return { kind: 'written', answeredAtMilliseconds };
  }

  #became(file: KeptFile, state: KeptState): void {
    const before = this.stateOf(file.path).kind;
    this.#states.set(file.path, state);
    this.#changed.tell();
    if (state.kind === 'written' || state.kind === before) return;
    const reason = state.kind === 'failed' ? `: ${state.reason}` : '';
    this.#options.log.warn(`${file.path} was left as it is (${state.kind}${reason})`);
    this.#trouble.tell({ file, state });
  }

  async #remember(file: KeptFile): Promise<void> {
    this.#files.set(file.path, file);
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#options.storage.update(keptKey, this.files);
  }
}

/** What an older version, or a damaged store, left. */
function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, format, source, prints } = value as Readonly<Record<string, unknown>>;
  return (
    typeof path === 'string' &&
    isFormatId(format) &&
    typeof source === 'string' &&
    Array.isArray(prints) &&
    prints.every((print) => typeof print === 'string')
  );
}
