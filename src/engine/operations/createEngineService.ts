import type { MarketService } from '../../api/marketService.ts';
import { handleFeesByComputeUnit } from './feesByComputeUnit.ts';
import { handleFinder } from './finder.ts';
import { handleLandTransaction } from './landTransaction.ts';
import { handleMarketCache } from './marketCache.ts';
import type { OperationContext } from './operationContext.ts';
import { handleTipsByComputeUnit, handleTipsByGains } from './tipPercentiles.ts';
import { handleTokenInfo } from './tokenInfo.ts';
import { handleTransaction } from './transaction.ts';
import { handleWalletOverview } from './walletOverview.ts';
import { handleWalletTransactions } from './walletTransactions.ts';

/** The operations, each from its own file. Parameters have been checked against their schema. */
export function createEngineService(context: OperationContext): MarketService {
  return {
    finder: (parameters, options) => handleFinder(context, parameters, options),
    transaction: (parameters, options) => handleTransaction(context, parameters, options),
    tokenInfo: (parameters, options) => handleTokenInfo(context, parameters, options),
    tipsByComputeUnit: (parameters, options) =>
      handleTipsByComputeUnit(context, parameters, options),
    tipsByGains: (parameters, options) => handleTipsByGains(context, parameters, options),
    feesByComputeUnit: (parameters, options) =>
      handleFeesByComputeUnit(context, parameters, options),
    walletOverview: (parameters, options) => handleWalletOverview(context, parameters, options),
    walletTransactions: (parameters, options) =>
      handleWalletTransactions(context, parameters, options),
    marketCache: (parameters, options) => handleMarketCache(context, parameters, options),
    landTransaction: (parameters, options) => handleLandTransaction(context, parameters, options),
  };
}
