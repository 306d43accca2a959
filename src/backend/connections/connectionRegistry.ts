import { createHmac, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { t } from '@vscode/l10n';
import { withAbort } from '../../api/cancellation.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import type { OperationName } from '../../api/operations.ts';
import type {
  Connection,
  EarlyResponder,
  OpenConnection,
  StatusUpdate,
} from '../connectionBase/connection.ts';
import { canonicalJson, originOf } from '../connectionBase/connectionSettings.ts';
import type { ConnectionSettings, ConnectionStatus } from '../protocol/connectionProtocol.ts';

/** This window has opened no connection with the id in this process. */
export class UnknownConnectionError extends Error {
  override readonly name = 'UnknownConnectionError';
}

export interface ConnectionRegistryOptions {
  readonly open: OpenConnection;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** How long an unused connection stays open, for a window that reloads. */
  readonly idleMilliseconds?: number;
}

const defaultIdleMilliseconds = 60_000;
/** How long to wait until other windows have also switched to changed settings. */
const handoverMilliseconds = 5_000;
/** Each may have a whole market in memory. */
const maxConnections = 16;

interface Entry {
  readonly settings: ConnectionSettings;
  /** Windows that have opened it and not released it. */
  readonly windows: Set<object>;
  /** `null` until the first use, and after a failed start. */
  opening: Promise<Connection> | null;
  /** The responder while the connection is opening; `null` if it has none, or is open. */
  early: Promise<EarlyResponder | null>;
  status: ConnectionStatus;
  idleTimer: NodeJS.Timeout | undefined;
  /** Emits `released` when the last window releases it. */
  readonly released: EventEmitter;
}

/** A key that only one open connection may have: each node has a single index. */
const indexKey = (settings: ConnectionSettings): string | null =>
  settings.kind === 'node' ? settings.rpcUrl.trim() : null;

/** The connections of all windows, by id: opened at first use, closed after the last window. */
export class ConnectionRegistry {
  readonly #options: ConnectionRegistryOptions;
  /** New in every process: an id reveals nothing of an API key, not even its hash. */
  readonly #idKey = randomBytes(32);
  readonly #entries = new Map<string, Entry>();
  readonly #pendingCloses = new Map<Entry, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: ConnectionRegistryOptions) {
    this.#options = options;
  }

  /** `isNew` if the window did not use the connection before. Throws a MarketError. */
  acquire(
    window: object,
    settingsOf: ConnectionSettings,
  ): { readonly status: ConnectionStatus; readonly isNew: boolean } {
    const id = createHmac('sha256', this.#idKey).update(canonicalJson(settingsOf)).digest('hex');
    const entry = this.#entries.get(id) ?? this.#add(id, settingsOf);
    clearTimeout(entry.idleTimer);
    const isNew = !entry.windows.has(window);
    entry.windows.add(window);
    return { status: entry.status, isNew };
  }

  /** Throws an UnknownConnectionError if no window has opened the connection. */
  attach(window: object, id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.windows.size === 0) {
      throw new UnknownConnectionError(t('The connection is not open'));
    }
    entry.windows.add(window);
  }

  release(window: object, id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.windows.delete(window) !== true || entry.windows.size > 0) return;
    const { idleMilliseconds = defaultIdleMilliseconds } = this.#options;
    entry.idleTimer = setTimeout(() => void this.#closeEntry(entry), idleMilliseconds);
    // The process may exit before this.
    entry.idleTimer.unref();
    entry.released.emit('released');
  }

  releaseAll(window: object): void {
    for (const id of [...this.#entries.keys()]) this.release(window, id);
  }

  /** Resolves when the connection is open. Throws a MarketError or an UnknownConnectionError. */
  async whenReady(window: object, id: string, signal: AbortSignal): Promise<Connection> {
    const entry = this.#entryOf(window, id);
    entry.opening ??= this.#start(entry);
    return await withAbort(entry.opening, signal);
  }

  /** The connection, or an early responder that covers the call. Throws like `whenReady`. */
  async whenResponding(
    window: object,
    id: string,
    { operation, parameters }: { readonly operation: OperationName; readonly parameters: unknown },
    signal: AbortSignal,
  ): Promise<Pick<Connection, 'call'>> {
    const entry = this.#entryOf(window, id);
    entry.opening ??= this.#start(entry);
    const { opening } = entry;
    const early = await withAbort(entry.early, signal);
    if (early?.covers(operation, parameters) === true) return early;
    return await withAbort(opening, signal);
  }

  /** Throws an UnknownConnectionError. */
  settings(window: object, id: string): ConnectionSettings {
    return this.#entryOf(window, id).settings;
  }

  isUsedBy(window: object, id: string): boolean {
    return this.#entries.get(id)?.windows.has(window) === true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const entries = [...this.#entries.values()];
    await Promise.allSettled(entries.map((entry) => this.#closeEntry(entry)));
  }

  #entryOf(window: object, id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry?.windows.has(window) === true) return entry;
    throw new UnknownConnectionError(t('The connection is not open'));
  }

  #add(id: string, settings: ConnectionSettings): Entry {
    if (this.#closing.signal.aborted) throw serviceFailingError(t('The backend is stopping'));
    if (this.#entries.size >= maxConnections) this.#closeUnused();
    if (this.#entries.size >= maxConnections) {
      throw serviceFailingError(
        t('More than {0} connections are open. Close a window.', maxConnections),
      );
    }
    const status: ConnectionStatus = {
      connectionId: id,
      kind: settings.kind,
      origin: originOf(settings),
      state: 'idle',
      message: '',
      error: null,
      latencyMilliseconds: null,
      engine: null,
      budgets: [],
    };
    const entry: Entry = {
      settings,
      windows: new Set(),
      opening: null,
      early: Promise.resolve(null),
      status,
      idleTimer: undefined,
      released: new EventEmitter(),
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #closeUnused(): void {
    const unused = [...this.#entries.values()].find(({ windows }) => windows.size === 0);
    if (unused !== undefined) void this.#closeEntry(unused);
  }

  #start(entry: Entry): Promise<Connection> {
    const tell = (change: StatusUpdate): void => {
      entry.status = { ...entry.status, ...change };
      this.#options.onStatus(entry.status);
    };
    let isReady = false;
    tell({ state: 'starting', message: '', error: null });
    const early = Promise.withResolvers<EarlyResponder | null>();
    entry.early = early.promise;
    const open = () =>
      this.#options.open(entry.settings, {
        signal: this.#closing.signal,
        onEarlyResponder: early.resolve,
        // Calls wait for `opening`, so only its result sets the state to ready or failed.
        onStatus: (change) => tell(isReady ? change : { ...change, state: 'starting' }),
      });
    const former = this.#closeConflicting(entry);
    const opening = former.length === 0 ? open() : Promise.all(former).then(open);
    const end = () => {
      early.resolve(null);
      entry.early = Promise.resolve(null);
    };
    opening.then(end, end);
    opening.then(
      () => {
        isReady = true;
        tell({ state: 'ready', message: '' });
      },
      (error: unknown) => {
        entry.opening = null;
        const message = errorMessage(error);
        const kind = MarketError.is(error) ? error.kind : 'service-failing';
        tell({ state: 'failed', message, error: { kind, message } });
      },
    );
    return opening;
  }

  /** Closes unused connections with the same index; connections still in use stay. */
  #closeConflicting(entry: Entry): Promise<void>[] {
    const index = indexKey(entry.settings);
    if (index === null) return [];
    const isFormer = (other: Entry) => other !== entry && indexKey(other.settings) === index;
    const ending = [...this.#pendingCloses].flatMap(([other, end]) => (isFormer(other) ? end : []));
    const there = [...this.#entries.values()]
      .filter((other) => isFormer(other) && other.opening !== null)
      .map(async (other) => {
        await this.#waitUntilReleased(other);
        if (other.windows.size === 0) await this.#closeEntry(other);
      });
    return [...ending, ...there];
  }

  async #waitUntilReleased({ windows, released }: Entry): Promise<void> {
    if (windows.size === 0) return;
    const signal = AbortSignal.timeout(handoverMilliseconds);
    await once(released, 'released', { signal }).catch(() => undefined);
  }

  #closeEntry(entry: Entry): Promise<void> {
    clearTimeout(entry.idleTimer);
    this.#entries.delete(entry.status.connectionId);
    const end = (async () => {
      const connection = await entry.opening?.catch(() => null);
      await connection?.close();
    })().finally(() => this.#pendingCloses.delete(entry));
    this.#pendingCloses.set(entry, end);
    return end;
  }
}

const serviceFailingError = (message: string) => new MarketError('service-failing', message);
