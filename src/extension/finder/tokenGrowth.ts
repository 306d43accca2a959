import { t } from '@vscode/l10n';
import type { Growth } from '../../api/arbscope/growth.ts';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { formatCount, formatSignedShare, formatSignedUsdShort } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { comparableCoverage, growthLimitsSeconds } from '../../api/limits.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';

/** Gross gains of a token, compared with those of the window before. */
export interface TokenGrowth {
  readonly changeUsd: number;
  /** Null: no gross gains before. */
  readonly fraction: number | null;
  readonly transactions: number;
  readonly transactionsBefore: number;
}

export interface TokenGrowths {
  /** Of each of the two windows, as requested. */
  readonly seconds: number;
  /** Tokens whose growth is unknown are missing. */
  readonly byMint: ReadonlyMap<string, TokenGrowth>;
}

interface GrowthRequest extends Pick<FinderParameters, 'tokensMint' | 'wallets'> {
  /** Of each of the two windows. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** No token if the connection cannot compare. */
export async function loadTokenGrowths(
  service: Pick<ChannelArbscopeService, 'growth'>,
  { tokens }: Pick<FinderResult, 'tokens'>,
  { tokensMint, wallets = [], seconds, signal }: GrowthRequest,
): Promise<TokenGrowths> {
  if (tokens.length === 0) return { seconds, byMint: new Map() };
  const parameters = {
    timeRange: Math.max(growthLimitsSeconds.minimum, seconds),
    tokens: tokens.map(({ mint }) => mint),
    bases: [...tokensMint],
    wallets: [...wallets],
  };
  // The Finder is useful without it.
  const growth = await service.growth(parameters, { signal }).catch(() => null);
  return { seconds, byMint: growth === null ? new Map() : growthsByMint(growth) };
}

type ComparedPlaces = Pick<Growth, 'places' | 'coverage' | 'coverage_before'>;

export function growthsByMint({
  places,
  coverage,
  coverage_before: former,
}: ComparedPlaces): TokenGrowths['byMint'] {
  if (Math.min(coverage ?? 0, former ?? 0) < comparableCoverage) return new Map();
  return new Map(
    places.flatMap(({ token, revenues_usd, transactions, before, growth }) => {
      if (before === null) return [];
      return [
        [
          token,
          {
            changeUsd: revenues_usd - before.revenues_usd,
            fraction: growth,
            transactions,
            transactionsBefore: before.transactions,
          },
        ],
      ];
    }),
  );
}

/** `+$34 (+12%)`, `+$5 (new)`; for a row. */
export function formatGrowth(growth: TokenGrowth | undefined): string {
  if (growth === undefined) return t('growth unknown');
  const { changeUsd, fraction, transactionsBefore } = growth;
  const change = formatSignedUsdShort(changeUsd);
  if (fraction !== null) return joinNote(change, formatSignedShare(fraction));
  // Arbitrages without a gross gain before: a share of nothing says nothing.
  return transactionsBefore === 0 ? joinNote(change, t('new')) : change;
}

/** For a tooltip, with the number of transactions of both windows. */
export function describeGrowth(growth: TokenGrowth | undefined, window: string): string {
  if (growth === undefined) return t('unknown: the window before is not stored');
  return t(
    '{0}, gross gains compared with the {1} before; n = {2}, before {3}',
    formatGrowth(growth),
    window,
    formatCount(growth.transactions),
    formatCount(growth.transactionsBefore),
  );
}
