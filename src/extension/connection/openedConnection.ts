import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionSettings, OpenRequest } from '../../market/connectionProtocol.ts';
import type { RequestOptions, WindowMethod } from './channelClient.ts';
import type { MarketConnection } from './marketConnection.ts';
import { isObject, UnknownConnectionError } from './readMessages.ts';

/**
 * One connection of the market process as this window has opened it. It opens it with the first
 * request, and again by itself when the process has been started anew.
 */
export class OpenedConnection {
  readonly #market: Pick<MarketConnection, 'request'>;
  readonly #settings: () => Promise<ConnectionSettings>;
  readonly #onId: (id: string) => void;
  #id: Promise<string> | null = null;

  /** `settings` are read at each opening, so that no secret is kept here. */
  constructor(
    market: Pick<MarketConnection, 'request'>,
    settings: () => Promise<ConnectionSettings>,
    onId: (id: string) => void = () => undefined,
  ) {
    this.#market = market;
    this.#settings = settings;
    this.#onId = onId;
  }

  /** The id under which statuses come, once the connection was opened. */
  id(): Promise<string> {
    this.#id ??= this.#open();
    return this.#id;
  }

  /** A request with the connection's id. Every failure is a MarketError. */
  async request(
    method: WindowMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    try {
      return await this.#ask(method, request, options);
    } catch (error) {
      if (!UnknownConnectionError.is(error)) throw error;
      // Nothing was asked yet: another process is there, which does not know the connection.
      this.#id = null;
      return await this.#ask(method, request, options);
    }
  }

  /** Tells the process, if it runs, that this window does not use the connection any more. */
  async close(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    // There is nothing to do about a failure: the process lets go of it when the window goes.
    await id
      ?.then((connectionId) => this.#market.request('close', { connectionId }))
      .catch(() => undefined);
  }

  async #ask(method: WindowMethod, request: object, options: RequestOptions): Promise<unknown> {
    const connectionId = await this.id();
    return await this.#market.request(method, { ...request, connectionId }, options);
  }

  async #open(): Promise<string> {
    try {
      const request: OpenRequest = { settings: await this.#settings() };
      const answer = await this.#market.request('open', request);
      if (isObject(answer) && typeof answer['connectionId'] === 'string') {
        this.#onId(answer['connectionId']);
        return answer['connectionId'];
      }
      throw new MarketError(
        'unreadable-answer',
        t('The market process did not open the connection.'),
      );
    } catch (error) {
      this.#id = null;
      throw error;
    }
  }
}
