import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { validateParameters } from '../../api/validation.ts';
import { transactionDetailOfFetched } from '../../engine/operations/fetchedTransaction.ts';
import { fetchTransaction } from '../../engine/sources/rpc/rpcTransactions.ts';
import type { CallResponse, TransactionRequest } from '../protocol/callProtocol.ts';
import { parseConnectionSettings } from './connectionSettings.ts';
import { networkOptions } from './networkOptions.ts';

/**
 * A transaction that a node tells, decoded here, whether or not that node is followed: nothing is
 * opened or indexed for it. Throws a MarketError.
 */
export async function fetchNodeTransaction(
  request: TransactionRequest,
  signal: AbortSignal,
): Promise<CallResponse> {
  const settings = parseConnectionSettings(request.settings);
  if (settings.kind !== 'node') {
    throw new MarketError(
      'bad-parameter',
      t('Only a Node connection can fetch a transaction from the chain.'),
    );
  }
  const { signature } = validateParameters('transaction', { signature: request.signature });
  const node = { url: settings.rpcUrl, network: networkOptions(settings) };
  const transaction = await fetchTransaction(node, signature, signal);
  if (transaction === null) {
    throw new MarketError('not-found', t('The node does not know this signature.'), {
      parameter: 'signature',
    });
  }
  return { result: transactionDetailOfFetched(transaction, null) };
}
