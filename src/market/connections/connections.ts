import { createHmac, randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionSettings, ConnectionStatus } from '../connectionProtocol.ts';
import { abandonable } from './abandonable.ts';
import type { Connection, OpenConnection, StatusChange } from './connection.ts';
import { canonicalText, originOf } from './connectionSettings.ts';

/** The id names no connection that this window has opened in this process. */
export class UnknownConnectionError extends Error {
  override readonly name = 'UnknownConnectionError';
}

export interface ConnectionsOptions {
  readonly open: OpenConnection;
  /** Hears of every change. */
  readonly onStatus: (status: ConnectionStatus) => void;
  /** How long a connection stays that no window holds; a reloaded window comes back within it. */
  readonly keepMilliseconds?: number;
}

const defaultKeepMilliseconds = 60_000;
/** Windows take over changed settings one after the other, but soon. */
const handoverMilliseconds = 5_000;
/** Each may hold a whole market in memory. */
const connectionsMaximum = 16;

interface Entry {
  readonly settings: ConnectionSettings;
  /** Windows that have opened it and not closed it. */
  readonly holders: Set<object>;
  /** `null` until the first use, and after a start that failed. */
  live: Promise<Connection> | null;
  status: ConnectionStatus;
  leaving: NodeJS.Timeout | undefined;
  /** Called when no window holds it any more. */
  readonly onUnheld: Set<() => void>;
}

/** What two connections cannot have at the same time: one node's blocks go into one index. */
const indexOf = (settings: ConnectionSettings): string | null =>
  settings.kind === 'node' ? settings.rpcUrl.trim() : null;

/**
 * The connections of all windows. One is known by an id from the moment a window opens it, begins
 * to work at its first use, and is closed some time after the last window has let go of it.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** Makes the ids: new in every process, so that an id tells nothing of a key, not even its hash. */
  readonly #idKey = randomBytes(32);
  readonly #entries = new Map<string, Entry>();
  /** Let go of, and not yet closed. */
  readonly #dropping = new Map<Entry, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /**
   * What is known of the settings' connection, which the window now holds; `isNew` tells whether it
   * did not before. Throws a MarketError.
   */
  hold(
    window: object,
    settings: ConnectionSettings,
  ): { readonly status: ConnectionStatus; readonly isNew: boolean } {
    const id = createHmac('sha256', this.#idKey).update(canonicalText(settings)).digest('hex');
    const entry = this.#entries.get(id) ?? this.#add(id, settings);
    clearTimeout(entry.leaving);
    const isNew = !entry.holders.has(window);
    entry.holders.add(window);
    return { status: entry.status, isNew };
  }

  /**
   * The window uses a connection that another one holds. Throws an UnknownConnectionError where
   * none does.
   */
  adopt(window: object, id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.holders.size === 0) {
      throw new UnknownConnectionError(t('The connection is not open'));
    }
    entry.holders.add(window);
  }

  /** The window does not use the connection any more; nothing happens when it never did. */
  release(window: object, id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.holders.delete(window) !== true || entry.holders.size > 0) return;
    const { keepMilliseconds = defaultKeepMilliseconds } = this.#options;
    entry.leaving = setTimeout(() => void this.#drop(id, entry), keepMilliseconds);
    // The end of the process does not wait for it.
    entry.leaving.unref();
    for (const hear of [...entry.onUnheld]) hear();
  }

  /** The window has gone. */
  releaseAll(window: object): void {
    for (const id of [...this.#entries.keys()]) this.release(window, id);
  }

  /**
   * A connection when it answers; a start that failed is tried again. Throws a MarketError, or an
   * UnknownConnectionError for an id that the window does not hold. Aborting gives up the waiting,
   * not the start.
   */
  async use(window: object, id: string, signal: AbortSignal): Promise<Connection> {
    const entry = this.#held(window, id);
    entry.live ??= this.#start(entry);
    return await abandonable(entry.live, signal);
  }

  /** What a connection that the window holds was opened with. Throws an UnknownConnectionError. */
  settings(window: object, id: string): ConnectionSettings {
    return this.#held(window, id).settings;
  }

  isHeldBy(window: object, id: string): boolean {
    return this.#entries.get(id)?.holders.has(window) === true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const entries = [...this.#entries];
    await Promise.allSettled(entries.map(([id, entry]) => this.#drop(id, entry)));
  }

  #held(window: object, id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined || !entry.holders.has(window)) {
      throw new UnknownConnectionError(t('The connection is not open'));
    }
    return entry;
  }

  #add(id: string, settings: ConnectionSettings): Entry {
    if (this.#closing.signal.aborted) throw failing(t('The market process is ending'));
    if (this.#entries.size >= connectionsMaximum) this.#dropUnheld();
    if (this.#entries.size >= connectionsMaximum) {
      throw failing(
        t('More than {0} connections are open; close a window or a connection', connectionsMaximum),
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
      holders: new Set(),
      live: null,
      status,
      leaving: undefined,
      onUnheld: new Set(),
    };
    this.#entries.set(id, entry);
    return entry;
  }

  /** One that no window holds makes room. */
  #dropUnheld(): void {
    const unheld = [...this.#entries].find(([, { holders }]) => holders.size === 0);
    if (unheld !== undefined) void this.#drop(...unheld);
  }

  #start(entry: Entry): Promise<Connection> {
    const tell = (change: StatusChange): void => {
      entry.status = { ...entry.status, ...change };
      this.#options.onStatus(entry.status);
    };
    let isReady = false;
    tell({ state: 'starting', message: t('Starting'), error: null });
    const open = () =>
      this.#options.open(entry.settings, {
        signal: this.#closing.signal,
        // Calls are answered when the opening is through, so only that makes it ready or failed.
        onStatus: (change) => tell(isReady ? change : { ...change, state: 'starting' }),
      });
    const former = this.#formerOf(entry);
    const opening = former.length === 0 ? open() : Promise.all(former).then(open);
    opening.then(
      () => {
        isReady = true;
        tell({ state: 'ready', message: '' });
      },
      (error: unknown) => {
        entry.live = null;
        const message = error instanceof Error ? error.message : String(error);
        const kind = MarketError.is(error) ? error.kind : 'service-failing';
        tell({ state: 'failed', message, error: { kind, message } });
      },
    );
    return opening;
  }

  /**
   * Ends of the connections that have the index which this one needs: those to the same node with
   * other settings, as soon as no window holds them. One that stays held is left to the opening,
   * which tells what is in its way.
   */
  #formerOf(entry: Entry): Promise<void>[] {
    const index = indexOf(entry.settings);
    if (index === null) return [];
    const isFormer = (other: Entry) => other !== entry && indexOf(other.settings) === index;
    const ending = [...this.#dropping].flatMap(([other, end]) => (isFormer(other) ? end : []));
    const there = [...this.#entries]
      .filter(([, other]) => isFormer(other) && other.live !== null)
      .map(async ([id, other]) => {
        await this.#unheld(other);
        if (other.holders.size === 0) await this.#drop(id, other);
      });
    return [...ending, ...there];
  }

  /** Resolves when no window holds it, or when that takes too long. */
  async #unheld({ holders, onUnheld }: Entry): Promise<void> {
    if (holders.size === 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        onUnheld.delete(done);
        resolve();
      };
      const timer = setTimeout(done, handoverMilliseconds);
      onUnheld.add(done);
    });
  }

  #drop(id: string, entry: Entry): Promise<void> {
    clearTimeout(entry.leaving);
    this.#entries.delete(id);
    const end = (async () => {
      const connection = await entry.live?.catch(() => null);
      await connection?.close();
    })().finally(() => this.#dropping.delete(entry));
    this.#dropping.set(entry, end);
    return end;
  }
}

const failing = (message: string) => new MarketError('service-failing', message);
