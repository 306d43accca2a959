import { createHmac, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { t } from '@vscode/l10n';
import { withAbort } from '../../api/cancellation.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
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
/** Waits after failures to open a connection in a row; the last repeats. */
const retrySeconds = [5, 10, 20, 40, 60] as const;
/** Failures to open that may end without the user. */
const transientKinds: ReadonlySet<MarketErrorKind> = new Set(['unreachable', 'service-failing']);

/** Why the connection could not be opened. */
interface OpenFailure {
  readonly error: MarketError;
  /** In a row. */
  readonly count: number;
  /** Calls until then get the error without another attempt; `null`: each call makes one. */
  readonly nextTryAtMilliseconds: number | null;
}

interface Entry {
  readonly settings: ConnectionSettings;
  /** Windows that have opened it and not released it. */
  readonly windows: Set<object>;
  /** `null` until the first use, and after a failed start. */
  opening: Promise<Connection> | null;
  /** Of the last attempt to open it; `null` before the first and after a success. */
  failure: OpenFailure | null;
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

  /**
   * Resolves when the connection is open. `isForced`: also before the next try is due. Throws a
   * MarketError or an UnknownConnectionError.
   */
  async whenReady(
    window: object,
    id: string,
    signal: AbortSignal,
    isForced = false,
  ): Promise<Connection> {
    return await withAbort(this.#open(this.#entryOf(window, id), isForced), signal);
  }

  /** The connection, or an early responder that covers the call. Throws like `whenReady`. */
  async whenResponding(
    window: object,
    id: string,
    { operation, parameters }: { readonly operation: OperationName; readonly parameters: unknown },
    signal: AbortSignal,
    isForced = false,
  ): Promise<Pick<Connection, 'call'>> {
    const entry = this.#entryOf(window, id);
    const opening = this.#open(entry, isForced);
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
      failure: null,
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

  /**
   * Throws the last failure until the next try is due, because each view and panel sends its own
   * calls. A clock that was set back does not delay the try.
   */
  #open(entry: Entry, isForced: boolean): Promise<Connection> {
    if (entry.opening === null && !isForced) {
      const { error, nextTryAtMilliseconds } = entry.failure ?? {};
      const left = (nextTryAtMilliseconds ?? 0) - Date.now();
      const isDue = left <= 0 || left > retrySeconds[4] * 1_000;
      if (error !== undefined && !isDue) throw withRetryAfter(error, left / 1_000);
    }
    entry.opening ??= this.#start(entry);
    return entry.opening;
  }

  #start(entry: Entry): Promise<Connection> {
    const tell = (change: StatusUpdate): void => {
      entry.status = { ...entry.status, ...change };
      this.#options.onStatus(entry.status);
    };
    let isReady = false;
    const { failure } = entry;
    // Another attempt changes nothing that the user sees, until it succeeds.
    if (failure === null) tell({ state: 'starting', message: '', error: null });
    const early = Promise.withResolvers<EarlyResponder | null>();
    entry.early = early.promise;
    const open = () =>
      this.#options.open(entry.settings, {
        signal: this.#closing.signal,
        onEarlyResponder: early.resolve,
        // Calls wait for `opening`, so only its result sets the state to ready or failed.
        onStatus: (change) => {
          if (isReady) tell(change);
          else if (failure === null) tell({ ...change, state: 'starting' });
        },
      });
    const former = this.#closeConflicting(entry);
    const opened = former.length === 0 ? open() : Promise.all(former).then(open);
    const opening = opened.catch((error: unknown): never => {
      throw this.#failed(entry, error, (failure?.count ?? 0) + 1);
    });
    const end = () => {
      early.resolve(null);
      entry.early = Promise.resolve(null);
    };
    opening.then(end, end);
    opening.then(
      () => {
        isReady = true;
        entry.failure = null;
        const recovered = failure === null ? {} : { error: null, nextTryAtMilliseconds: null };
        tell({ state: 'ready', message: '', ...recovered });
      },
      () => {
        entry.opening = null;
        if (entry.failure === null) return;
        const { error, nextTryAtMilliseconds } = entry.failure;
        const { kind, message } = error;
        tell({ state: 'failed', message, error: { kind, message }, nextTryAtMilliseconds });
      },
    );
    return opening;
  }

  /** Keeps the failure, and returns it for the callers. */
  #failed(entry: Entry, cause: unknown, count: number): MarketError {
    const error = MarketError.is(cause)
      ? cause
      : new MarketError('service-failing', errorMessage(cause), { cause });
    const seconds = transientKinds.has(error.kind)
      ? (retrySeconds[count - 1] ?? retrySeconds[4])
      : null;
    const nextTryAtMilliseconds = seconds === null ? null : Date.now() + seconds * 1_000;
    entry.failure = { error, count, nextTryAtMilliseconds };
    return seconds === null ? error : withRetryAfter(error, seconds);
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

const withRetryAfter = (error: MarketError, retryAfterSeconds: number): MarketError => {
  const { kind, message, parameter, statusCode, unprovenOrigin } = error;
  return new MarketError(kind, message, {
    ...(parameter === undefined ? {} : { parameter }),
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(unprovenOrigin === undefined ? {} : { unprovenOrigin }),
    retryAfterSeconds,
    cause: error,
  });
};

const serviceFailingError = (message: string) => new MarketError('service-failing', message);
