import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { ConnectionSettings, OpenRequest } from '../../backend/protocol/connectionProtocol.ts';
import type { BackendClient } from './backendClient.ts';
import type { ChannelMethod, RequestOptions } from './channelClient.ts';
import { isObject, UnknownConnectionError } from './channelMessages.ts';

/**
 * One connection of the backend as this window has opened it. It opens it with the first
 * request, and again by itself when the process has been started anew.
 */
export class OpenedConnection {
  readonly #backend: Pick<BackendClient, 'request'>;
  readonly #settings: () => Promise<ConnectionSettings>;
  readonly #onId: (id: string) => void;
  #id: Promise<string> | null = null;

  /** `settings` are read at each opening, so that no secret is kept here. */
  constructor(
    market: Pick<BackendClient, 'request'>,
    settings: () => Promise<ConnectionSettings>,
    onId: (id: string) => void = () => undefined,
  ) {
    this.#backend = market;
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
    method: ChannelMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    try {
      return await this.#send(method, request, options);
    } catch (error) {
      if (!UnknownConnectionError.is(error)) throw error;
      // Nothing was asked yet: another process is there, which does not know the connection.
      this.#id = null;
      return await this.#send(method, request, options);
    }
  }

  /** Tells the process, if it runs, that this window does not use the connection any more. */
  async close(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    // There is nothing to do about a failure: the process lets go of it when the window goes.
    await id
      ?.then((connectionId) => this.#backend.request('close', { connectionId }))
      .catch(() => undefined);
  }

  async #send(method: ChannelMethod, request: object, options: RequestOptions): Promise<unknown> {
    const connectionId = await this.id();
    return await this.#backend.request(method, { ...request, connectionId }, options);
  }

  async #open(): Promise<string> {
    try {
      const request: OpenRequest = { settings: await this.#settings() };
      const answer = await this.#backend.request('open', request);
      if (isObject(answer) && typeof answer['connectionId'] === 'string') {
        this.#onId(answer['connectionId']);
        return answer['connectionId'];
      }
      throw new MarketError('unreadable-answer', t('The backend did not open the connection.'));
    } catch (error) {
      this.#id = null;
      throw error;
    }
  }
}
