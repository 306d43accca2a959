import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../api/finder.ts';
import {
  formatCount,
  formatDuration,
  formatLamports,
  formatLamportsAsSol,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import type { HiddenTokens } from './arrangeResponse.ts';
import type { FinderChanges } from './finderChanges.ts';
import { type FinderResponse, formatTransactions, sourceFacts } from './finderResponse.ts';
import type { PoolPair } from './poolPairs.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import type { TokenOrder } from './tokenOrder.ts';
import { type TokenRowsContext, tokenLabel, tokenRow } from './tokenRows.ts';
import { verdictRow } from './verdictRow.ts';

export interface FinderRowsOptions {
  readonly changes?: FinderChanges | null;
  readonly pins?: readonly string[];
  readonly order?: TokenOrder;
  readonly hiddenTokens?: HiddenTokens;
  readonly infoOf?: (mint: string) => KnownTokenInfo | null | undefined;
  /** The two tokens of a pool, where they are known. */
  readonly pairOf?: (pool: string) => PoolPair | undefined;
}

/** The rows of a response: the verdict, the two percentiles, then tokens > AMMs > pools. */
export function finderRows(
  response: FinderResponse,
  {
    changes = null,
    pins = [],
    order = 'revenues',
    hiddenTokens = { failed: 0, unknown: 0, unchecked: 0 },
    infoOf = () => undefined,
    pairOf = () => undefined,
  }: FinderRowsOptions = {},
): TreeRow[] {
  const { tokens } = response.result;
  const labelOf = (mint: string, symbol = ''): string =>
    tokenLabel(mint, infoOf(mint)?.symbol ?? symbol);
  const window = rankingWindow(response);
  const context: TokenRowsContext = { response, changes, pins, order, window, labelOf, pairOf };
  const isAnyHidden = hiddenCount(hiddenTokens) > 0;
  return [
    verdictRow(response),
    percentileRow('fees', response),
    percentileRow('tips', response),
    ...(tokens.length === 0 && !isAnyHidden
      ? [noTokensRow(response, window)]
      : tokens.map((token) => tokenRow(token, context))),
    ...(isAnyHidden ? [hiddenTokensRow(hiddenTokens, response)] : []),
    ...unknownMarketCapRows(response),
    ...(changes === null || changes.removedTokens.length === 0
      ? []
      : [removedTokensRow(changes.removedTokens, response, labelOf)]),
  ];
}

function percentileRow(id: 'fees' | 'tips', response: FinderResponse): TreeRow {
  const { percentile, percentileInt, amount, transactions, timeRange } = response.result[id];
  const { percentilesProvider = 'ALL', percentilesBot = 'ALL' } = response.result.filters;
  const isMedian = percentileInt === 50;
  const heading =
    id === 'fees'
      ? joinNote(isMedian ? t('Median transaction fee') : t('Transaction fee'), percentile)
      : joinNote(isMedian ? t('Median tip') : t('Tip'), percentile);
  const value = transactions === 0 ? t('no transactions') : formatLamports(amount);
  const window = formatDuration(timeRange);
  const sample = t('{0} in {1}', formatTransactions(transactions), window);
  const allOr = (name: string): string => (name === 'ALL' ? t('all') : name);
  return {
    id,
    label: id === 'fees' ? t('Fee {0}', percentile) : t('Tip {0}', percentile),
    description: value,
    icon: id === 'fees' ? 'flame' : 'heart',
    context: 'percentile',
    accessibilityLabel: joinLabel(
      heading,
      joinList(transactions === 0 ? [value] : [value, sample]),
    ),
    heading,
    facts: () => [
      [t('Amount'), transactions === 0 ? value : joinNote(value, formatLamportsAsSol(amount))],
      [t('Sample'), sample],
      [t('Provider'), allOr(percentilesProvider)],
      [t('Bot'), allOr(percentilesBot)],
      ...sourceFacts(response),
    ],
  };
}

function removedTokensRow(
  removed: readonly TokenRanking[],
  response: FinderResponse,
  labelOf: (mint: string) => string,
): TreeRow {
  const maxNamed = 5;
  const named = joinList(removed.slice(0, maxNamed).map(({ mint }) => labelOf(mint)));
  return simpleRow({
    id: 'gone',
    label:
      removed.length === 1
        ? t('1 token dropped out')
        : t('{0} tokens dropped out', formatCount(removed.length)),
    description: removed.length > maxNamed ? `${named} …` : named,
    icon: 'history',
    context: 'note',
    facts: () => [
      ...removed.map(({ mint }): Fact => [labelOf(mint), mint]),
      ...sourceFacts(response),
    ],
    note: t('Since the last refresh: they fail the filters, or other tokens rank higher.'),
  });
}

const hiddenCount = ({ failed, unknown, unchecked }: HiddenTokens): number =>
  failed + unknown + unchecked;

/** Tokens that the local filters leave out, so that the others are not taken for all. */
function hiddenTokensRow(hidden: HiddenTokens, response: FinderResponse): TreeRow {
  const { failed, unknown, unchecked } = hidden;
  const count = hiddenCount(hidden);
  const facts: Fact[] = [
    [t('Authority not revoked'), formatCount(failed)],
    [t('Authority unknown'), formatCount(unknown)],
    [t('Not checked yet'), formatCount(unchecked)],
  ];
  return simpleRow({
    id: 'hidden',
    label: count === 1 ? t('1 token hidden') : t('{0} tokens hidden', formatCount(count)),
    description: joinList(
      facts.filter(([, number]) => number !== '0').map((fact) => joinLabel(...fact)),
    ),
    icon: 'eye-closed',
    context: 'note',
    facts: () => [...facts, ...sourceFacts(response)],
    note: t('By the filters for mint and freeze authority. Checks run in the background.'),
  });
}

/** Tokens that a bound for the market cap could not be applied to, of those that are shown. */
function unknownMarketCapRows(response: FinderResponse): TreeRow[] {
  const { tokens, tokensUnknownMarketCap = 0 } = response.result;
  const { tokensMinMarketCap = 0, tokensMaxMarketCap } = response.request;
  const isBounded = tokensMinMarketCap > 0 || tokensMaxMarketCap !== undefined;
  const count = tokens.filter(({ marketCap }) => marketCap === 0).length;
  if (tokensUnknownMarketCap === 0 || !isBounded || count === 0) return [];
  return [
    simpleRow({
      id: 'unknown-market-cap',
      label: t('Market cap unknown'),
      description: count === 1 ? t('1 token') : t('{0} tokens', formatCount(count)),
      icon: 'question',
      context: 'note',
      facts: () => sourceFacts(response),
      note: t(
        'The filter for the market cap keeps these tokens: their supply or price is unknown.',
      ),
    }),
  ];
}

const noTokensRow = (response: FinderResponse, window: string): TreeRow =>
  simpleRow({
    id: 'no-tokens',
    label: t('No tokens'),
    description: t('no arbitrage in {0}', window),
    icon: 'info',
    context: 'note',
    facts: () => sourceFacts(response),
    note: t('Widen the window or the base tokens with Filter Finder.'),
  });

/** The window in effect, as the service echoes it; the requested one where it does not. */
function rankingWindow({ result, request }: FinderResponse): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? t('the default window') : formatDuration(seconds);
}
