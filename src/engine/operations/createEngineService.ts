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
    finder: handleFinder.bind(null, context),
    transaction: handleTransaction.bind(null, context),
    tokenInfo: handleTokenInfo.bind(null, context),
    tipsByComputeUnit: handleTipsByComputeUnit.bind(null, context),
    tipsByGains: handleTipsByGains.bind(null, context),
    feesByComputeUnit: handleFeesByComputeUnit.bind(null, context),
    walletOverview: handleWalletOverview.bind(null, context),
    walletTransactions: handleWalletTransactions.bind(null, context),
    marketCache: handleMarketCache.bind(null, context),
    landTransaction: handleLandTransaction.bind(null, context),
  };
}
