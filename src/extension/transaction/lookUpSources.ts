import { MarketError } from '../../api/marketError.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { loadFullPage } from '../shared/fullPage.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import type { LookUpSection } from './lookUpRows.ts';
import { summaryOfArbitrage, summaryOfWalletTransaction } from './transactionSummary.ts';

export interface LookUpSourcesOptions {
  readonly active: Pick<ActiveConnection, 'current'> & {
    readonly arbscope: Pick<ChannelArbscopeService, 'arbitrages'>;
  };
  readonly tracked: Pick<TrackedWallets, 'addresses'>;
  readonly recentResponses: Pick<RecentResponses, 'walletTransactions'>;
}

const maxRows = 5;

const nothing: LookUpSection = { summaries: [], problem: '' };

export class LookUpSources {
  readonly #options: LookUpSourcesOptions;

  constructor(options: LookUpSourcesOptions) {
    this.#options = options;
  }

  /** A failed section is hidden if not offered; otherwise it shows the reason. */
  market(signal: AbortSignal): Promise<LookUpSection> {
    return this.#arbitrages({ outcomes: ['gain', 'loss', 'unknown'] }, signal);
  }

  async wallets(signal: AbortSignal): Promise<LookUpSection> {
    const { active, tracked, recentResponses } = this.#options;
    const wallets = tracked.addresses;
    if (wallets.length === 0) return nothing;
    if (active.current.kind === 'service') {
      // Extra requests would count against a rate limit.
      const newest = recentResponses.walletTransactions(wallets);
      return { summaries: newest.slice(0, maxRows).map(summaryOfWalletTransaction), problem: '' };
    }
    return await this.#arbitrages({ wallets: [...wallets] }, signal);
  }

  async #arbitrages(
    filter: Parameters<ChannelArbscopeService['arbitrages']>[0],
    signal: AbortSignal,
  ): Promise<LookUpSection> {
    try {
      const { arbscope } = this.#options.active;
      const query = { ...filter, limit: maxRows };
      const { arbitrages } = await loadFullPage(arbscope, query, { signal });
      return { summaries: arbitrages.map(summaryOfArbitrage), problem: '' };
    } catch (thrown) {
      if (signal.aborted || MarketError.is(thrown, 'not-offered')) return nothing;
      return { summaries: [], problem: asMarketError(thrown).message };
    }
  }
}
