import { t } from '@vscode/l10n';
import { formatTimeAgo } from '../../api/format.ts';
import { marketFacts, sourceFacts } from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { formatRowFigures } from '../shared/rowFigures.ts';
import type { Fact } from '../ui/treeRow.ts';
import type { PoolOrder } from './poolFilterState.ts';

/** Gains of the Finder's newest response; sends no request. */
export class PoolGains {
  readonly #recentResponses: RecentResponses;

  constructor(recentResponses: RecentResponses) {
    this.#recentResponses = recentResponses;
  }

  /** `$79 → $50 · 158`; empty for a pool that is not in the Finder. */
  label(pool: string): string {
    const seen = this.#recentResponses.entry(pool);
    return seen?.kind === 'pool' ? formatRowFigures(seen) : '';
  }

  facts(pool: string): readonly Fact[] {
    const isRanked = this.#recentResponses.entry(pool)?.kind === 'pool';
    if (!isRanked) return [[t('Finder'), t('not in the current ranking')]];
    return [
      ...marketFacts(pool, this.#recentResponses, (at) => formatTimeAgo(at, Date.now())),
      ...sourceFacts(pool, this.#recentResponses),
    ];
  }

  /** The Finder's pools, highest first. */
  ranked(order: PoolOrder): string[] {
    if (order === 'listed') return [];
    const pools = [...this.#recentResponses.entries()].flatMap(([address, entry]) =>
      entry.kind === 'pool' ? [{ address, entry }] : [],
    );
    return pools
      .sort((first, second) => second.entry[order] - first.entry[order])
      .slice(0, maxRanked)
      .map(({ address }) => address);
  }
}

/** The backend's limit of pools per request. */
const maxRanked = 5_000;

export const poolOrderLabels: Readonly<Record<PoolOrder, string>> = {
  profits: t('Net gains'),
  revenues: t('Gross gains'),
  transactions: t('Transactions'),
  listed: t('As in the market cache'),
};
