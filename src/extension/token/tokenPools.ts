import { t } from '@vscode/l10n';
import type { ChannelProgress } from '../../backend/protocol/channelProtocol.ts';
import type { PoolPage, PoolRow, PoolStats } from '../../backend/protocol/poolProtocol.ts';
import type { ChannelMethod } from '../backend/channelClient.ts';

/** Pools that a panel lists; whoever wants more opens the market cache. */
const maxListedPools = 300;

export interface TokenPoolsOptions {
  /** A request over the active connection. */
  readonly request: (
    method: ChannelMethod,
    request: object,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress?: (progress: ChannelProgress) => void;
    },
  ) => Promise<unknown>;
}

/** What the market cache of the connection knows of a token. */
export interface CachedPools {
  /** It was never loaded, so it knows nothing. */
  readonly isLoaded: boolean;
  readonly rows: readonly PoolRow[];
  readonly total: number;
}

/** The pools of a token in the backend's own table. */
export class TokenPools {
  readonly #request: TokenPoolsOptions['request'];

  constructor({ request }: TokenPoolsOptions) {
    this.#request = request;
  }

  /** Asks nothing of the service: only what was loaded before. Throws a MarketError. */
  async find(mint: string, signal: AbortSignal): Promise<CachedPools> {
    const filter = { mint };
    const stats = (await this.#request('poolStats', { filter }, { signal })) as PoolStats;
    if (stats.loadedAtMilliseconds === null) return { isLoaded: false, rows: [], total: 0 };
    const page = (await this.#request(
      'poolPage',
      { filter, offset: 0, limit: maxListedPools },
      { signal },
    )) as PoolPage;
    return { isLoaded: true, rows: page.rows, total: page.total };
  }

  /** Loads the market cache, which may be hundreds of megabytes; `report` hears how far it is. */
  async load(signal: AbortSignal, report: (words: string) => void): Promise<void> {
    const onProgress = (progress: ChannelProgress) => {
      if (progress.kind === 'waiting') {
        report(t('Waiting for the service’s limit: {0} s', Math.ceil(progress.nextCallInSeconds)));
      } else {
        const megabytes = Math.round(progress.receivedBytes / 1e6);
        report(t('Loading the market cache: {0} pools, {1} MB', progress.pools, megabytes));
      }
    };
    await this.#request('loadPools', {}, { signal, onProgress });
  }
}
