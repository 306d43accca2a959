import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { formatCount, formatTimeAgo } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { PoolAccount, PoolDetail } from '../../backend/protocol/poolProtocol.ts';
import type { PeriodContent } from '../../webview/messages/period.ts';
import type { PoolAccountContent, PoolContent, PoolToken } from '../../webview/messages/pool.ts';
import type { PageFact } from '../../webview/messages.ts';
import { isCallerAccount, parseAccountRole } from '../marketCache/accountList.ts';
import { marketFacts } from '../shared/localFacts.ts';
import { pairLabel, poolTokenLabel, programLabel } from '../shared/poolLabels.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { Fact } from '../ui/treeRow.ts';

/** What the market cache knows of a pool. */
export interface CachedPool {
  /** False if the market cache was never loaded. */
  readonly isLoaded: boolean;
  /** Null: not in the market cache. */
  readonly detail: PoolDetail | null;
}

export interface PoolContentInput {
  readonly pool: string;
  /** Null if the market cache failed. */
  readonly cached: CachedPool | null;
  readonly period: PeriodContent | null;
  readonly isPeriodOffered: boolean;
  readonly recentResponses: RecentResponses;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly answeredAtMilliseconds: number;
}

export function buildPoolContent(input: PoolContentInput): PoolContent {
  const { pool, cached, period, isPeriodOffered, recentResponses, ...about } = input;
  const row = cached?.detail?.row ?? null;
  const seen = recentResponses.entry(pool);
  const ranked = seen?.kind === 'pool' ? seen : null;
  const program = row?.program ?? ranked?.amm ?? null;
  const lookupTable = row?.lookupTable || ranked?.lookupTable || '';
  const isPairKnown = row !== null && (row.mintA !== '' || row.mintB !== '');
  const finder = marketFacts(
    pool,
    recentResponses,
    (milliseconds) => formatTimeAgo(milliseconds, about.answeredAtMilliseconds),
    { isSourceKnown: true },
  );
  const facts: Fact[] = [
    [t('AMM'), program === null ? t('unknown') : sanitizeText(programLabel(program), 40)],
    ...(program === null ? [] : [[t('Program'), program] as const]),
    [t('Lookup table'), lookupTable || t('unknown')],
    ...(row === null
      ? []
      : [[t('In the aggregator cache'), row.isAggregator ? t('yes') : t('unknown')] as const]),
  ];
  return {
    pool,
    pair: isPairKnown ? pairLabel(row) : null,
    tokens: tokensOf(row, ranked?.mint ?? null, recentResponses),
    facts: toPageFacts(facts),
    finder: toPageFacts(finder),
    finderNote: ranked === null ? finderNote(recentResponses) : '',
    period,
    isPeriodOffered,
    accounts: (cached?.detail?.accounts ?? []).map(toAccount),
    accountsNote: accountsNote(cached),
    canLoadPools: cached?.isLoaded === false,
    ...about,
  };
}

const toPageFacts = (facts: readonly Fact[]): PageFact[] =>
  facts.map(([name, value]) => ({ name, value }));

function tokensOf(
  row: PoolDetail['row'] | null,
  rankedMint: string | null,
  recentResponses: RecentResponses,
): PoolToken[] {
  const sides =
    row === null
      ? [{ mint: rankedMint ?? '', symbol: recentResponses.mint(rankedMint ?? '')?.symbol ?? '' }]
      : [
          { mint: row.mintA, symbol: row.symbolA },
          { mint: row.mintB, symbol: row.symbolB },
        ];
  return sides
    .filter(({ mint }) => mint !== '')
    .map(({ mint, symbol }) => ({ mint, label: poolTokenLabel(mint, symbol) }));
}

function finderNote(recentResponses: RecentResponses): string {
  const tokens = [...recentResponses.entries().values()].filter(({ kind }) => kind === 'token');
  return tokens.length === 0
    ? t('Open the Finder to see market figures.')
    : t(
        'Not among the pools of the Finder’s {0} tokens, which its filters choose.',
        formatCount(tokens.length),
      );
}

function toAccount(account: PoolAccount): PoolAccountContent {
  const isCaller = isCallerAccount(account);
  return {
    name: sanitizeText(account.name, 60),
    address: !isCaller && isAddress(account.address) ? account.address : null,
    isCaller,
    ...parseAccountRole(account.role),
  };
}

function accountsNote(cached: CachedPool | null): string {
  if (cached === null) return t('The market cache is not available.');
  if (!cached.isLoaded) return t('The market cache is not loaded.');
  const { detail } = cached;
  if (detail === null) return t('This pool is not in the market cache.');
  if ((detail.accounts ?? []).length === 0) return t('No known accounts');
  return sanitizeText(detail.accountsNote ?? '', 300);
}
