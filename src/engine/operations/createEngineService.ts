import { t } from '@vscode/l10n';
import type { ParametersOf } from '../../api/defineOperation.ts';
import type { LandTransactionResponse } from '../../api/landTransaction.ts';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions, MarketService } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import { readSubmittedTransaction } from '../chain/readSignedTransaction.ts';
import { LandingError } from '../rpc/landingError.ts';
import { rpcErrorCodes } from '../rpc/rpcError.ts';
import { handleFinder } from './finder.ts';
import { handleMarketCache } from './marketCache.ts';
import { noNodeMessage, type OperationContext } from './operationContext.ts';
import {
  handleFeesByComputeUnit,
  handleTipsByComputeUnit,
  handleTipsByGains,
} from './percentiles.ts';
import { handleTokenInfo } from './tokenInfo.ts';
import { handleTransaction } from './transaction.ts';
import { handleWalletOverview, handleWalletTransactions } from './wallets.ts';

/** Parameters are already validated against their schema. */
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

/** Throws a LandingError with the code of a Solana node if the chain rejects the transaction. */
async function handleLandTransaction(
  { landing, lacksNode = false }: OperationContext,
  { id, params }: ParametersOf<Operations['landTransaction']>,
  { signal }: MarketCallOptions = {},
): Promise<LandTransactionResponse> {
  const [text, options = {}] = params;
  if (typeof text !== 'string') throw invalid(t('params[0] must be the transaction as text'));
  if (typeof options === 'string') throw invalid(t('params[1] must be an options object'));
  if (landing === undefined) {
    throw new MarketError(
      'plan-lacks-operation',
      lacksNode
        ? noNodeMessage()
        : t('Recordings cannot land transactions. Use the Sandbox or a node.'),
    );
  }
  const { bytes } = readSubmittedTransaction(text, Reflect.get(options, 'encoding'));
  const sent = await landing.send(bytes, options, signal);
  return { jsonrpc: '2.0', result: { signature: sent.signature, uuid: sent.uuid }, id };
}

const invalid = (message: string) => new LandingError(rpcErrorCodes.invalidParams, message);
