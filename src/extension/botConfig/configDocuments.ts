import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { poolsOf } from '../../botConfig/configEntries.ts';
import type { FoundPlace } from '../../botConfig/findPlace.ts';
import { mayBeConfig } from '../../botConfig/mayBeConfig.ts';
import type { BotConfig, ConfigProblem, TextChange } from '../../botConfig/model.ts';
import type { TableLimits } from '../../botConfig/tableLimits.ts';
import type { ConfigEdit, ReadConfig } from '../../botConfig/worker/messages.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { sourceSchemes } from '../shared/sourceSchemes.ts';
import { type ConfigWorker, ConfigWorkerError, toMarketError } from './configWorker.ts';
import type { KnownPools } from './knownPools.ts';
import { LineStarts } from './lineStarts.ts';

/** Ranges are offsets in `document.getText()`. */
export interface ReadDocument {
  readonly uri: vscode.Uri;
  readonly version: number;
  /** Null: recognized as a config, but broken. */
  readonly config: BotConfig | null;
  /** Includes the problems that the checks find once the pools are known. */
  readonly problems: readonly ConfigProblem[];
  /** Number of problems beyond the limit of `problems`. */
  readonly omittedProblems: number;
  readonly lines: LineStarts;
}

export type ConfigDocument = ReadDocument & { readonly config: BotConfig };

export interface ConfigDocumentsOptions {
  readonly worker: Pick<ConfigWorker, 'request' | 'generation'>;
  readonly knownPools: Pick<KnownPools, 'get' | 'knowsAll' | 'request' | 'clear'>;
  /** Whether the settings treat a file as a list of addresses, regardless of its format. */
  readonly isAddressFile: (document: vscode.TextDocument) => boolean;
  /** Whether to look up the config's pools over the connection. */
  readonly wantsPools: () => boolean;
  /** As many lookup tables as exports have. */
  readonly tableLimits: () => TableLimits;
  readonly log: Pick<Log, 'debug'>;
}

interface OpenConfig {
  readonly document: vscode.TextDocument;
  version: number;
  reading: Promise<void>;
  latest: ReadDocument | null;
  /** Generation of the thread that has read this version. */
  generation: number;
  /** Aborts the look-ups over the connection for this version. */
  abort: AbortController;
  /** Fires when the file becomes too old for its bot. */
  aging: NodeJS.Timeout | undefined;
}

const debounceMilliseconds = 200;
/** NotArb's limit: it ignores older market files. */
const maxAgeMilliseconds = 5 * 60_000;
/** About the lines of the longest config; the text of a longer document is not even requested. */
const maxLines = 200_000;

/** A worker thread parses the documents; the work here takes steps of a few milliseconds. */
export class ConfigDocuments extends DisposableStore {
  readonly #options: ConfigDocumentsOptions;
  readonly #open = new Map<string, OpenConfig>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #changes = this.add(new vscode.EventEmitter<vscode.Uri>());
  /** Document versions that were re-read after the thread had ended. */
  readonly #readAgain = new Map<string, number>();
  /** Pools sent to the thread, and the generation of that thread. */
  #sent = { generation: -1, pools: new Set<string>() };
  /** Serializes the sending of pools, so that the requests of two documents cannot interleave. */
  #sending: Promise<void> = Promise.resolve();

  /** Fires when a document was read, checked or closed, or stopped being a config. */
  readonly onChange = this.#changes.event;

  constructor(options: ConfigDocumentsOptions) {
    super();
    this.#options = options;
    const { workspace } = vscode;
    this.add(workspace.onDidOpenTextDocument((document) => this.#schedule(document, 0)));
    this.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#schedule(document, debounceMilliseconds);
      }),
    );
    this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.refresh();
  }

  /** Null: not a config, broken, or closed. */
  async get(document: vscode.TextDocument): Promise<ConfigDocument | null> {
    return toConfigDocument(await this.read(document));
  }

  /** As `get`, but includes broken configs; null: not a config, or closed. */
  async read(document: vscode.TextDocument): Promise<ReadDocument | null> {
    for (;;) {
      if (document.isClosed || !sourceSchemes.has(document.uri.scheme)) return null;
      const { version } = document;
      await this.#reading(document);
      if (document.version === version) return this.latest(document.uri);
    }
  }

  /** The last read config, maybe outdated; null: not a config, broken, or not read yet. */
  current(uri: vscode.Uri): ConfigDocument | null {
    return toConfigDocument(this.latest(uri));
  }

  /** As `current`, but includes broken configs. */
  latest(uri: vscode.Uri): ReadDocument | null {
    return this.#open.get(uri.toString())?.latest ?? null;
  }

  get all(): readonly ConfigDocument[] {
    return [...this.#open.values()].flatMap(({ latest }) => toConfigDocument(latest) ?? []);
  }

  /** The changes fit the version at their arrival; empty: not a config. Throws a MarketError. */
  async edit(document: vscode.TextDocument, edit: ConfigEdit): Promise<readonly TextChange[]> {
    try {
      const found = await this.#ask(document, (of) =>
        this.#options.worker.request({ kind: 'edit', edit, ...of }),
      );
      return found ?? [];
    } catch (error) {
      throw toMarketError(error);
    }
  }

  /** The role of an offset, in a config that may be half-written; null: nothing to complete. */
  async findPlace(document: vscode.TextDocument, offset: number): Promise<FoundPlace | null> {
    return await this.#ask(document, (of) =>
      this.#options.worker.request({ kind: 'place', offset, ...of }),
    );
  }

  /** Re-reads all documents after a change of the settings that decide what is a config. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) {
      const known = this.#open.get(document.uri.toString());
      if (known !== undefined) known.version = -1;
      this.#schedule(document, 0);
    }
  }

  /** Clears the known pools after a change of the connection, and checks again. */
  forgetPools(): void {
    this.#options.knownPools.clear();
    this.#sent = { generation: -1, pools: new Set() };
    this.checkAgain();
  }

  checkAgain(): void {
    for (const state of this.#open.values()) void this.#check(state);
  }

  override dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const { abort, aging } of this.#open.values()) {
      abort.abort();
      clearTimeout(aging);
    }
    this.#open.clear();
    super.dispose();
  }

  #schedule(document: vscode.TextDocument, milliseconds: number): void {
    if (!sourceSchemes.has(document.uri.scheme)) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      if (!document.isClosed) void this.#reading(document);
    }, milliseconds);
    this.#timers.set(key, timer);
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#readAgain.delete(key);
    const known = this.#open.get(key);
    if (known === undefined) return;
    this.#open.delete(key);
    known.abort.abort();
    clearTimeout(known.aging);
    if (known.latest === null) return;
    // A new thread has not read the document.
    if (known.generation === this.#options.worker.generation) {
      this.#options.worker.request({ kind: 'close', document: key }).catch(() => undefined);
    }
    this.#changes.fire(uri);
  }

  /** Reads each version once. */
  #reading(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const known = this.#open.get(key);
    const { version } = document;
    if (known?.version === version) return known.reading;
    known?.abort.abort();
    clearTimeout(known?.aging);
    const state: OpenConfig = {
      document,
      version,
      reading: Promise.resolve(),
      latest: known?.latest ?? null,
      generation: known?.generation ?? -1,
      abort: new AbortController(),
      aging: undefined,
    };
    this.#open.set(key, state);
    state.reading = this.#read(document, state);
    return state.reading;
  }

  async #read(document: vscode.TextDocument, state: OpenConfig): Promise<void> {
    const { uri } = document;
    const previous = state.latest;
    const text = document.lineCount > maxLines ? '' : document.getText();
    const isAddressFile = this.#options.isAddressFile(document);
    const found =
      isAddressFile || mayBeConfig(text)
        ? await this.#request(state, text, isAddressFile).catch(() => null)
        : null;
    if (!this.#isNewest(state)) return;
    if (found === null || (found.config === null && found.problems.length === 0)) {
      state.latest = null;
      if (previous !== null) this.#changes.fire(uri);
      return;
    }
    state.latest = { ...found, uri, version: state.version, lines: new LineStarts(text) };
    await this.#check(state);
  }

  async #request(state: OpenConfig, text: string, isAddressFile: boolean) {
    const { worker } = this.#options;
    const { document, version } = state;
    const key = document.uri.toString();
    const request = { kind: 'read', document: key, version, text, isAddressFile } as const;
    let response: ReadConfig;
    try {
      response = await worker.request(request);
    } catch (error) {
      // It may have ended because it was idle or because of another text, so retry once.
      if (!(error instanceof ConfigWorkerError) || error.failure !== 'ended') throw error;
      response = await worker.request(request);
    }
    state.generation = worker.generation;
    return response;
  }

  #isNewest(state: OpenConfig): boolean {
    return this.#open.get(state.document.uri.toString()) === state;
  }

  /** Checks with the known pools and fires the change; then looks up unknown pools. */
  async #check(state: OpenConfig): Promise<void> {
    if (state.latest === null || !this.#isNewest(state)) return;
    if (state.latest.config === null) return this.#changes.fire(state.latest.uri);
    await this.#checkOnce(state);
    // Callers that await the config must not wait for the connection.
    void this.#lookUpPools(state);
  }

  async #lookUpPools(state: OpenConfig): Promise<void> {
    const { knownPools, wantsPools, log } = this.#options;
    const { latest, abort } = state;
    if (latest === null || latest.config === null || !wantsPools()) return;
    const pools = new Set(latest.config.entries.flatMap(poolsOf));
    if (!this.#isNewest(state) || knownPools.knowsAll(pools)) return;
    try {
      await knownPools.request(pools, abort.signal);
    } catch (error) {
      // The checks without pools remain; the views report connection failures.
      if (!abort.signal.aborted) log.debug(`Pools of a bot config: ${toMarketError(error).kind}`);
      return;
    }
    if (this.#isNewest(state)) await this.#checkOnce(state);
  }

  async #checkOnce(state: OpenConfig): Promise<void> {
    const nowMilliseconds = Date.now();
    const { latest } = state;
    if (latest === null || latest.config === null) return;
    const { config, uri } = latest;
    const checked = await this.#requestCheck(state, config, nowMilliseconds);
    // Listeners such as the diagnostics start in a new turn.
    await nextTurn();
    if (!this.#isNewest(state)) return;
    if (checked !== null) {
      const { problems, groups, omittedProblems } = checked;
      state.latest = { ...latest, config: { ...config, groups }, problems, omittedProblems };
    }
    this.#changes.fire(uri);
    clearTimeout(state.aging);
    const { updatedAtMilliseconds } = config;
    const untilOld = (updatedAtMilliseconds ?? 0) + maxAgeMilliseconds - nowMilliseconds;
    if (updatedAtMilliseconds === null || untilOld < 0 || untilOld > maxAgeMilliseconds) return;
    state.aging = setTimeout(() => void this.#checkOnce(state), untilOld + 1_000);
  }

  /** Null if the thread lost the text, or failed; the last result then remains. */
  async #requestCheck(state: OpenConfig, config: BotConfig, nowMilliseconds: number) {
    const { worker } = this.#options;
    const { document, version } = state;
    const key = document.uri.toString();
    try {
      await this.#sendPools(config);
      const tableLimits = this.#options.tableLimits();
      const request = {
        kind: 'check',
        document: key,
        version,
        nowMilliseconds,
        tableLimits,
      } as const;
      const { config: checked, problems, omittedProblems } = await worker.request(request);
      return { problems, groups: checked?.groups ?? config.groups, omittedProblems };
    } catch (error) {
      // Re-read once per version: a text that crashes the thread is not retried.
      if (isTextForgotten(error) && this.#isNewest(state) && this.#readAgain.get(key) !== version) {
        this.#readAgain.set(key, version);
        state.version = -1;
        this.#schedule(document, 0);
      }
      return null;
    }
  }

  /** Sends the thread the known pools of a config that it does not have yet, in batches. */
  #sendPools({ entries }: BotConfig): Promise<void> {
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#sendNew(entries));
    return this.#sending;
  }

  async #sendNew(entries: BotConfig['entries']): Promise<void> {
    const { worker, knownPools } = this.#options;
    let isReset = this.#sent.generation !== worker.generation;
    if (isReset) this.#sent = { generation: worker.generation, pools: new Set() };
    const { pools: sent } = this.#sent;
    const fresh = entries.flatMap(poolsOf).filter((pool) => {
      if (sent.has(pool) || knownPools.get(pool) === undefined) return false;
      sent.add(pool);
      return true;
    });
    for (let at = 0; at < fresh.length || isReset; at += poolsPerMessage) {
      const pools = fresh.slice(at, at + poolsPerMessage).flatMap((address) => {
        const known = knownPools.get(address);
        return known === undefined ? [] : [[address, known] as const];
      });
      await worker.request({ kind: 'pools', isReset, pools });
      isReset = false;
    }
  }

  /** Sends a request about the current version; re-reads and retries once if the thread lost it. */
  async #ask<Response>(
    document: vscode.TextDocument,
    request: (of: { readonly document: string; readonly version: number }) => Promise<Response>,
  ): Promise<Response | null> {
    const key = document.uri.toString();
    for (let attempt = 0; ; attempt++) {
      const found = await this.read(document);
      const known = this.#open.get(key);
      if (found === null || known === undefined) return null;
      if (known.generation !== this.#options.worker.generation) {
        known.version = -1;
        await this.read(document);
      }
      try {
        return await request({ document: key, version: document.version });
      } catch (error) {
        if (!isTextForgotten(error) || attempt > 0) throw error;
        const state = this.#open.get(key);
        if (state !== undefined) state.version = -1;
      }
    }
  }
}

/** Pools per message; copying this many takes about a millisecond. */
const poolsPerMessage = 500;

/** Whether re-reading the text may help. */
const isTextForgotten = (error: unknown): boolean =>
  error instanceof ConfigWorkerError && ['ended', 'unknown-text'].includes(error.failure);

const toConfigDocument = (found: ReadDocument | null): ConfigDocument | null =>
  found !== null && isReadable(found) ? found : null;

const isReadable = (found: ReadDocument): found is ConfigDocument => found.config !== null;
