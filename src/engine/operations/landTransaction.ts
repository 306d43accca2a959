import { t } from '@vscode/l10n';
import type { ParametersOf } from '../../api/defineOperation.ts';
import type { LandTransactionResponse } from '../../api/landTransaction.ts';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import { LandingError } from '../landing/landingError.ts';
import { readSubmittedTransaction } from '../landing/readSignedTransaction.ts';
import { rpcErrorCodes } from '../sources/rpc/rpcError.ts';
import type { OperationContext } from './operationContext.ts';

/**
 * Sends a signed transaction to the chain behind the engine. Throws a LandingRefused for what a
 * Solana node would refuse, with its code.
 */
export async function handleLandTransaction(
  { landing }: OperationContext,
  { id, params }: ParametersOf<Operations['landTransaction']>,
  { signal }: MarketCallOptions = {},
): Promise<LandTransactionResponse> {
  const [text, options = {}] = params;
  if (typeof text !== 'string') throw invalid(t('params[0] must be the transaction as text'));
  if (typeof options === 'string') throw invalid(t('params[1] must be an object of options'));
  if (landing === undefined) {
    throw new MarketError(
      'plan-lacks-operation',
      t('A recording takes no transactions: use the Sandbox or a node to land.'),
    );
  }
  const { bytes } = readSubmittedTransaction(text, Reflect.get(options, 'encoding'));
  const sent = await landing.send(bytes, options, signal);
  return { jsonrpc: '2.0', result: { signature: sent.signature, uuid: sent.uuid }, id };
}

const invalid = (message: string) => new LandingError(rpcErrorCodes.invalidParams, message);
