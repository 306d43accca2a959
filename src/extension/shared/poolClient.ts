import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import type { ChannelProgress } from '../../backend/protocol/channelProtocol.ts';
import type {
  LoadingProgress,
  LoadPoolsRequest,
  PoolDetail,
  PoolDetailRequest,
  PoolFilter,
  PoolPage,
  PoolPageRequest,
  PoolSearchRequest,
  PoolSearchResponse,
  PoolStats,
} from '../../backend/protocol/poolProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ChannelMethod } from '../backend/backendClient.ts';

interface PoolRequestOptions {
  readonly signal?: AbortSignal;
  readonly onWaiting?: (progress: WaitingProgress) => void;
  readonly onLoading?: (progress: LoadingProgress) => void;
}

type WithoutConnection<Request> = Omit<Request, 'connectionId' | 'progressToken'>;

/** Throws MarketErrors. Responses are not validated: the handshake has verified the backend. */
export class PoolClient {
  readonly #active: Pick<ActiveConnection, 'request'>;

  constructor(active: Pick<ActiveConnection, 'request'>) {
    this.#active = active;
  }

  /** Reads the pools that are loaded; sends no request to the service. */
  readonly stats = (filter: PoolFilter, options: PoolRequestOptions) =>
    this.#request<PoolStats>('poolStats', { filter }, options);

  readonly load = (request: WithoutConnection<LoadPoolsRequest>, options: PoolRequestOptions) =>
    this.#request<PoolStats>('loadPools', request, options);

  readonly page = (request: WithoutConnection<PoolPageRequest>, options: PoolRequestOptions) =>
    this.#request<PoolPage>('poolPage', request, options);

  readonly search = (request: WithoutConnection<PoolSearchRequest>, options: PoolRequestOptions) =>
    this.#request<PoolSearchResponse>('poolSearch', request, options);

  /** Null if the table does not contain it. */
  async find(address: string, options: PoolRequestOptions) {
    const { rows } = await this.search({ text: address, limit: 1 }, options);
    return rows.find(({ pool }) => pool === address) ?? null;
  }

  readonly detail = (request: WithoutConnection<PoolDetailRequest>, options: PoolRequestOptions) =>
    this.#request<PoolDetail>('poolDetail', request, options);

  async #request<Response>(
    method: ChannelMethod,
    request: object,
    { signal, onWaiting, onLoading }: PoolRequestOptions,
  ): Promise<Response> {
    const onProgress = (progress: ChannelProgress): void => {
      if (progress.kind === 'waiting') onWaiting?.(progress);
      if (progress.kind === 'loading') onLoading?.(progress);
    };
    return (await this.#active.request(method, request, { signal, onProgress })) as Response;
  }
}
