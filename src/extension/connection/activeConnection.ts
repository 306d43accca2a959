import { createHmac, randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionSettings, ConnectionStatus } from '../../market/connectionProtocol.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import type { FailurePlace } from '../errors/remedy.ts';
import type { RequestOptions, WindowMethod } from './channelClient.ts';
import { channelService, type WindowService } from './channelService.ts';
import type { ChosenConnection } from './chosenConnection.ts';
import type { ConnectionOverview, Hold } from './connectionPhase.ts';
import { connectionRequest } from './connectionRequest.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type Connection, placeOf, sandbox } from './connections.ts';
import type { ConnectionState, MarketConnection } from './marketConnection.ts';
import type { NetworkSettings } from './networkSettings.ts';
import { OpenedConnection } from './openedConnection.ts';

export interface ActiveConnectionOptions {
  readonly market: Pick<MarketConnection, 'request' | 'state' | 'onState' | 'onStatus'>;
  readonly store: Pick<ConnectionStore, 'find' | 'onChange'>;
  readonly secrets: Pick<ConnectionSecrets, 'read'>;
  readonly chosen: Pick<ChosenConnection, 'name' | 'choose'>;
  readonly network: (address: string) => NetworkSettings;
  readonly isTrusted: () => boolean;
  /** Puts itself around the service, to learn from its answers. */
  readonly observe?: (service: WindowService) => WindowService;
}

/**
 * The one connection that a window uses now, and the service behind it: the same object whichever
 * connection is chosen, so that no view has to care. Opened with the first request, and again by
 * itself when the process was started anew, or when what it is made of has changed.
 */
export class ActiveConnection implements Disposable {
  readonly service: WindowService;
  readonly #options: ActiveConnectionOptions;
  readonly #own = new DisposableList();
  readonly #switches = new Listeners<Connection>();
  readonly #overviews = new Listeners<ConnectionOverview>();
  #markKey: Buffer | null = null;
  #connection: Connection;
  #mark: string | null = null;
  /** Of the newest `reopen`: one that is overtaken does nothing. */
  #turn = 0;
  /** Changes that are being made. */
  #changing = 0;
  /** It was open in the process that ended. */
  #wasOpen = false;
  #opened: OpenedConnection;
  #openedId: string | null = null;
  #hold: Hold | null = null;
  #status: ConnectionStatus | null = null;
  /** Statuses that came before the answer that tells whose they are. */
  readonly #early = new Map<string, ConnectionStatus>();

  constructor(options: ActiveConnectionOptions) {
    this.#options = options;
    const { observe = (service: WindowService) => service } = options;
    this.service = observe(channelService(this));
    this.#connection = this.#chosen();
    this.#opened = this.#newOpened(this.#connection);
    this.#own.add(options.market.onState((state) => this.#processChanged(state)));
    this.#own.add(options.market.onStatus((status) => this.#statusCame(status)));
    this.#own.add(options.store.onChange(() => void this.reopen()));
    void this.#look(this.#connection).then(({ hold, mark }) => {
      if (this.#mark !== null) return;
      this.#hold = hold;
      this.#mark = mark;
      if (hold !== null) this.#tell();
    });
  }

  get current(): Connection {
    return this.#connection;
  }

  get overview(): ConnectionOverview {
    return {
      connection: this.#connection,
      process: this.#options.market.state,
      hold: this.#hold,
      status: this.#status,
    };
  }

  /** Another connection answers from now on, or the same one is set otherwise. */
  onSwitch(listener: (connection: Connection) => void): Disposable {
    return this.#switches.add(listener);
  }

  onOverview(listener: (overview: ConnectionOverview) => void): Disposable {
    return this.#overviews.add(listener);
  }

  /** Uses the connection of a name from now on, here and in windows that have chosen none. */
  async use(name: string): Promise<void> {
    const connection = this.#options.store.find(name);
    if (connection === undefined) {
      throw new MarketError('bad-parameter', t('There is no connection with the name {0}.', name));
    }
    await this.#options.chosen.choose(connection.name);
    await this.reopen();
  }

  /** As `use`, within a `change`: the name may be one that is about to be. */
  async choose(name: string): Promise<void> {
    await this.#options.chosen.choose(name);
  }

  /**
   * Takes up what has changed: the choice, the connection itself, its secret, trust, the network.
   * Where nothing of that has, an open connection stays as it is.
   */
  async reopen(): Promise<void> {
    if (this.#changing > 0) return;
    this.#turn += 1;
    const turn = this.#turn;
    const connection = this.#chosen();
    const { hold, mark } = await this.#look(connection);
    if (turn !== this.#turn || mark === this.#mark) return;
    const wasOpen = this.#openedId !== null;
    if (wasOpen) void this.#opened.close();
    this.#connection = connection;
    this.#opened = this.#newOpened(connection);
    this.#mark = mark;
    this.#hold = hold;
    this.#openedId = null;
    this.#status = null;
    this.#switches.tell(connection);
    this.#tell();
  }

  /** Makes a change of several parts, which is taken up as one when all of them are made. */
  async change(make: () => Promise<void>): Promise<void> {
    this.#changing += 1;
    try {
      await make();
    } finally {
      this.#changing -= 1;
      await this.reopen();
    }
  }

  /** The id of the connection in the process, where it is opened for it; throws a MarketError. */
  async openedId(): Promise<string> {
    return await this.#opened.id();
  }

  /** A request with the connection's id. Every failure is a MarketError. */
  async request(
    method: WindowMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    return await this.#opened.request(method, request, options);
  }

  /** All that the process needs to know of a connection, its secret included. */
  async settingsOf(connection: Connection): Promise<ConnectionSettings> {
    if (connection.kind === 'sandbox') return { kind: 'sandbox' };
    if (!this.#options.isTrusted()) throw restricted(connection);
    return connectionRequest({
      connection,
      secret: await this.#options.secrets.read(connection),
      network: this.#options.network(placeOf(connection)),
    });
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** A choice that is there no more leaves the Sandbox. */
  #chosen(): Connection {
    const { store, chosen } = this.#options;
    return store.find(chosen.name ?? sandbox.name) ?? sandbox;
  }

  #newOpened(connection: Connection): OpenedConnection {
    const opened = new OpenedConnection(
      this.#options.market,
      () => this.settingsOf(connection),
      (id) => {
        if (this.#opened === opened) this.#idCame(id);
      },
    );
    return opened;
  }

  /**
   * What stands in the way of asking, before anything is asked; and a mark that is the same as long
   * as the connection is, from which nobody gets the secret back.
   */
  async #look(connection: Connection): Promise<{ hold: Hold | null; mark: string }> {
    let hold: Hold | null = null;
    let settings: ConnectionSettings | null = null;
    try {
      if (connection.kind !== 'sandbox' && !this.#options.isTrusted()) hold = 'restricted';
      else settings = await this.settingsOf(connection);
    } catch {
      // The first call says it in full.
      hold = 'needs-secret';
    }
    const words = JSON.stringify([connection, hold, settings]);
    // It has no secret, and most starts are with it: they need no cryptography.
    if (connection.kind === 'sandbox') return { hold, mark: words };
    this.#markKey ??= randomBytes(32);
    return { hold, mark: createHmac('sha256', this.#markKey).update(words).digest('hex') };
  }

  #idCame(id: string): void {
    this.#openedId = id;
    this.#wasOpen = false;
    this.#status = this.#early.get(id) ?? null;
    this.#early.clear();
    this.#tell();
  }

  #statusCame(status: ConnectionStatus): void {
    if (this.#openedId === null) {
      this.#early.set(status.connectionId, status);
    } else if (status.connectionId === this.#openedId) {
      this.#status = status;
      this.#tell();
    }
  }

  #processChanged({ kind }: ConnectionState): void {
    if (kind === 'ready') {
      // Its state is of interest before anybody asks anything again.
      if (this.#wasOpen) this.#opened.id().catch(() => undefined);
    } else if (this.#openedId !== null) {
      // Ids and figures end with the process.
      this.#wasOpen = true;
      this.#opened = this.#newOpened(this.#connection);
      this.#openedId = null;
      this.#status = null;
    }
    this.#early.clear();
    this.#tell();
  }

  #tell(): void {
    this.#overviews.tell(this.overview);
  }
}

const restricted = ({ name }: Connection): MarketError =>
  new MarketError(
    'unauthorized',
    t(
      'This workspace is not trusted, so the connection {0} is not used: no key was read and nothing was sent.',
      name,
    ),
  );

/** Where a call over the connection in use failed, for what to do about it. */
export const placeOfFailure = ({
  current,
  overview,
}: Pick<ActiveConnection, 'current' | 'overview'>): FailurePlace => ({
  connection: current,
  isProcessFailed: overview.process.kind === 'failed',
  isRestricted: overview.hold === 'restricted',
});
