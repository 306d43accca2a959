import type {
  AppliedFilters,
  FinderParameters,
  FinderPercentile,
  FinderResult,
  Threshold,
} from '../../api/finder.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { AmountSamples } from '../store/reads/amountSamples.ts';
import type { SolTipFilter } from '../store/reads/marketReads.ts';
import { type FinderRequest, parseFinderParameters } from './finderParameters.ts';
import { rankTokens } from './finderRanking.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';
import { type Percentile, readPercentiles } from './readPercentiles.ts';

/**
 * Each part has its own time window. `wallets` filters all of them; `tokensMint` filters ranking
 * and threshold. The fee sample has every record including failures; the tip sample every
 * transaction that tipped SOL.
 */
export async function handleFinder(
  context: OperationContext,
  parameters: FinderParameters,
  options: MarketCallOptions = {},
): Promise<FinderResult> {
  const { store } = context;
  const request = parseFinderParameters(parameters);
  const [{ tokens, unknownMarketCaps, unknownLiquidities }, threshold, fees, tips] =
    await Promise.all([
      rankTokens(context, request, options),
      evaluateThreshold(context, request, options),
      store.readFees(
        percentileFilter(context, request),
        (fees) => readPercentileFigure(fees, request, request.feesPercentile),
        options,
      ),
      store.readSolTips(
        percentileFilter(context, request),
        (tips) => readPercentileFigure(tips, request, request.tipsPercentile),
        options,
      ),
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
    ...((request.tokensMinLiquidity ?? 0) > 0 || request.tokensMaxLiquidity !== undefined
      ? { tokensUnknownLiquidity: unknownLiquidities }
      : {}),
  };
}

/** `ALL` means no filter. */
const providerFilter = (choice: string): readonly string[] | undefined =>
  choice === 'ALL' ? undefined : [choice];

async function evaluateThreshold(
  context: OperationContext,
  request: FinderRequest,
  { signal }: MarketCallOptions,
): Promise<Threshold> {
  const { profitsUsd, revenuesUsd, transactions } = await context.store.thresholdTotals(
    {
      window: windowUntilNow(context, request.thresholdMaxTimeRange),
      baseMints: request.tokensMint,
      wallets: request.wallets,
      providers: providerFilter(request.thresholdProvider),
      bots: providerFilter(request.thresholdBot),
    },
    { signal },
  );
  const { thresholdProfits, thresholdRevenues, thresholdTransactions } = request;
  const given = [
    [profitsUsd, thresholdProfits],
    [revenuesUsd, thresholdRevenues],
    [transactions, thresholdTransactions],
  ].filter((pair): pair is [number, number] => pair[1] !== undefined);
  return {
    isArbitrageRecommended:
      given.length === 0 ? profitsUsd > 0 : given.every(([observed, least]) => observed >= least),
    thresholdProfits: thresholdProfits ?? 0,
    profits: profitsUsd,
    thresholdRevenues: thresholdRevenues ?? 0,
    revenues: revenuesUsd,
    thresholdTransactions: thresholdTransactions ?? 0,
    transactions,
    timeRange: request.thresholdMaxTimeRange,
    thresholdProvider: request.thresholdProvider,
    thresholdBot: request.thresholdBot,
  };
}

const percentileFilter = (context: OperationContext, request: FinderRequest): SolTipFilter => ({
  window: windowUntilNow(context, request.percentilesTimeRange),
  wallets: request.wallets,
  providers: providerFilter(request.percentilesProvider),
  bots: providerFilter(request.percentilesBot),
});

async function readPercentileFigure(
  samples: AmountSamples,
  { percentilesTimeRange }: FinderRequest,
  { label, percent }: Percentile,
): Promise<FinderPercentile> {
  const [sample] = await readPercentiles(samples, [percent]);
  return {
    percentile: label,
    percentileInt: percent,
    amount: sample?.amounts[0] ?? 0n,
    transactions: sample?.number ?? 0,
    timeRange: percentilesTimeRange,
  };
}

/** Sent parameters, defaults, and percentiles as p<NN>. */
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
