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
import { shortAddress } from '../../solana/shortAddress.ts';
import { type FinderAnswer, sourceFacts } from './finderAnswer.ts';
import type { TreeRow } from './treeRow.ts';
import { verdictRow } from './verdictRow.ts';

/** The rows of an answer: the verdict, the two percentiles, then tokens > AMMs > pools. */
export function finderRows(answer: FinderAnswer): TreeRow[] {
  const { result } = answer;
  return [
    verdictRow(answer),
    percentileRow('fees', 'Fee', result.fees, answer),
    percentileRow('tips', 'Tip', result.tips, answer),
    ...(result.tokens.length === 0
      ? [nothingRow(answer)]
      : result.tokens.map((token) => tokenRow(token, answer))),
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

function tokenRow(token: TokenRanking, answer: FinderAnswer): TreeRow {
  const symbol = knownMints.get(token.mint)?.symbol;
  const label = symbol ?? shortAddress(token.mint);
  const window = rankingWindow(answer);
  const id = `token:${token.mint}`;
  return {
    id,
    label,
    description: describe(token),
    icon: 'tag',
    context: 'token',
    spoken: speak(`Token ${label}`, token, window),
    heading: `Token ${label}`,
    facts: () => [
      ...figureFacts(token, window),
      ['Volume', `${usd(token.volume)} in ${window}, input of the arbitrages`],
      ['Market cap', knownUsd(token.marketCap)],
      ['Liquidity', knownUsd(token.liquidity)],
      ['Mint', token.mint],
      ...sourceFacts(answer),
    ],
    note: attribution,
    children: () => token.AMMs.map((amm) => ammRow(amm, id, answer)),
  };
}

function ammRow(amm: AmmRollup, parentId: string, answer: FinderAnswer): TreeRow {
  const label = ammPrograms.get(amm.address)?.name ?? shortAddress(amm.address);
  const window = rankingWindow(answer);
  const id = `${parentId}/amm:${amm.address}`;
  return {
    id,
    label,
    description: describe(amm),
    icon: 'arrow-swap',
    context: 'amm',
    spoken: speak(`AMM ${label}`, amm, window),
    heading: `AMM ${label}`,
    facts: () => [...figureFacts(amm, window), ['Program', amm.address], ...sourceFacts(answer)],
    note: attribution,
    children: () => amm.pools.map((pool) => poolRow(pool, id, answer)),
  };
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
    note: 'Widen the window or the base tokens in the settings of the Finder.',
  };
}

/** The window in effect, as the service echoes it; what was asked for where it does not. */
function rankingWindow({ result, request }: FinderAnswer): string {
  const seconds = result.filters.tokensTimeRange ?? request.tokensTimeRange;
  return seconds === undefined ? 'the service’s own window' : timeSpan(seconds);
}

/** Services answer 0 where they do not know. */
const knownUsd = (value: number): string => (value > 0 ? usd(value) : 'not known');
