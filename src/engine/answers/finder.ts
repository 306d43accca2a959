import type {
  Filters,
  FinderParameters,
  FinderResult,
  PercentileFigure,
  Threshold,
} from '../../interface/finder.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import { typeNumber } from '../store/rows.ts';
import { Conditions } from './conditions.ts';
import { type AnswerContext, windowStart } from './context.ts';
import { feeSample } from './fees.ts';
import { type FinderRequest, readFinderParameters } from './finderParameters.ts';
import { rankTokens } from './finderRanking.ts';
import { type Percentile, readPercentiles, type SampleQuery } from './percentiles.ts';

/**
 * Ranks tokens, judges the threshold and reads the fee and tip percentile, each in a window of its
 * own. `wallets` narrows all of them; `tokensMint` narrows ranking and threshold. The fee sample is
 * every record, failures among them; the tip sample is every transaction that tipped SOL.
 */
export async function answerFinder(
  context: AnswerContext,
  parameters: FinderParameters,
  options: CallOptions = {},
): Promise<FinderResult> {
  const request = readFinderParameters(parameters);
  const [tokens, threshold, fees, tips] = await Promise.all([
    rankTokens(context, request, options),
    judgeThreshold(context, request, options),
    readFees(context, request, options),
    readTips(context, request, options),
  ]);
  return { tokens, threshold, fees, tips, filters: echoFilters(request, parameters) };
}

/** ALL is no filter. */
const named = (choice: string): readonly string[] | undefined =>
  choice === 'ALL' ? undefined : [choice];

async function judgeThreshold(
  context: AnswerContext,
  request: FinderRequest,
  { signal }: CallOptions,
): Promise<Threshold> {
  const { store } = context;
  const conditions = new Conditions(store.names)
    .atLeast('time', windowStart(context, request.thresholdMaxTimeRange))
    .is('type', typeNumber('arbitrage'))
    .isNamed('base', request.tokensMint)
    .isNamed('wallet', request.wallets)
    .isNamed('provider', named(request.thresholdProvider))
    .isNamed('bot', named(request.thresholdBot));
  const columns = await store.query(
    `SELECT coalesce(sum(profits_usd), 0)::DOUBLE, coalesce(sum(revenues_usd), 0)::DOUBLE,
            count(*)::UINTEGER
     FROM transactions WHERE ${conditions.sql}`,
    conditions.values,
    { signal },
  );
  const [profits = 0, revenues = 0, transactions = 0] = columns.map(([value]) => Number(value));
  const { thresholdProfits, thresholdRevenues, thresholdTransactions } = request;
  const given = [
    [profits, thresholdProfits],
    [revenues, thresholdRevenues],
    [transactions, thresholdTransactions],
  ].filter((pair): pair is [number, number] => pair[1] !== undefined);
  return {
    isArbitrageRecommended:
      given.length === 0 ? profits > 0 : given.every(([observed, least]) => observed >= least),
    thresholdProfits: thresholdProfits ?? 0,
    profits,
    thresholdRevenues: thresholdRevenues ?? 0,
    revenues,
    thresholdTransactions: thresholdTransactions ?? 0,
    transactions,
    timeRange: request.thresholdMaxTimeRange,
    thresholdProvider: request.thresholdProvider,
    thresholdBot: request.thresholdBot,
  };
}

async function readFees(
  context: AnswerContext,
  request: FinderRequest,
  options: CallOptions,
): Promise<PercentileFigure> {
  const query = feeSample(context.store, {
    fromSeconds: windowStart(context, request.percentilesTimeRange),
    wallets: request.wallets,
    providers: named(request.percentilesProvider),
    bots: named(request.percentilesBot),
  });
  return figureOf(context, request, query, request.feesPercentile, options);
}

async function readTips(
  context: AnswerContext,
  request: FinderRequest,
  options: CallOptions,
): Promise<PercentileFigure> {
  const conditions = new Conditions(context.store.names)
    .atLeast('time', windowStart(context, request.percentilesTimeRange))
    .isNamed('wallet', request.wallets)
    .isNamed('provider', named(request.percentilesProvider))
    .isNamed('bot', named(request.percentilesBot))
    // The bucket of every amount but 0, and a narrower column to read.
    .atLeast('tip_bucket', 1);
  const query: SampleQuery = {
    rows: `SELECT tip_lamports AS amount, tip_bucket AS bucket FROM transactions
           WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: [],
  };
  return figureOf(context, request, query, request.tipsPercentile, options);
}

async function figureOf(
  { store }: AnswerContext,
  { percentilesTimeRange }: FinderRequest,
  query: SampleQuery,
  { label, percent }: Percentile,
  { signal }: CallOptions,
): Promise<PercentileFigure> {
  const [sample] = await readPercentiles(store, query, [percent], { signal });
  return {
    percentile: label,
    percentileInt: percent,
    amount: sample?.amounts[0] ?? 0n,
    transactions: sample?.number ?? 0,
    timeRange: percentilesTimeRange,
  };
}

/** Everything that was applied: what was sent, defaults, and the percentiles as p<NN>. */
function echoFilters(request: FinderRequest, parameters: FinderParameters): Filters {
  const { feesPercentile, tipsPercentile, poolCaps, ...applied } = request;
  const { tokensAMMS: _sent, ...echoed }: FinderParameters = { ...parameters, ...applied };
  return {
    ...echoed,
    wallets: applied.wallets ?? [],
    tokensExclude: applied.tokensExclude ?? [],
    percentilesFees: feesPercentile.label,
    percentilesTips: tipsPercentile.label,
    tokensAMMS: Object.fromEntries(poolCaps),
  };
}
