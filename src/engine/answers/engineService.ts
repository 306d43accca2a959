import type { MarketService } from '../../interface/marketService.ts';
import type { AnswerContext } from './context.ts';
import { answerFeesByComputeUnit } from './feesByComputeUnit.ts';
import { answerFinder } from './finder.ts';
import { answerLandTransaction } from './landTransaction.ts';
import { answerMarketCache } from './marketCache.ts';
import { markEach, markEachOfEach, markSample } from './sample.ts';
import { answerTipsByComputeUnit } from './tipsByComputeUnit.ts';
import { answerTipsByGains } from './tipsByGains.ts';
import { answerTokenInfo } from './tokenInfo.ts';
import { answerTransaction } from './transaction.ts';
import { answerWalletOverview } from './walletOverview.ts';
import { answerWalletTransactions } from './walletTransactions.ts';

/** The operations, each from its own file. Parameters have been checked against their schema. */
export function engineService(context: AnswerContext): MarketService {
  const sample = () => context.source.progress?.().sample ?? null;
  return {
    finder: async (parameters, options) =>
      markSample(await answerFinder(context, parameters, options), sample()),
    transaction: (parameters, options) => answerTransaction(context, parameters, options),
    tokenInfo: (parameters, options) => answerTokenInfo(context, parameters, options),
    tipsByComputeUnit: async (parameters, options) =>
      markEachOfEach(await answerTipsByComputeUnit(context, parameters, options), sample()),
    tipsByGains: async (parameters, options) =>
      markEachOfEach(await answerTipsByGains(context, parameters, options), sample()),
    feesByComputeUnit: async (parameters, options) =>
      markEach(await answerFeesByComputeUnit(context, parameters, options), sample()),
    walletOverview: async (parameters, options) =>
      markEach(await answerWalletOverview(context, parameters, options), sample()),
    walletTransactions: (parameters, options) =>
      answerWalletTransactions(context, parameters, options),
    marketCache: (parameters, options) => answerMarketCache(context, parameters, options),
    landTransaction: (parameters, options) => answerLandTransaction(context, parameters, options),
  };
}
