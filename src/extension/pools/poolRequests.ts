import type { WaitingProgress } from '../../market/callProtocol.ts';
import type {
  LoadingProgress,
  PoolDetail,
  PoolDetailRequest,
  PoolFilter,
  PoolPage,
  PoolPageRequest,
  PoolSearchAnswer,
  PoolSearchRequest,
  PoolStats,
} from '../../market/poolProtocol.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { WindowMethod } from '../connection/channelClient.ts';

export interface PoolAskOptions {
  readonly signal?: AbortSignal;
  readonly onWaiting?: (progress: WaitingProgress) => void;
  readonly onLoading?: (progress: LoadingProgress) => void;
}

type Without<Request> = Omit<Request, 'connectionId' | 'progressToken'>;

/**
 * The pools of the connection in use, which the market process keeps in a table of its own. Its
 * answers are trusted here: the handshake has shown that it is ours. Everything throws a
 * MarketError.
 */
export class PoolRequests {
  readonly #active: Pick<ActiveConnection, 'request'>;

  constructor(active: Pick<ActiveConnection, 'request'>) {
    this.#active = active;
  }

  stats(filter: PoolFilter, options: PoolAskOptions): Promise<PoolStats> {
    return this.#ask('poolStats', { filter }, options);
  }

  /**
   * Fills the table unless it is new enough; `isFresh`: in any case; `withAggregator`: with the
   * aggregator's own pools marked.
   */
  load(
    how: { readonly isFresh: boolean; readonly withAggregator: boolean },
    options: PoolAskOptions,
  ): Promise<PoolStats> {
    return this.#ask('loadPools', how, options);
  }

  page(request: Without<PoolPageRequest>, options: PoolAskOptions): Promise<PoolPage> {
    return this.#ask('poolPage', request, options);
  }

  search(request: Without<PoolSearchRequest>, options: PoolAskOptions): Promise<PoolSearchAnswer> {
    return this.#ask('poolSearch', request, options);
  }

  detail(request: Without<PoolDetailRequest>, options: PoolAskOptions): Promise<PoolDetail> {
    return this.#ask('poolDetail', request, options);
  }

  async #ask<Answer>(
    method: WindowMethod,
    request: object,
    { signal, onWaiting, onLoading }: PoolAskOptions,
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
