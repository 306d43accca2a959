import { t } from '@vscode/l10n';
import type { AmmRollup, FinderPercentile, PoolRollup, TokenRanking } from '../../api/finder.ts';
import {
  formatCount,
  formatDuration,
  formatLamports,
  formatLamportsAsSol,
  formatTransactionCount,
  formatUsd,
} from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { compileMessage } from '../messageTemplate.ts';
import { ammLabel } from '../ui/addressLabels.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import type { HiddenTokens } from './arrangeResponse.ts';
import {
  describeRankChange,
  type FinderChanges,
  formatRankChange,
  type RankChange,
} from './finderChanges.ts';
import { type FinderResponse, sourceFacts } from './finderResponse.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import type { TokenOrder } from './tokenOrder.ts';
import { verdictRow } from './verdictRow.ts';

/** What is known beside the answer. */
export interface FinderRowsOptions {
  /** What changed since the answer before. */
  readonly changes?: FinderChanges | null;
  readonly pins?: readonly string[];
  /** What the tokens are sorted by, which stands first. */
  readonly order?: TokenOrder;
  readonly hiddenTokens?: HiddenTokens;
  readonly infoOf?: (mint: string) => KnownTokenInfo | undefined;
}

interface RenderContext {
  readonly response: FinderResponse;
  readonly changes: FinderChanges | null;
  readonly pins: readonly string[];
  readonly order: TokenOrder;
  /** The window of the figures, in words. */
  readonly window: string;
  readonly labelOf: (mint: string) => string;
}

const noHiddenTokens: HiddenTokens = { failed: 0, unchecked: 0 };

/** The rows of an answer: the verdict, the two percentiles, then tokens > AMMs > pools. */
export function finderRows(
  response: FinderResponse,
  {
    changes = null,
    pins = [],
    order = 'revenues',
    hiddenTokens = noHiddenTokens,
    infoOf,
  }: FinderRowsOptions = {},
): TreeRow[] {
  const { result } = response;
  const labelOf = (mint: string): string => tokenLabel(mint, infoOf?.(mint));
  const shown: RenderContext = {
    response,
    changes,
    pins,
    order,
    window: rankingWindow(response),
    labelOf,
  };
  const isAnyHidden = hiddenTokens.failed + hiddenTokens.unchecked > 0;
  return [
    verdictRow(response),
    percentileRow('fees', t('Fee {0}', result.fees.percentile), response),
    percentileRow('tips', t('Tip {0}', result.tips.percentile), response),
    ...(result.tokens.length === 0 && !isAnyHidden
      ? [noTokensRow(shown)]
      : result.tokens.map((token) => tokenRow(token, shown))),
    ...(isAnyHidden ? [hiddenTokensRow(hiddenTokens, response)] : []),
    ...(changes === null || changes.removedTokens.length === 0
      ? []
      : [removedTokensRow(changes.removedTokens, shown)]),
  ];
}

function percentileRow(id: 'fees' | 'tips', label: string, answer: FinderResponse): TreeRow {
  const figure: FinderPercentile = answer.result[id];
  const { amount, transactions: sample, timeRange } = figure;
  const { percentilesProvider = 'ALL', percentilesBot = 'ALL' } = answer.result.filters;
  const value = sample === 0 ? t('no sample') : formatLamports(amount);
  const window = formatDuration(timeRange);
  const description = `${value} · ${window} · ${formatTransactionCount(sample)}`;
  const values = {
    label,
    value,
    count: formatCount(sample),
    window,
    percentile: figure.percentileInt,
  };
  return {
    id,
    label,
    description,
    icon: id === 'fees' ? 'flame' : 'heart',
    context: 'percentile',
    accessibilityLabel:
      id === 'fees'
        ? t('{label} of transaction fees: {value}, from {count} transactions in {window}', values)
        : t('{label} of tips: {value}, from {count} transactions in {window}', values),
    heading:
      id === 'fees'
        ? t('{label}: percentile {percentile} of transaction fees', values)
        : t('{label}: percentile {percentile} of tips', values),
    facts: () => [
      [t('Amount'), sample === 0 ? value : `${value} (${formatLamportsAsSol(amount)})`],
      [t('Sample'), t('{0} transactions', formatCount(sample))],
      [t('Window'), window],
      [t('Provider'), percentilesProvider],
      [t('Bot'), percentilesBot],
      ...sourceFacts(answer),
    ],
  };
}

interface Figures {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

// A Finder has thousands of rows.
const formatGross = compileMessage(t('{0} gross'));
const formatNet = compileMessage(t('{0} net'));
const formatAccessibilityLabel = compileMessage(
  t('{0}: {1} gross, {2} net, {3} transactions in {4}'),
);
const formatAmmHeading = compileMessage(t('AMM {0}'));
const formatPoolHeading = compileMessage(t('Pool {0}'));

const formatFigures = (figures: Figures): string =>
  `${formatGross(formatUsd(figures.revenues))} · ${formatNet(formatUsd(figures.profits))} · ${formatTransactionCount(figures.transactions)}`;

/** The same with the figure that the tokens are sorted by in front. */
function formatTokenFigures(token: TokenRanking, order: TokenOrder): string {
  const { profits, volume, liquidity } = token;
  const gross = formatGross(formatUsd(token.revenues));
  const net = formatNet(formatUsd(profits));
  const number = formatTransactionCount(token.transactions);
  switch (order) {
    case 'profits':
      return `${net} · ${gross} · ${number}`;
    case 'transactions':
      return `${number} · ${gross} · ${net}`;
    case 'volume':
      return `${t('{0} volume', formatUsd(volume))} · ${formatFigures(token)}`;
    case 'liquidity':
      return `${formatLiquidity(liquidity)} · ${formatFigures(token)}`;
    case 'revenues':
      return formatFigures(token);
  }
}

const formatLiquidity = (liquidity: number): string =>
  liquidity > 0 ? t('{0} liquidity', formatUsd(liquidity)) : t('unknown liquidity');

const figuresAccessibilityLabel = (name: string, figures: Figures, window: string): string =>
  formatAccessibilityLabel(
    name,
    formatUsd(figures.revenues),
    formatUsd(figures.profits),
    formatCount(figures.transactions),
    window,
  );

const figureFacts = (figures: Figures, window: string) =>
  [
    [t('Gross gains'), t('{0} in {1}', formatUsd(figures.revenues), window)],
    [
      t('Net gains'),
      t('{0} in {1}, after fees, tips and bot fees', formatUsd(figures.profits), window),
    ],
    [t('Sample'), t('{0} arbitrage transactions', formatCount(figures.transactions))],
  ] as const;

/** A transaction counts for each token, AMM and pool that its route touches. */
const attributionNote = t(
  'Each transaction counts in full for every token, AMM and pool on its route, so rows do not add up to their parent.',
);

/** A change before what the row says otherwise, and where a screen reader says it. */
function withRankChange(row: TreeRow, change: RankChange | undefined): TreeRow {
  const mark = formatRankChange(change);
  if (mark === '') return row;
  return {
    ...row,
    description: `${mark} · ${row.description}`,
    accessibilityLabel: `${row.accessibilityLabel}, ${describeRankChange(change)}`,
  };
}

const addedRank: RankChange = { kind: 'new' };

/** An AMM or a pool that the answer before did not have is marked, unless all of its token is new. */
function withBranchChange(row: TreeRow, branch: string, marks: FinderChanges | null): TreeRow {
  const [mint = ''] = branch.split('/');
  const isNew = marks?.isNewBranch(branch) === true && !marks.isNewBranch(mint);
  return isNew ? withRankChange(row, addedRank) : row;
}

const maxSymbolLength = 16;

/** A symbol that is made to look like a known one stands with its address. */
function tokenLabel(mint: string, fact: KnownTokenInfo | undefined): string {
  const known = knownMints.get(mint)?.symbol;
  const told = fact?.symbol.trim() ?? '';
  if (known !== undefined || told === '') return known ?? shortAddress(mint);
  const symbol = sanitizeText(told, maxSymbolLength);
  return lookAlikeSymbol(mint, told) === null
    ? symbol
    : t('{0} (look-alike {1})', symbol, shortAddress(mint));
}

function tokenRow(token: TokenRanking, shown: RenderContext): TreeRow {
  const { response, changes, pins, order, window, labelOf } = shown;
  const { mint } = token;
  const label = labelOf(mint);
  const heading = t('Token {0}', label);
  const id = `token:${mint}`;
  const isPinned = pins.includes(mint);
  const row: TreeRow = {
    id,
    label,
    description: formatTokenFigures(token, order),
    icon: isPinned ? 'pinned' : 'tag',
    context: 'token',
    ...(isPinned ? { state: 'pinned' } : {}),
    address: mint,
    accessibilityLabel: `${figuresAccessibilityLabel(heading, token, window)}${isPinned ? `, ${t('pinned')}` : ''}`,
    heading,
    facts: () => [
      ...figureFacts(token, window),
      [t('Volume'), t('{0} in {1}, input of the arbitrages', formatUsd(token.volume), window)],
      [t('Market cap'), formatKnownUsd(token.marketCap)],
      [t('Liquidity'), formatKnownUsd(token.liquidity)],
      [t('Mint'), mint],
      ...sourceFacts(response),
    ],
    note: attributionNote,
    children: () =>
      token.AMMs.map((amm) => ammRow(amm, { parentId: id, mint, response, window, changes })),
  };
  return withRankChange(row, changes?.rankChanges.get(mint));
}

interface BranchContext {
  readonly parentId: string;
  /** Of the token that the branch hangs on. */
  readonly mint: string;
  readonly response: FinderResponse;
  readonly window: string;
  readonly changes: FinderChanges | null;
}

function ammRow(
  amm: AmmRollup,
  { parentId, mint, response, window, changes }: BranchContext,
): TreeRow {
  const label = ammLabel(amm.address);
  const heading = formatAmmHeading(label);
  const id = `${parentId}/amm:${amm.address}`;
  const branch = `${mint}/${amm.address}`;
  const row: TreeRow = {
    id,
    label,
    description: formatFigures(amm),
    icon: 'arrow-swap',
    context: 'amm',
    address: amm.address,
    accessibilityLabel: figuresAccessibilityLabel(heading, amm, window),
    heading,
    facts: () => [
      ...figureFacts(amm, window),
      [t('Program'), amm.address],
      ...sourceFacts(response),
    ],
    note: attributionNote,
    children: () =>
      amm.pools.map((pool) =>
        withBranchChange(poolRow(pool, id, response, window), `${branch}/${pool.address}`, changes),
      ),
  };
  return withBranchChange(row, branch, changes);
}

function poolRow(
  pool: PoolRollup,
  parentId: string,
  answer: FinderResponse,
  window: string,
): TreeRow {
  const label = shortAddress(pool.address);
  const heading = formatPoolHeading(label);
  return {
    id: `${parentId}/pool:${pool.address}`,
    label,
    description: formatFigures(pool),
    icon: 'database',
    context: 'pool',
    address: pool.address,
    accessibilityLabel: figuresAccessibilityLabel(heading, pool, window),
    heading,
    facts: () => [
      ...figureFacts(pool, window),
      [t('Pool'), pool.address],
      [t('Lookup table'), pool.lookupTable === '' ? t('none seen') : pool.lookupTable],
      ...sourceFacts(answer),
    ],
    note: attributionNote,
  };
}

/** Tokens that the answer before had: told, so that nobody looks for them. */
function removedTokensRow(
  gone: readonly TokenRanking[],
  { response, labelOf }: RenderContext,
): TreeRow {
  const number = formatCount(gone.length);
  const isOne = gone.length === 1;
  const named = gone.slice(0, 5).map(({ mint }) => labelOf(mint));
  const more = gone.length > named.length ? ' …' : '';
  const description = `${named.join(', ')}${more}`;
  return {
    id: 'gone',
    label: isOne ? t('1 token gone') : t('{0} tokens gone', number),
    description,
    icon: 'history',
    context: 'note',
    accessibilityLabel: isOne
      ? t('1 token gone since the last refresh: {0}', description)
      : t('{0} tokens gone since the last refresh: {1}', number, description),
    heading: isOne
      ? t('1 token gone since the last refresh')
      : t('{0} tokens gone since the last refresh', number),
    facts: () => [
      ...gone.map(({ mint }): readonly [string, string] => [labelOf(mint), mint]),
      ...sourceFacts(response),
    ],
    note: t('They no longer pass the filters, or others rank before them.'),
  };
}

/** Tokens that the local filters keep back: told, so that nobody takes the rest for all. */
function hiddenTokensRow({ failed, unchecked }: HiddenTokens, answer: FinderResponse): TreeRow {
  const isOne = failed + unchecked === 1;
  const number = formatCount(failed + unchecked);
  const description = [
    ...(failed === 0 ? [] : [t('{0} with an authority left', formatCount(failed))]),
    ...(unchecked === 0 ? [] : [t('{0} not known yet', formatCount(unchecked))]),
  ].join(' · ');
  const heading = isOne
    ? t('1 token hidden by the filters for mint and freeze authority')
    : t('{0} tokens hidden by the filters for mint and freeze authority', number);
  return {
    id: 'hidden',
    label: isOne ? t('1 token hidden') : t('{0} tokens hidden', number),
    description,
    icon: 'eye-closed',
    context: 'note',
    accessibilityLabel: `${heading}: ${description}`,
    heading,
    facts: () => [
      [t('An authority is left'), formatCount(failed)],
      [t('Not known yet'), formatCount(unchecked)],
      ...sourceFacts(answer),
    ],
    note: t(
      'What is not known yet is asked for in the background, within the limits of the service.',
    ),
  };
}

function noTokensRow({ response, window }: RenderContext): TreeRow {
  const label = t('No token');
  const description = t('no arbitrage with the base tokens in {0}', window);
  return {
    id: 'no-tokens',
    label,
    description,
    icon: 'info',
    context: 'note',
    accessibilityLabel: `${label}: ${description}`,
    heading: `${label}: ${description}`,
    facts: () => sourceFacts(response),
    note: t('Widen the window or the base tokens: the filter icon of the view has every filter.'),
  };
}

/** The window in effect, as the service echoes it; what was asked for where it does not. */
function rankingWindow({ result, request }: FinderResponse): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? t('the service’s own window') : formatDuration(seconds);
}

/** Services answer 0 where they do not know. */
const formatKnownUsd = (value: number): string => (value > 0 ? formatUsd(value) : t('not known'));
