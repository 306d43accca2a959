import * as is from '../../../webview/guards.ts';
import { type Disposable, Listeners } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import { type AutoUpdateStorage, autoUpdateStorageKey } from '../autoUpdateStorage.ts';
import type { FinderResponse } from '../finderResponse.ts';
import type { ExportOptions } from './formats/botPlan.ts';
import { type FormatId, isFormatId } from './formats/formats.ts';
import { type PauseKind, withPauseNote } from './formats/pauseNote.ts';
import { type VerifyExport, writeVerified } from './verifiedExport.ts';
import {
  type FileSystem,
  formatFileError,
  nodeFileSystem,
  sha256Hex,
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
  /** Undefined: not paused. */
  readonly pausedSinceMilliseconds?: number | undefined;
}

export type AutoUpdateState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'written'; readonly answeredAtMilliseconds: number }
  /** Open in an editor with unsaved changes. */
  | { readonly kind: 'unsaved' }
  /** There is no newer response; the reason is for the user. */
  | { readonly kind: 'paused'; readonly sinceMilliseconds: number; readonly reason: string }
  | Exclude<WriteResult, { readonly kind: 'written' }>;

export interface PauseReason {
  readonly kind: PauseKind;
  /** For the user, in the display language. */
  readonly label: string;
}

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
  #responses = 0;
  /** What the note in each file says, so that it is not rewritten for the same reason. */
  readonly #notedKinds = new Map<string, PauseKind>();

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
    this.#responses++;
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

  /**
   * Marks the files of a connection until its next response. Leaves their content as it is, apart
   * from a note where the form has room for one. Never rejects.
   */
  pause(source: string, reason: PauseReason): Promise<void> {
    const responses = this.#responses;
    return this.#pauseEach(
      reason,
      (file) => file.source === source && responses === this.#responses,
    );
  }

  /** The same for the files of all other connections than the window's. */
  pauseOthers(source: string, reason: PauseReason): Promise<void> {
    return this.#pauseEach(reason, (file) => file.source !== source);
  }

  #pauseEach(reason: PauseReason, isMeant: (file: AutoUpdatedFile) => boolean): Promise<void> {
    return this.#enqueue(async () => {
      for (const file of this.files) if (isMeant(file)) await this.#pause(file, reason);
    }).catch(() => undefined);
  }

  async #pause(file: AutoUpdatedFile, { kind, label }: PauseReason): Promise<void> {
    if (this.stateOf(file.path).kind === 'edited') return;
    const noted = await this.#note(file, kind);
    if (noted === 'edited') return this.#setState(file, { kind: 'edited' });
    this.#setState(file, { kind: 'paused', sinceMilliseconds: noted, reason: label });
  }

  /** Returns since when the file is paused, or that it may not be changed. */
  async #note(file: AutoUpdatedFile, kind: PauseKind): Promise<number | 'edited'> {
    const { path, format } = file;
    const { hasUnsavedChanges, fileSystem = nodeFileSystem, log } = this.#options;
    const { pausedSinceMilliseconds: sinceMilliseconds = Date.now() } = file;
    const paused = { ...file, pausedSinceMilliseconds: sinceMilliseconds };
    if (file.pausedSinceMilliseconds === undefined) await this.#saveFile(paused);
    if (this.#notedKinds.get(path) === kind || hasUnsavedChanges(path)) return sinceMilliseconds;
    const bytes = await fileSystem.read(path).catch(() => null);
    // Missing or unreadable: nothing to mark.
    if (bytes === null) return sinceMilliseconds;
    if (!file.prints.includes(sha256Hex(bytes))) return 'edited';
    const before = bytes.toString('utf8');
    const text = withPauseNote(format, before, { kind, sinceMilliseconds });
    // A form without room for a note keeps the time of its last update.
    if (text === before) return sinceMilliseconds;
    const writing = await writeFileAtomically({
      ...{ path, text, knownHashes: file.prints, fileSystem },
      onBeforeReplace: (print) => this.#saveFile({ ...paused, prints: [...file.prints, print] }),
    });
    if (writing.kind === 'edited') return 'edited';
    if (writing.kind === 'failed') log.warn(`${path}: ${writing.reason}`);
    else {
      this.#notedKinds.set(path, kind);
      await this.#saveFile({ ...paused, prints: [writing.print] });
    }
    return sinceMilliseconds;
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
      // Not for a file that is only being added.
      if (knownHashes !== null) {
        const noted = await this.#note(file, whyNotWritten(answer, exportOptions()));
        if (noted === 'edited') return { kind: 'edited' };
      }
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
    this.#notedKinds.delete(path);
    const { pausedSinceMilliseconds: _, ...resumed } = file;
    await this.#saveFile({ ...resumed, prints: [writing.print] });
    const { answeredAtMilliseconds } = answer;
    return { kind: 'written', answeredAtMilliseconds };
  }

  #setState(file: AutoUpdatedFile, state: AutoUpdateState): void {
    const before = this.stateOf(file.path).kind;
    this.#states.set(file.path, state);
    this.#changed.fire();
    // The Finder and the status bar show why a file is paused.
    if (['written', 'paused', before].includes(state.kind)) return;
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

const whyNotWritten = (
  { result }: FinderResponse,
  { isVerdictObeyed }: ExportOptions,
): PauseKind =>
  isVerdictObeyed && !result.threshold.isArbitrageRecommended ? 'not-recommended' : 'not-written';

const text = is.string(Number.POSITIVE_INFINITY);

const hasMembers = is.object({
  path: text,
  format: isFormatId,
  source: text,
  prints: is.array(text, Number.POSITIVE_INFINITY),
});

/** Storage may be damaged, or written by an older version. */
const isAutoUpdatedFile = (value: unknown): value is AutoUpdatedFile =>
  hasMembers(value) && isOptionalNumber(value, 'pausedSinceMilliseconds');

const isOptionalNumber = (value: object, name: string): boolean =>
  !Object.hasOwn(value, name) || is.number(Reflect.get(value, name));
