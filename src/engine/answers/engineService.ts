import type { MarketService } from '../../interface/marketService.ts';
import type { AnswerContext } from './context.ts';
import { answerFeesByComputeUnit } from './feesByComputeUnit.ts';
import { answerFinder } from './finder.ts';
import { answerLandTransaction } from './landTransaction.ts';
import { answerMarketCache } from './marketCache.ts';
import { answerTipsByComputeUnit } from './tipsByComputeUnit.ts';
import { answerTipsByGains } from './tipsByGains.ts';
import { answerTokenInfo } from './tokenInfo.ts';
import { answerTransaction } from './transaction.ts';
import { answerWalletOverview } from './walletOverview.ts';
import { answerWalletTransactions } from './walletTransactions.ts';

/** The operations, each from its own file. Parameters have been checked against their schema. */
export function engineService(context: AnswerContext): MarketService {
  return {
    finder: (parameters, options) => answerFinder(context, parameters, options),
    transaction: (parameters, options) => answerTransaction(context, parameters, options),
    tokenInfo: (parameters, options) => answerTokenInfo(context, parameters, options),
    tipsByComputeUnit: (parameters, options) =>
      answerTipsByComputeUnit(context, parameters, options),
    tipsByGains: (parameters, options) => answerTipsByGains(context, parameters, options),
    feesByComputeUnit: (parameters, options) =>
      answerFeesByComputeUnit(context, parameters, options),
    walletOverview: (parameters, options) => answerWalletOverview(context, parameters, options),
    walletTransactions: (parameters, options) =>
      answerWalletTransactions(context, parameters, options),
    marketCache: (parameters, options) => answerMarketCache(context, parameters, options),
    landTransaction: (parameters, options) => answerLandTransaction(context, parameters, options),
  };
}
