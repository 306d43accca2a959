import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import {
  count,
  lamports,
  lamportsAsSol,
  timeSpan,
  transactions,
  usd,
} from '../../interface/figures.ts';
import type {
  AmmRollup,
  PercentileFigure,
  PoolRollup,
  TokenRanking,
} from '../../interface/finder.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { phrase } from '../phrase.ts';
import { type ChangeMarks, markOf, type RankChange, spokenMark } from './changeMarks.ts';
import { type FinderAnswer, sourceFacts } from './finderAnswer.ts';
import type { HiddenTokens } from './finderArrangement.ts';
import type { TokenFact } from './tokenFacts.ts';
import type { TokenOrder } from './tokenOrder.ts';
import type { TreeRow } from './treeRow.ts';
import { verdictRow } from './verdictRow.ts';

/** What is known beside the answer. */
export interface FinderContext {
  /** What changed since the answer before. */
  readonly marks?: ChangeMarks | null;
  readonly pins?: readonly string[];
  /** What the tokens are sorted by, which stands first. */
  readonly order?: TokenOrder;
  readonly hidden?: HiddenTokens;
  readonly factOf?: (mint: string) => TokenFact | undefined;
}

interface Shown {
  readonly answer: FinderAnswer;
  readonly marks: ChangeMarks | null;
  readonly pins: readonly string[];
  readonly order: TokenOrder;
  /** The window of the figures, in words. */
  readonly window: string;
  readonly nameOf: (mint: string) => string;
}

const nothingHidden: HiddenTokens = { failed: 0, unchecked: 0 };

/** The rows of an answer: the verdict, the two percentiles, then tokens > AMMs > pools. */
export function finderRows(
  answer: FinderAnswer,
  {
    marks = null,
    pins = [],
    order = 'revenues',
    hidden = nothingHidden,
    factOf,
  }: FinderContext = {},
): TreeRow[] {
  const { result } = answer;
  const nameOf = (mint: string): string => tokenName(mint, factOf?.(mint));
  const shown: Shown = { answer, marks, pins, order, window: rankingWindow(answer), nameOf };
  const isAnyHidden = hidden.failed + hidden.unchecked > 0;
  return [
    verdictRow(answer),
    percentileRow('fees', t('Fee {0}', result.fees.percentile), answer),
    percentileRow('tips', t('Tip {0}', result.tips.percentile), answer),
    ...(result.tokens.length === 0 && !isAnyHidden
      ? [nothingRow(shown)]
      : result.tokens.map((token) => tokenRow(token, shown))),
    ...(isAnyHidden ? [hiddenRow(hidden, answer)] : []),
    ...(marks === null || marks.gone.length === 0 ? [] : [goneRow(marks.gone, shown)]),
  ];
}

function percentileRow(id: 'fees' | 'tips', label: string, answer: FinderAnswer): TreeRow {
  const figure: PercentileFigure = answer.result[id];
  const { amount, transactions: sample, timeRange } = figure;
  const { percentilesProvider = 'ALL', percentilesBot = 'ALL' } = answer.result.filters;
  const value = sample === 0 ? t('no sample') : lamports(amount);
  const window = timeSpan(timeRange);
  const description = `${value} · ${window} · ${transactions(sample)}`;
  const values = { label, value, count: count(sample), window, percentile: figure.percentileInt };
  return {
    id,
    label,
    description,
    icon: id === 'fees' ? 'flame' : 'heart',
    context: 'percentile',
    spoken:
      id === 'fees'
        ? t('{label} of transaction fees: {value}, from {count} transactions in {window}', values)
        : t('{label} of tips: {value}, from {count} transactions in {window}', values),
    heading:
      id === 'fees'
        ? t('{label}: percentile {percentile} of transaction fees', values)
        : t('{label}: percentile {percentile} of tips', values),
    facts: () => [
      [t('Amount'), sample === 0 ? value : `${value} (${lamportsAsSol(amount)})`],
      [t('Sample'), t('{0} transactions', count(sample))],
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
const grossWords = phrase(t('{0} gross'));
const netWords = phrase(t('{0} net'));
const spokenWords = phrase(t('{0}: {1} gross, {2} net, {3} transactions in {4}'));
const ammHeading = phrase(t('AMM {0}'));
const poolHeading = phrase(t('Pool {0}'));

const describe = (figures: Figures): string =>
  `${grossWords(usd(figures.revenues))} · ${netWords(usd(figures.profits))} · ${transactions(figures.transactions)}`;

/** The same with the figure that the tokens are sorted by in front. */
function describeToken(token: TokenRanking, order: TokenOrder): string {
  const { profits, volume, liquidity } = token;
  const gross = grossWords(usd(token.revenues));
  const net = netWords(usd(profits));
  const number = transactions(token.transactions);
  switch (order) {
    case 'profits':
      return `${net} · ${gross} · ${number}`;
    case 'transactions':
      return `${number} · ${gross} · ${net}`;
    case 'volume':
      return `${t('{0} volume', usd(volume))} · ${describe(token)}`;
    case 'liquidity':
      return `${liquidityWords(liquidity)} · ${describe(token)}`;
    case 'revenues':
      return describe(token);
  }
}

const liquidityWords = (liquidity: number): string =>
  liquidity > 0 ? t('{0} liquidity', usd(liquidity)) : t('unknown liquidity');

const speak = (name: string, figures: Figures, window: string): string =>
  spokenWords(
    name,
    usd(figures.revenues),
    usd(figures.profits),
    count(figures.transactions),
    window,
  );

const figureFacts = (figures: Figures, window: string) =>
  [
    [t('Gross gains'), t('{0} in {1}', usd(figures.revenues), window)],
    [t('Net gains'), t('{0} in {1}, after fees, tips and bot fees', usd(figures.profits), window)],
    [t('Sample'), t('{0} arbitrage transactions', count(figures.transactions))],
  ] as const;

/** A transaction counts for each token, AMM and pool that its route touches. */
const attribution = t(
  'Each transaction counts in full for every token, AMM and pool on its route, so rows do not add up to their parent.',
);

/** A change before what the row says otherwise, and where a screen reader says it. */
function marked(row: TreeRow, change: RankChange | undefined): TreeRow {
  const mark = markOf(change);
  if (mark === '') return row;
  return {
    ...row,
    description: `${mark} · ${row.description}`,
    spoken: `${row.spoken}, ${spokenMark(change)}`,
  };
}

const added: RankChange = { kind: 'new' };

/** An AMM or a pool that the answer before did not have is marked, unless all of its token is new. */
function markedBranch(row: TreeRow, branch: string, marks: ChangeMarks | null): TreeRow {
  const [mint = ''] = branch.split('/');
  const isNew = marks?.isNew(branch) === true && !marks.isNew(mint);
  return isNew ? marked(row, added) : row;
}

const longestSymbol = 16;

/** A symbol that is made to look like a known one stands with its address. */
function tokenName(mint: string, fact: TokenFact | undefined): string {
  const known = knownMints.get(mint)?.symbol;
  const told = fact?.symbol.trim() ?? '';
  if (known !== undefined || told === '') return known ?? shortAddress(mint);
  const symbol = visibleText(told, longestSymbol);
  return lookAlikeSymbol(mint, told) === null
    ? symbol
    : t('{0} (look-alike {1})', symbol, shortAddress(mint));
}

function tokenRow(token: TokenRanking, shown: Shown): TreeRow {
  const { answer, marks, pins, order, window, nameOf } = shown;
  const { mint } = token;
  const label = nameOf(mint);
  const heading = t('Token {0}', label);
  const id = `token:${mint}`;
  const isPinned = pins.includes(mint);
  const row: TreeRow = {
    id,
    label,
    description: describeToken(token, order),
    icon: isPinned ? 'pinned' : 'tag',
    context: 'token',
    ...(isPinned ? { state: 'pinned' } : {}),
    address: mint,
    spoken: `${speak(heading, token, window)}${isPinned ? `, ${t('pinned')}` : ''}`,
    heading,
    facts: () => [
      ...figureFacts(token, window),
      [t('Volume'), t('{0} in {1}, input of the arbitrages', usd(token.volume), window)],
      [t('Market cap'), knownUsd(token.marketCap)],
      [t('Liquidity'), knownUsd(token.liquidity)],
      [t('Mint'), mint],
      ...sourceFacts(answer),
    ],
    note: attribution,
    children: () =>
      token.AMMs.map((amm) => ammRow(amm, { parentId: id, mint, answer, window, marks })),
  };
  return marked(row, marks?.tokens.get(mint));
}

interface Branch {
  readonly parentId: string;
  /** Of the token that the branch hangs on. */
  readonly mint: string;
  readonly answer: FinderAnswer;
  readonly window: string;
  readonly marks: ChangeMarks | null;
}

function ammRow(amm: AmmRollup, { parentId, mint, answer, window, marks }: Branch): TreeRow {
  const label = ammPrograms.get(amm.address)?.name ?? shortAddress(amm.address);
  const heading = ammHeading(label);
  const id = `${parentId}/amm:${amm.address}`;
  const branch = `${mint}/${amm.address}`;
  const row: TreeRow = {
    id,
    label,
    description: describe(amm),
    icon: 'arrow-swap',
    context: 'amm',
    address: amm.address,
    spoken: speak(heading, amm, window),
    heading,
    facts: () => [...figureFacts(amm, window), [t('Program'), amm.address], ...sourceFacts(answer)],
    note: attribution,
    children: () =>
      amm.pools.map((pool) =>
        markedBranch(poolRow(pool, id, answer, window), `${branch}/${pool.address}`, marks),
      ),
  };
  return markedBranch(row, branch, marks);
}

function poolRow(
  pool: PoolRollup,
  parentId: string,
  answer: FinderAnswer,
  window: string,
): TreeRow {
  const label = shortAddress(pool.address);
  const heading = poolHeading(label);
  return {
    id: `${parentId}/pool:${pool.address}`,
    label,
    description: describe(pool),
    icon: 'database',
    context: 'pool',
    address: pool.address,
    spoken: speak(heading, pool, window),
    heading,
    facts: () => [
      ...figureFacts(pool, window),
      [t('Pool'), pool.address],
      [t('Lookup table'), pool.lookupTable === '' ? t('none seen') : pool.lookupTable],
      ...sourceFacts(answer),
    ],
    note: attribution,
  };
}

/** Tokens that the answer before had: told, so that nobody looks for them. */
function goneRow(gone: readonly TokenRanking[], { answer, nameOf }: Shown): TreeRow {
  const number = count(gone.length);
  const isOne = gone.length === 1;
  const named = gone.slice(0, 5).map(({ mint }) => nameOf(mint));
  const more = gone.length > named.length ? ' …' : '';
  const description = `${named.join(', ')}${more}`;
  return {
    id: 'gone',
    label: isOne ? t('1 token gone') : t('{0} tokens gone', number),
    description,
    icon: 'history',
    context: 'note',
    spoken: isOne
      ? t('1 token gone since the last refresh: {0}', description)
      : t('{0} tokens gone since the last refresh: {1}', number, description),
    heading: isOne
      ? t('1 token gone since the last refresh')
      : t('{0} tokens gone since the last refresh', number),
    facts: () => [
      ...gone.map(({ mint }): readonly [string, string] => [nameOf(mint), mint]),
      ...sourceFacts(answer),
    ],
    note: t('They no longer pass the filters, or others rank before them.'),
  };
}

/** Tokens that the local filters keep back: told, so that nobody takes the rest for all. */
function hiddenRow({ failed, unchecked }: HiddenTokens, answer: FinderAnswer): TreeRow {
  const isOne = failed + unchecked === 1;
  const number = count(failed + unchecked);
  const description = [
    ...(failed === 0 ? [] : [t('{0} with an authority left', count(failed))]),
    ...(unchecked === 0 ? [] : [t('{0} not known yet', count(unchecked))]),
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
    spoken: `${heading}: ${description}`,
    heading,
    facts: () => [
      [t('An authority is left'), count(failed)],
      [t('Not known yet'), count(unchecked)],
      ...sourceFacts(answer),
    ],
    note: t(
      'What is not known yet is asked for in the background, within the limits of the service.',
    ),
  };
}

function nothingRow({ answer, window }: Shown): TreeRow {
  const label = t('No token');
  const description = t('no arbitrage with the base tokens in {0}', window);
  return {
    id: 'no-tokens',
    label,
    description,
    icon: 'info',
    context: 'note',
    spoken: `${label}: ${description}`,
    heading: `${label}: ${description}`,
    facts: () => sourceFacts(answer),
    note: t('Widen the window or the base tokens: the filter icon of the view has every filter.'),
  };
}

/** The window in effect, as the service echoes it; what was asked for where it does not. */
function rankingWindow({ result, request }: FinderAnswer): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? t('the service’s own window') : timeSpan(seconds);
}

/** Services answer 0 where they do not know. */
const knownUsd = (value: number): string => (value > 0 ? usd(value) : t('not known'));
