import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionSettings, ConnectionStatus } from '../../market/protocol.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import type { RequestOptions, WindowMethod } from './channelClient.ts';
import { channelService, type WindowService } from './channelService.ts';
import type { ChosenConnection } from './chosenConnection.ts';
import type { ConnectionOverview, Hold } from './connectionPhase.ts';
import { connectionRequest } from './connectionRequest.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type Connection, placeOf, sandbox } from './connections.ts';
import type { MarketConnection } from './marketConnection.ts';
import type { NetworkSettings } from './networkSettings.ts';
import { OpenedConnection } from './openedConnection.ts';

export interface ActiveConnectionOptions {
  readonly market: Pick<MarketConnection, 'request' | 'state' | 'onState' | 'onStatus'>;
  readonly store: Pick<ConnectionStore, 'find' | 'onChange'>;
  readonly secrets: Pick<ConnectionSecrets, 'read'>;
  readonly chosen: Pick<ChosenConnection, 'name' | 'choose'>;
  readonly network: (address: string) => NetworkSettings;
  readonly isTrusted: () => boolean;
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
  #connection: Connection;
  #opened: OpenedConnection;
  #openedId: string | null = null;
  #hold: Hold | null = null;
  #status: ConnectionStatus | null = null;
  /** Statuses that came before the answer that tells whose they are. */
  readonly #early = new Map<string, ConnectionStatus>();

  constructor(options: ActiveConnectionOptions) {
    this.#options = options;
    this.service = channelService(this);
    this.#connection = this.#chosen();
    this.#opened = this.#newOpened(this.#connection);
    this.#own.add(options.market.onState(() => this.#processChanged()));
    this.#own.add(options.market.onStatus((status) => this.#statusCame(status)));
    this.#own.add(options.store.onChange(() => this.reopen()));
    void this.#look();
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
      throw new MarketError('bad-parameter', `There is no connection with the name ${name}.`);
    }
    await this.#options.chosen.choose(connection.name);
    this.reopen();
  }

  /** Takes up what has changed: the choice, the connection itself, its secret, trust, the network. */
  reopen(): void {
    const before = this.#opened;
    const wasOpen = this.#openedId !== null;
    this.#connection = this.#chosen();
    this.#opened = this.#newOpened(this.#connection);
    this.#openedId = null;
    this.#status = null;
    this.#hold = null;
    if (wasOpen) void before.close();
    void this.#look();
    this.#switches.tell(this.#connection);
    this.#tell();
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

  /** Says before anything is asked what stands in the way of asking. */
  async #look(): Promise<void> {
    const connection = this.#connection;
    const hold = await this.#holdOf(connection);
    if (this.#connection !== connection || this.#hold === hold) return;
    this.#hold = hold;
    this.#tell();
  }

  async #holdOf(connection: Connection): Promise<Hold | null> {
    if (connection.kind === 'sandbox') return null;
    if (!this.#options.isTrusted()) return 'restricted';
    try {
      return (await this.#options.secrets.read(connection)) === null ? 'needs-secret' : null;
    } catch {
      // The first call says it in full.
      return 'needs-secret';
    }
  }

  #idCame(id: string): void {
    this.#openedId = id;
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

  #processChanged(): void {
    // Ids and figures end with the process.
    if (this.#options.market.state.kind !== 'ready') {
      this.#openedId = null;
      this.#status = null;
      this.#early.clear();
    }
    this.#tell();
  }

  #tell(): void {
    this.#overviews.tell(this.overview);
  }
}

const restricted = ({ name }: Connection): MarketError =>
  new MarketError(
    'unauthorized',
    `This workspace is not trusted, so the connection ${name} is not used: no key was read and nothing was sent.`,
  );
