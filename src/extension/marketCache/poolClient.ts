import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import type {
  LoadingProgress,
  PoolDetail,
  PoolDetailRequest,
  PoolFilter,
  PoolPage,
  PoolPageRequest,
  PoolSearchRequest,
  PoolSearchResponse,
  PoolStats,
} from '../../backend/protocol/poolProtocol.ts';
import type { ChannelMethod } from '../backend/channelClient.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';

export interface PoolRequestOptions {
  readonly signal?: AbortSignal;
  readonly onWaiting?: (progress: WaitingProgress) => void;
  readonly onLoading?: (progress: LoadingProgress) => void;
}

type WithoutConnection<Request> = Omit<Request, 'connectionId' | 'progressToken'>;

/**
 * The pools of the active connection, which the backend keeps in a table of its own. Its
 * answers are trusted here: the handshake has shown that it is ours. Everything throws a
 * MarketError.
 */
export class PoolClient {
  readonly #active: Pick<ActiveConnection, 'request'>;

  constructor(active: Pick<ActiveConnection, 'request'>) {
    this.#active = active;
  }

  stats(filter: PoolFilter, options: PoolRequestOptions): Promise<PoolStats> {
    return this.#request('poolStats', { filter }, options);
  }

  /**
   * Fills the table unless it is new enough; `forceRefresh`: in any case; `withAggregator`: with the
   * aggregator's own pools marked.
   */
  load(
    how: { readonly forceRefresh: boolean; readonly withAggregator: boolean },
    options: PoolRequestOptions,
  ): Promise<PoolStats> {
    return this.#request('loadPools', how, options);
  }

  page(
    request: WithoutConnection<PoolPageRequest>,
    options: PoolRequestOptions,
  ): Promise<PoolPage> {
    return this.#request('poolPage', request, options);
  }

  search(
    request: WithoutConnection<PoolSearchRequest>,
    options: PoolRequestOptions,
  ): Promise<PoolSearchResponse> {
    return this.#request('poolSearch', request, options);
  }

  detail(
    request: WithoutConnection<PoolDetailRequest>,
    options: PoolRequestOptions,
  ): Promise<PoolDetail> {
    return this.#request('poolDetail', request, options);
  }

  async #request<Answer>(
    method: ChannelMethod,
    request: object,
    { signal, onWaiting, onLoading }: PoolRequestOptions,
  ): Promise<Answer> {
    const answer = await this.#active.request(method, request, {
      signal,
      onProgress: (progress) => {
        if (progress.kind === 'waiting') onWaiting?.(progress);
        else onLoading?.(progress);
      },
    });
    return answer as Answer;
  }
}
