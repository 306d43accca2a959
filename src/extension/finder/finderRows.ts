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
import { type HiddenTokens, noHiddenTokens } from './arrangeResponse.ts';
import type { TokenOrder } from './filters/tokenOrder.ts';
import type { FinderChanges } from './finderChanges.ts';
import { type FinderResponse, formatTransactions, sourceFacts } from './finderResponse.ts';
import type { PoolPair } from './poolPairs.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import { droppedTokenRow, type TokenRowsContext, tokenLabel, tokenRow } from './tokenRows.ts';
import { sortedSlots, type TokenSlot } from './tokenSlots.ts';
import { verdictRow } from './verdictRow.ts';

export interface FinderRowsOptions {
  readonly changes?: FinderChanges | null;
  readonly pins?: readonly string[];
  readonly order?: TokenOrder;
  readonly hiddenTokens?: HiddenTokens;
  /** The rows of tokens; default: those of the response, in its order. */
  readonly slots?: readonly TokenSlot[];
  readonly infoOf?: (mint: string) => KnownTokenInfo | null | undefined;
  readonly pairOf?: (pool: string) => PoolPair | undefined;
}

/** The rows of a response: the verdict, the two percentiles, then tokens > AMMs > pools. */
export function finderRows(
  response: FinderResponse,
  {
    changes = null,
    pins = [],
    order = 'revenues',
    hiddenTokens = noHiddenTokens,
    slots = sortedSlots(response.result.tokens),
    infoOf = () => undefined,
    pairOf = () => undefined,
  }: FinderRowsOptions = {},
): TreeRow[] {
  const { tokens, tokensUnknownMarketCap = 0, tokensUnknownLiquidity = 0 } = response.result;
  const labelOf = (mint: string, symbol = ''): string =>
    tokenLabel(mint, infoOf(mint)?.symbol ?? symbol);
  const window = rankingWindow(response);
  const context: TokenRowsContext = { response, changes, pins, order, window, labelOf, pairOf };
  const hiddenCount = Object.values(hiddenTokens).flat().length;
  const dropped = new Set(slots.flatMap((slot) => (slot.isDropped ? [slot.token.mint] : [])));
  const removed = changes?.removedTokens.filter(({ mint }) => !dropped.has(mint)) ?? [];
  return [
    verdictRow(response),
    percentileRow('fees', response),
    percentileRow('tips', response),
    ...(tokens.length === 0 && hiddenCount === 0
      ? [noTokensRow(response, window)]
      : slots.map(({ token, isDropped }) =>
          isDropped ? droppedTokenRow(token, context) : tokenRow(token, context),
        )),
    ...(hiddenCount > 0 ? [hiddenTokensRow(hiddenTokens, hiddenCount, response)] : []),
    ...(
      [
        [unknownMarketCap, tokensUnknownMarketCap],
        [unknownLiquidity, tokensUnknownLiquidity],
      ] as const
    ).flatMap(([figure, count]) => (count > 0 ? [unknownFigureRow(figure, count, response)] : [])),
    ...(removed.length > 0 ? [removedTokensRow(removed, response, labelOf)] : []),
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

/** Counts the tokens hidden by local filters, so that the list does not look complete. */
function hiddenTokensRow(
  { failed, unknown, unchecked }: HiddenTokens,
  count: number,
  response: FinderResponse,
): TreeRow {
  const facts: Fact[] = [
    [t('Authority not revoked'), formatCount(failed.length)],
    [t('Authority unknown'), formatCount(unknown.length)],
    [t('Not checked yet'), formatCount(unchecked.length)],
  ];
  const reasons = facts.filter(([, number]) => number !== '0');
  return simpleRow({
    id: 'hidden',
    // Short, so that the reason next to it fits into a narrow side bar.
    label: t('{0} hidden', formatCount(count)),
    description: joinList(
      reasons.map(([reason, number]) =>
        reasons.length === 1 ? reason : joinLabel(reason, number),
      ),
    ),
    icon: 'eye-closed',
    context: 'note',
    facts: () => [...facts, ...sourceFacts(response)],
    note: t('By the filters for mint and freeze authority. Checks run in the background.'),
  });
}

/** Counts the listed tokens to which a filter could not be applied. */
const unknownFigureRow = (
  { id, label, note }: { readonly id: string; readonly label: string; readonly note: string },
  count: number,
  response: FinderResponse,
): TreeRow =>
  simpleRow({
    ...{ id, label, note },
    description: count === 1 ? t('1 token') : t('{0} tokens', formatCount(count)),
    icon: 'question',
    context: 'note',
    facts: () => sourceFacts(response),
  });

const unknownMarketCap = {
  id: 'unknown-market-cap',
  label: t('Market cap unknown'),
  note: t('The filter for the market cap keeps these tokens: their supply or price is unknown.'),
};
const unknownLiquidity = {
  id: 'unknown-liquidity',
  label: t('Liquidity unknown'),
  note: t(
    'The filter for the liquidity keeps these tokens: the vaults of their pools do not show the reserves.',
  ),
};

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

/** The window that the service echoes, otherwise the requested one. */
function rankingWindow({ result, request }: FinderResponse): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? t('the default window') : formatDuration(seconds);
}
