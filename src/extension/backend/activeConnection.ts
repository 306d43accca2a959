import { createHmac, randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import type {
  NetworkSettings as ChannelNetworkSettings,
  ConnectionSettings,
  ConnectionStatus,
  OpenRequest,
} from '../../backend/protocol/connectionProtocol.ts';
import type { BlockedReason } from '../base/connections.ts';
import { type Connection, sandboxConnection } from '../base/connections.ts';
import { type Disposable, DisposableStore, Listeners } from '../base/disposable.ts';
import type {
  BackendClient,
  BackendState,
  ChannelMethod,
  RequestOptions,
} from './backendClient.ts';
import {
  type ChannelArbscopeService,
  createChannelArbscopeService,
} from './channelArbscopeService.ts';
import { type ChannelMarketService, createChannelMarketService } from './channelMarketService.ts';
import { UnknownConnectionError } from './channelMessages.ts';
import type { ConnectionOverview } from './connectionPhase.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';
import { toChannelNetworkSettings, toConnectionSettings } from './connectionSettings.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { ErrorContext } from './errorDescription.ts';
import type { NetworkSettings } from './networkSettings.ts';
import type { SelectedConnection } from './selectedConnection.ts';

export interface ActiveConnectionOptions {
  readonly backend: Pick<BackendClient, 'request' | 'state' | 'onState' | 'onStatus'>;
  readonly store: Pick<ConnectionStore, 'find' | 'onChange'>;
  readonly secrets: Pick<ConnectionSecrets, 'read'>;
  readonly selected: Pick<SelectedConnection, 'name' | 'select'>;
  readonly network: () => NetworkSettings;
  readonly isTrusted: () => boolean;
}

/** A connection as opened, and its id in the backend; null before the first request. */
interface OpenedConnection {
  readonly connection: Connection;
  id: Promise<string> | null;
}

/**
 * A window's connection. The first request opens it, and it is reopened when the backend restarts
 * or the settings change. Its `service` object stays the same when the user switches.
 */
export class ActiveConnection extends DisposableStore {
  readonly service: ChannelMarketService;
  /** Arbscope's own operations; `not-offered` if the connection has none of them. */
  readonly arbscope: ChannelArbscopeService;
  readonly #options: ActiveConnectionOptions;
  readonly #switchListeners = new Listeners<Connection>();
  readonly #overviewListeners = new Listeners<ConnectionOverview>();
  #fingerprintKey: Buffer | null = null;
  #connection: Connection;
  #fingerprint: string | null = null;
  /** Number of the newest `reopen`; an older one still running does nothing. */
  #generation = 0;
  #pendingChanges = 0;
  /** Whether the connection was open when the backend ended. */
  #wasOpen = false;
  #opened: OpenedConnection;
  #openedId: string | null = null;
  #blockedReason: BlockedReason | null = null;
  /** Aborts when the connection is replaced, or the window closes. */
  #connectionEnd = new AbortController();
  #status: ConnectionStatus | null = null;
  /** Statuses that arrived before the response with the connection's id. */
  readonly #earlyStatuses = new Map<string, ConnectionStatus>();

  constructor(options: ActiveConnectionOptions) {
    super();
    this.#options = options;
    this.service = createChannelMarketService((...request) => this.request(...request));
    this.arbscope = createChannelArbscopeService({
      request: (...request) => this.request(...request),
      backend: options.backend,
      connectionEnded: () => this.#connectionEnd.signal,
    });
    this.#connection = this.#findSelected();
    this.#opened = { connection: this.#connection, id: null };
    this.add(options.backend.onState((state) => this.#handleBackendState(state)));
    this.add(options.backend.onStatus((status) => this.#handleStatus(status)));
    this.add({ dispose: () => this.#connectionEnd.abort() });
    this.add(options.store.onChange(() => void this.reopen()));
    void this.#inspect(this.#connection).then(({ blockedReason, fingerprint }) => {
      if (this.#fingerprint !== null) return;
      this.#blockedReason = blockedReason;
      this.#fingerprint = fingerprint;
      if (blockedReason !== null) this.#fireOverview();
    });
  }

  get current(): Connection {
    return this.#connection;
  }

  get overview(): ConnectionOverview {
    return {
      connection: this.#connection,
      backend: this.#options.backend.state,
      blockedReason: this.#blockedReason,
      status: this.#status,
    };
  }

  /** Called when the connection is replaced, or its settings change. */
  onSwitch(listener: (connection: Connection) => void): Disposable {
    return this.#switchListeners.add(listener);
  }

  onOverview(listener: (overview: ConnectionOverview) => void): Disposable {
    return this.#overviewListeners.add(listener);
  }

  /** Switches to the named connection, also in windows without their own choice. */
  async switchTo(name: string): Promise<void> {
    const connection = this.#options.store.find(name);
    if (connection === undefined) {
      throw new MarketError('bad-parameter', t('No connection named {0}.', name));
    }
    await this.#options.selected.select(connection.name);
    await this.reopen();
  }

  /** As `switchTo`, within `batchChanges`; the named connection may not exist yet. */
  async select(name: string): Promise<void> {
    await this.#options.selected.select(name);
  }

  /** Applies changes of the choice, connection, secret, trust or network, if there are any. */
  async reopen(): Promise<void> {
    if (this.#pendingChanges > 0) return;
    this.#generation += 1;
    const generation = this.#generation;
    const connection = this.#findSelected();
    const { blockedReason, fingerprint } = await this.#inspect(connection);
    if (generation !== this.#generation || fingerprint === this.#fingerprint) return;
    if (this.#openedId !== null) this.#close(this.#openedId);
    this.#connection = connection;
    this.#opened = { connection, id: null };
    this.#fingerprint = fingerprint;
    this.#blockedReason = blockedReason;
    this.#openedId = null;
    this.#status = null;
    this.#connectionEnd.abort();
    this.#connectionEnd = new AbortController();
    this.#switchListeners.fire(connection);
    this.#fireOverview();
  }

  async batchChanges(make: () => Promise<void>): Promise<void> {
    this.#pendingChanges += 1;
    try {
      await make();
    } finally {
      this.#pendingChanges -= 1;
      await this.reopen();
    }
  }

  /** Opens the connection if necessary. Throws a MarketError. */
  async openedId(): Promise<string> {
    return await this.#idOf(this.#opened);
  }

  /** Every failure is a MarketError. */
  async request(
    method: ChannelMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const opened = this.#opened;
    const send = async (): Promise<unknown> => {
      const connectionId = await this.#idOf(opened);
      return await this.#options.backend.request(method, { ...request, connectionId }, options);
    };
    try {
      return await send();
    } catch (error) {
      if (!UnknownConnectionError.is(error)) throw error;
      // Safe to resend: the new process rejected it because it does not know the connection.
      opened.id = null;
      return await send();
    }
  }

  /** For requests that go to no connection. */
  networkSettings(): ChannelNetworkSettings {
    return toChannelNetworkSettings(this.#options.network());
  }

  /** Includes the connection's secret. */
  async settingsOf(connection: Connection): Promise<ConnectionSettings> {
    if (connection.kind === 'sandbox') return { kind: 'sandbox' };
    if (!this.#options.isTrusted()) throw restrictedError(connection);
    return toConnectionSettings({
      connection,
      secret: await this.#options.secrets.read(connection),
      network: this.#options.network(),
    });
  }

  /** Falls back to the Sandbox if the chosen connection no longer exists. */
  #findSelected(): Connection {
    const { store, selected } = this.#options;
    return store.find(selected.name ?? sandboxConnection.name) ?? sandboxConnection;
  }

  #idOf(opened: OpenedConnection): Promise<string> {
    opened.id ??= this.#open(opened).catch((error: unknown) => {
      opened.id = null;
      throw error;
    });
    return opened.id;
  }

  /** Reads the settings each time, so that no secret is stored here. */
  async #open(opened: OpenedConnection): Promise<string> {
    const request: OpenRequest = { settings: await this.settingsOf(opened.connection) };
    const response = await this.#options.backend.request('open', request);
    const id = isObject(response) ? response['connectionId'] : undefined;
    if (typeof id !== 'string')
      throw new MarketError('unreadable-answer', t('The backend sent an invalid response.'));
    if (opened === this.#opened) {
      this.#openedId = id;
      this.#wasOpen = false;
      this.#status = this.#earlyStatuses.get(id) ?? null;
      if (this.#status !== null) this.#noteSimulated(this.#status);
      this.#earlyStatuses.clear();
      this.#fireOverview();
    }
    return id;
  }

  #close(connectionId: string): void {
    // Ignore failures: the backend closes it when the window disconnects.
    this.#options.backend.request('close', { connectionId }).catch(() => undefined);
  }

  /** The fingerprint changes with the connection and does not reveal the secret. */
  async #inspect(
    connection: Connection,
  ): Promise<{ blockedReason: BlockedReason | null; fingerprint: string }> {
    let blockedReason: BlockedReason | null = null;
    let settings: ConnectionSettings | null = null;
    try {
      if (connection.kind !== 'sandbox' && !this.#options.isTrusted()) blockedReason = 'restricted';
      else settings = await this.settingsOf(connection);
    } catch {
      // The first call reports the details.
      blockedReason = 'needs-secret';
    }
    const fingerprintInput = JSON.stringify([connection, blockedReason, settings]);
    // The Sandbox has no secret, so it needs no HMAC; this speeds up most starts.
    if (connection.kind === 'sandbox') return { blockedReason, fingerprint: fingerprintInput };
    this.#fingerprintKey ??= randomBytes(32);
    return {
      blockedReason,
      fingerprint: createHmac('sha256', this.#fingerprintKey)
        .update(fingerprintInput)
        .digest('hex'),
    };
  }

  #handleStatus(status: ConnectionStatus): void {
    if (this.#openedId === null) {
      this.#earlyStatuses.set(status.connectionId, status);
    } else if (status.connectionId === this.#openedId) {
      this.#status = status;
      this.#noteSimulated(status);
      this.#fireOverview();
    }
  }

  /** Every view and panel labels the figures by the connection. */
  #noteSimulated({ isSimulated }: ConnectionStatus): void {
    const connection = this.#connection;
    if (isSimulated === undefined || connection.kind !== 'service') return;
    if (isSimulated !== connection.isSimulated) this.#connection = { ...connection, isSimulated };
  }

  #handleBackendState({ kind }: BackendState): void {
    if (kind === 'ready') {
      // Reopen at once, to show the status before the next request.
      if (this.#wasOpen) this.#idOf(this.#opened).catch(() => undefined);
    } else if (this.#openedId !== null) {
      // Ids and statuses are lost with the process.
      this.#wasOpen = true;
      this.#opened = { connection: this.#connection, id: null };
      this.#openedId = null;
      this.#status = null;
    }
    this.#earlyStatuses.clear();
    this.#fireOverview();
  }

  #fireOverview(): void {
    this.#overviewListeners.fire(this.overview);
  }
}

const restrictedError = ({ name }: Connection): MarketError =>
  new MarketError(
    'unauthorized',
    t(
      '{0} is off because the workspace is not trusted. No key was read and nothing was sent.',
      name,
    ),
  );

export const getErrorContext = ({
  current,
  overview,
}: Pick<ActiveConnection, 'current' | 'overview'>): ErrorContext => ({
  connection: current,
  isBackendFailed: overview.backend.kind === 'failed',
  isRestricted: overview.blockedReason === 'restricted',
});
