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
  const shown: Shown = { answer, marks, pins, order, nameOf };
  const isAnyHidden = hidden.failed + hidden.unchecked > 0;
  return [
    verdictRow(answer),
    percentileRow('fees', 'Fee', result.fees, answer),
    percentileRow('tips', 'Tip', result.tips, answer),
    ...(result.tokens.length === 0 && !isAnyHidden
      ? [nothingRow(answer)]
      : result.tokens.map((token) => tokenRow(token, shown))),
    ...(isAnyHidden ? [hiddenRow(hidden, answer)] : []),
    ...(marks === null || marks.gone.length === 0 ? [] : [goneRow(marks.gone, shown)]),
  ];
}

function percentileRow(
  id: 'fees' | 'tips',
  name: string,
  figure: PercentileFigure,
  answer: FinderAnswer,
): TreeRow {
  const { percentile, amount, transactions: sample, timeRange } = figure;
  const { percentilesProvider = 'ALL', percentilesBot = 'ALL' } = answer.result.filters;
  const label = `${name} ${percentile}`;
  const value = sample === 0 ? 'no sample' : lamports(amount);
  const description = `${value} · ${timeSpan(timeRange)} · ${transactions(sample)}`;
  const of = id === 'fees' ? 'transaction fees' : 'tips';
  return {
    id,
    label,
    description,
    icon: id === 'fees' ? 'flame' : 'heart',
    context: 'percentile',
    spoken: `${label} of ${of}: ${value}, from ${count(sample)} transactions in ${timeSpan(timeRange)}`,
    heading: `${label}: percentile ${figure.percentileInt} of ${of}`,
    facts: () => [
      ['Amount', sample === 0 ? 'no sample' : `${lamports(amount)} (${lamportsAsSol(amount)})`],
      ['Sample', `${count(sample)} transactions`],
      ['Window', timeSpan(timeRange)],
      ['Provider', percentilesProvider],
      ['Bot', percentilesBot],
      ...sourceFacts(answer),
    ],
  };
}

interface Figures {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

const describe = (figures: Figures): string =>
  `${usd(figures.revenues)} gross · ${usd(figures.profits)} net · ${transactions(figures.transactions)}`;

/** The same with the figure that the tokens are sorted by in front. */
function describeToken(token: TokenRanking, order: TokenOrder): string {
  const { profits, volume, liquidity } = token;
  const words = describe(token);
  const parts = words.split(' · ');
  switch (order) {
    case 'profits':
    case 'transactions': {
      const first = order === 'profits' ? `${usd(profits)} net` : transactions(token.transactions);
      return [first, ...parts.filter((part) => part !== first)].join(' · ');
    }
    case 'volume':
      return `${usd(volume)} volume · ${words}`;
    case 'liquidity':
      return `${liquidity > 0 ? usd(liquidity) : 'unknown'} liquidity · ${words}`;
    case 'revenues':
      return words;
  }
}

const speak = (name: string, figures: Figures, window: string): string =>
  `${name}: ${usd(figures.revenues)} gross, ${usd(figures.profits)} net, ${count(figures.transactions)} transactions in ${window}`;

const figureFacts = (figures: Figures, window: string) =>
  [
    ['Gross gains', `${usd(figures.revenues)} in ${window}`],
    ['Net gains', `${usd(figures.profits)} in ${window}, after fees, tips and bot fees`],
    ['Sample', `${count(figures.transactions)} arbitrage transactions`],
  ] as const;

/** A transaction counts for each token, AMM and pool that its route touches. */
const attribution =
  'Each transaction counts in full for every token, AMM and pool on its route, so rows do not add up to their parent.';

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
    : `${symbol} (look-alike ${shortAddress(mint)})`;
}

function tokenRow(token: TokenRanking, shown: Shown): TreeRow {
  const { answer, marks, pins, order, nameOf } = shown;
  const { mint } = token;
  const label = nameOf(mint);
  const window = rankingWindow(answer);
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
    spoken: `${speak(`Token ${label}`, token, window)}${isPinned ? ', pinned' : ''}`,
    heading: `Token ${label}`,
    facts: () => [
      ...figureFacts(token, window),
      ['Volume', `${usd(token.volume)} in ${window}, input of the arbitrages`],
      ['Market cap', knownUsd(token.marketCap)],
      ['Liquidity', knownUsd(token.liquidity)],
      ['Mint', mint],
      ...sourceFacts(answer),
    ],
    note: attribution,
    children: () => token.AMMs.map((amm) => ammRow(amm, { parentId: id, mint, answer, marks })),
  };
  return marked(row, marks?.tokens.get(mint));
}

interface Branch {
  readonly parentId: string;
  /** Of the token that the branch hangs on. */
  readonly mint: string;
  readonly answer: FinderAnswer;
  readonly marks: ChangeMarks | null;
}

function ammRow(amm: AmmRollup, { parentId, mint, answer, marks }: Branch): TreeRow {
  const label = ammPrograms.get(amm.address)?.name ?? shortAddress(amm.address);
  const window = rankingWindow(answer);
  const id = `${parentId}/amm:${amm.address}`;
  const branch = `${mint}/${amm.address}`;
  const row: TreeRow = {
    id,
    label,
    description: describe(amm),
    icon: 'arrow-swap',
    context: 'amm',
    address: amm.address,
    spoken: speak(`AMM ${label}`, amm, window),
    heading: `AMM ${label}`,
    facts: () => [...figureFacts(amm, window), ['Program', amm.address], ...sourceFacts(answer)],
    note: attribution,
    children: () =>
      amm.pools.map((pool) =>
        markedBranch(poolRow(pool, id, answer), `${branch}/${pool.address}`, marks),
      ),
  };
  return markedBranch(row, branch, marks);
}

function poolRow(pool: PoolRollup, parentId: string, answer: FinderAnswer): TreeRow {
  const label = shortAddress(pool.address);
  const window = rankingWindow(answer);
  return {
    id: `${parentId}/pool:${pool.address}`,
    label,
    description: describe(pool),
    icon: 'database',
    context: 'pool',
    address: pool.address,
    spoken: speak(`Pool ${label}`, pool, window),
    heading: `Pool ${label}`,
    facts: () => [
      ...figureFacts(pool, window),
      ['Pool', pool.address],
      ['Lookup table', pool.lookupTable === '' ? 'none seen' : pool.lookupTable],
      ...sourceFacts(answer),
    ],
    note: attribution,
  };
}

/** Tokens that the answer before had: told, so that nobody looks for them. */
function goneRow(gone: readonly TokenRanking[], { answer, nameOf }: Shown): TreeRow {
  const label = gone.length === 1 ? '1 token gone' : `${count(gone.length)} tokens gone`;
  const named = gone.slice(0, 5).map(({ mint }) => nameOf(mint));
  const more = gone.length > named.length ? ' …' : '';
  const description = `${named.join(', ')}${more}`;
  return {
    id: 'gone',
    label,
    description,
    icon: 'history',
    context: 'note',
    spoken: `${label} since the last refresh: ${description}`,
    heading: `${label} since the last refresh`,
    facts: () => [
      ...gone.map(({ mint }): readonly [string, string] => [nameOf(mint), mint]),
      ...sourceFacts(answer),
    ],
    note: 'They no longer pass the filters, or others rank before them.',
  };
}

/** Tokens that the local filters keep back: told, so that nobody takes the rest for all. */
function hiddenRow({ failed, unchecked }: HiddenTokens, answer: FinderAnswer): TreeRow {
  const total = failed + unchecked;
  const label = total === 1 ? '1 token hidden' : `${count(total)} tokens hidden`;
  const description = [
    ...(failed === 0 ? [] : [`${count(failed)} with an authority left`]),
    ...(unchecked === 0 ? [] : [`${count(unchecked)} not known yet`]),
  ].join(' · ');
  return {
    id: 'hidden',
    label,
    description,
    icon: 'eye-closed',
    context: 'note',
    spoken: `${label} by the filters for mint and freeze authority: ${description}`,
    heading: `${label} by the filters for mint and freeze authority`,
    facts: () => [
      ['An authority is left', count(failed)],
      ['Not known yet', count(unchecked)],
      ...sourceFacts(answer),
    ],
    note: 'What is not known yet is asked for in the background, within the limits of the service.',
  };
}

function nothingRow(answer: FinderAnswer): TreeRow {
  const window = rankingWindow(answer);
  const description = `no arbitrage with the base tokens in ${window}`;
  return {
    id: 'no-tokens',
    label: 'No token',
    description,
    icon: 'info',
    context: 'note',
    spoken: `No token: ${description}`,
    heading: `No token: ${description}`,
    facts: () => sourceFacts(answer),
    note: 'Widen the window or the base tokens: the filter icon of the view has every filter.',
  };
}

/** The window in effect, as the service echoes it; what was asked for where it does not. */
function rankingWindow({ result, request }: FinderAnswer): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? 'the service’s own window' : timeSpan(seconds);
}

/** Services answer 0 where they do not know. */
const knownUsd = (value: number): string => (value > 0 ? usd(value) : 'not known');
