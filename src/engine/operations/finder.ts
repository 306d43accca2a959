import type {
  AppliedFilters,
  FinderParameters,
  FinderPercentile,
  FinderResult,
  Threshold,
} from '../../api/finder.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import { WhereClause } from '../store/duckdb/whereClause.ts';
import { typeNumber } from '../store/rows.ts';
import { feeSample } from './feeSample.ts';
import { type FinderRequest, parseFinderParameters } from './finderParameters.ts';
import { rankTokens } from './finderRanking.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';
import { type Percentile, readPercentiles, type SampleQuery } from './readPercentiles.ts';

/**
 * Ranks tokens, judges the threshold and reads the fee and tip percentile, each in a window of its
 * own. `wallets` narrows all of them; `tokensMint` narrows ranking and threshold. The fee sample is
 * every record, failures among them; the tip sample is every transaction that tipped SOL.
 */
export async function handleFinder(
  context: OperationContext,
  parameters: FinderParameters,
  options: MarketCallOptions = {},
): Promise<FinderResult> {
  const request = parseFinderParameters(parameters);
  const [{ tokens, unknownMarketCaps }, threshold, fees, tips] = await Promise.all([
    rankTokens(context, request, options),
    evaluateThreshold(context, request, options),
    readFees(context, request, options),
    readTips(context, request, options),
  ]);
  return {
    tokens,
    threshold,
    fees,
    tips,
    filters: appliedFilters(request, parameters),
    ...((request.tokensMinMarketCap ?? 0) > 0 || request.tokensMaxMarketCap !== undefined
      ? { tokensUnknownMarketCap: unknownMarketCaps }
      : {}),
  };
}

/** ALL is no filter. */
const providerFilter = (choice: string): readonly string[] | undefined =>
  choice === 'ALL' ? undefined : [choice];

async function evaluateThreshold(
  context: OperationContext,
  request: FinderRequest,
  { signal }: MarketCallOptions,
): Promise<Threshold> {
  const { store } = context;
  const conditions = new WhereClause(store.names)
    .within('time', windowUntilNow(context, request.thresholdMaxTimeRange))
    .equals('type', typeNumber('arbitrage'))
    .isAnyOf('base', request.tokensMint)
    .isAnyOf('wallet', request.wallets)
    .isAnyOf('provider', providerFilter(request.thresholdProvider))
    .isAnyOf('bot', providerFilter(request.thresholdBot));
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
  context: OperationContext,
  request: FinderRequest,
  options: MarketCallOptions,
): Promise<FinderPercentile> {
  const query = feeSample(context.store, {
    window: windowUntilNow(context, request.percentilesTimeRange),
    wallets: request.wallets,
    providers: providerFilter(request.percentilesProvider),
    bots: providerFilter(request.percentilesBot),
  });
  return readPercentileFigure(context, request, query, request.feesPercentile, options);
}

async function readTips(
  context: OperationContext,
  request: FinderRequest,
  options: MarketCallOptions,
): Promise<FinderPercentile> {
  const conditions = new WhereClause(context.store.names)
    .within('time', windowUntilNow(context, request.percentilesTimeRange))
    .isAnyOf('wallet', request.wallets)
    .isAnyOf('provider', providerFilter(request.percentilesProvider))
    .isAnyOf('bot', providerFilter(request.percentilesBot))
    // The bucket of every amount but 0, and a narrower column to read.
    .atLeast('tip_bucket', 1);
  const query: SampleQuery = {
    rows: `SELECT tip_lamports AS amount, tip_bucket AS bucket FROM transactions
           WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: [],
  };
  return readPercentileFigure(context, request, query, request.tipsPercentile, options);
}

async function readPercentileFigure(
  { store }: OperationContext,
  { percentilesTimeRange }: FinderRequest,
  query: SampleQuery,
  { label, percent }: Percentile,
  { signal }: MarketCallOptions,
): Promise<FinderPercentile> {
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
function appliedFilters(request: FinderRequest, parameters: FinderParameters): AppliedFilters {
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
