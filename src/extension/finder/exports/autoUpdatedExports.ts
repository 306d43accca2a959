import * as is from '../../../webview/guards.ts';
import { type Disposable, Listeners } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import { type AutoUpdateStorage, autoUpdateStorageKey } from '../autoUpdateStorage.ts';
import type { FinderResponse } from '../finderResponse.ts';
import type { ExportOptions } from './formats/botPlan.ts';
import { type FormatId, isFormatId } from './formats/formats.ts';
import { type VerifyExport, writeVerified } from './verifiedExport.ts';
import {
  type FileSystem,
  formatFileError,
  nodeFileSystem,
  type WriteResult,
  writeFileAtomically,
} from './writeFileAtomically.ts';

/** A file that is rewritten after each refresh of the Finder. */
export interface AutoUpdatedFile {
  readonly path: string;
  readonly format: FormatId;
  /** Name of the connection; responses of other connections are never written to the file. */
  readonly source: string;
  /** Hashes of the content that this extension last wrote, or was about to write. */
  readonly prints: readonly string[];
}

export type AutoUpdateState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'written'; readonly answeredAtMilliseconds: number }
  /** Open in an editor with unsaved changes. */
  | { readonly kind: 'unsaved' }
  | Exclude<WriteResult, { readonly kind: 'written' }>;

export interface AutoUpdateFailure {
  readonly file: AutoUpdatedFile;
  readonly state: AutoUpdateState;
}

export interface AutoUpdatedExportsOptions {
  readonly storage: AutoUpdateStorage;
  readonly exportOptions: () => ExportOptions;
  readonly hasUnsavedChanges: (path: string) => boolean;
  readonly verify: VerifyExport;
  readonly log: Log;
  readonly fileSystem?: FileSystem;
}

/** The files that are updated with the Finder, also after reloads of the window. */
export class AutoUpdatedExports {
  readonly #options: AutoUpdatedExportsOptions;
  readonly #files = new Map<string, AutoUpdatedFile>();
  readonly #states = new Map<string, AutoUpdateState>();
  readonly #failures = new Listeners<AutoUpdateFailure>();
  readonly #changed = new Listeners<void>();
  /** Serializes writes; only the newest response waits. */
  #queue: Promise<void> = Promise.resolve();
  #pendingResponse: FinderResponse | null = null;

  constructor(options: AutoUpdatedExportsOptions) {
    this.#options = options;
    const stored = options.storage.get(autoUpdateStorageKey);
    for (const file of Array.isArray(stored) ? stored.filter(isAutoUpdatedFile) : []) {
      this.#files.set(file.path, file);
    }
  }

  get files(): readonly AutoUpdatedFile[] {
    return [...this.#files.values()];
  }

  stateOf(path: string): AutoUpdateState {
    return this.#states.get(path) ?? { kind: 'waiting' };
  }

  /** Called once when a file becomes unwritable, and again only after a successful write. */
  onFailure(listener: (failure: AutoUpdateFailure) => void): Disposable {
    return this.#failures.add(listener);
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  /** Replaces any content, and updates the file from then on. */
  async add(path: string, format: FormatId, answer: FinderResponse): Promise<AutoUpdateState> {
    const file: AutoUpdatedFile = { path, format, source: answer.source.name, prints: [] };
    await this.#enqueue(() => this.#write(file, answer, null));
    return this.stateOf(path);
  }

  /** Replaces changes made outside Arbscope. */
  async overwrite(path: string, answer: FinderResponse): Promise<void> {
    await this.#enqueue(async () => {
      const file = this.#files.get(path);
      if (file !== undefined && file.source === answer.source.name) {
        await this.#write(file, answer, null);
      }
    });
  }

  /** Leaves the file as it is. */
  async stop(path: string): Promise<void> {
    await this.#enqueue(async () => {
      this.#files.delete(path);
      this.#states.delete(path);
      await this.#save();
      this.#changed.fire();
    });
  }

  /** Rewrites every file of this connection. Never rejects. */
  refresh(answer: FinderResponse): Promise<void> {
    const isWaiting = this.#pendingResponse !== null;
    this.#pendingResponse = answer;
    if (isWaiting) return this.#queue;
    void this.#enqueue(async () => {
      const newest = this.#pendingResponse ?? answer;
      this.#pendingResponse = null;
      for (const file of this.files) {
        if (file.source === newest.source.name) await this.#write(file, newest, file.prints);
      }
    }).catch(() => undefined);
    return this.#queue;
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch((error) => {
      this.#options.log.error(`Auto-updated exports: ${String(error)}`);
    });
    return done;
  }

  /** @param known Hashes of content that may be replaced; null: any (the user chose the file). */
  async #write(file: AutoUpdatedFile, answer: FinderResponse, known: readonly string[] | null) {
    const { path } = file;
    const isNew = !this.#files.has(path);
    const state = await this.#tryToWrite(file, answer, known);
    if (isNew && state.kind !== 'written') {
      // The caller shows the failure; a file that was never written is not auto-updated.
      this.#files.delete(path);
      this.#states.set(path, state);
      await this.#save();
      return;
    }
    this.#setState(file, state);
  }

  async #tryToWrite(
    file: AutoUpdatedFile,
    answer: FinderResponse,
    knownHashes: readonly string[] | null,
  ): Promise<AutoUpdateState> {
    const { path, format } = file;
    const { exportOptions, hasUnsavedChanges, verify, fileSystem = nodeFileSystem } = this.#options;
    let text: string;
    try {
      text = await writeVerified(format, { answer, options: exportOptions() }, verify);
    } catch (error) {
      return { kind: 'failed', reason: formatFileError(error) };
    }
    if (hasUnsavedChanges(path)) return { kind: 'unsaved' };
    const writing = await writeFileAtomically({
      path,
      text,
      knownHashes,
      fileSystem,
      onBeforeReplace: (print) => this.#saveFile({ ...file, prints: [...file.prints, print] }),
    });
    if (writing.kind !== 'written') return writing;
    await this.#saveFile({ ...file, prints: [writing.print] });
    const { answeredAtMilliseconds } = answer;
    return { kind: 'written', answeredAtMilliseconds };
  }

  #setState(file: AutoUpdatedFile, state: AutoUpdateState): void {
    const before = this.stateOf(file.path).kind;
    this.#states.set(file.path, state);
    this.#changed.fire();
    if (state.kind === 'written' || state.kind === before) return;
    const reason = state.kind === 'failed' ? `: ${state.reason}` : '';
    this.#options.log.warn(`${file.path} not updated (${state.kind}${reason})`);
    this.#failures.fire({ file, state });
  }

  async #saveFile(file: AutoUpdatedFile): Promise<void> {
    this.#files.set(file.path, file);
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#options.storage.update(autoUpdateStorageKey, this.files);
  }
}

const text = is.string(Number.POSITIVE_INFINITY);

/** Storage may be damaged, or written by an older version. */
const isAutoUpdatedFile: is.Guard<AutoUpdatedFile> = is.object({
  path: text,
  format: isFormatId,
  source: text,
  prints: is.array(text, Number.POSITIVE_INFINITY),
});
