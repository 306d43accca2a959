import { t } from '@vscode/l10n';
import { answerOfFetched } from '../../engine/answers/fetchedTransaction.ts';
import { fetchTransaction } from '../../engine/sources/rpc/nodeTransactions.ts';
import { MarketError } from '../../interface/marketError.ts';
import { checkParameters } from '../../interface/wire.ts';
import type { CallAnswer } from '../callProtocol.ts';
import { readSettings } from './connectionSettings.ts';
import { nodeDispatcher } from './networkOptions.ts';
import type { Members } from './readRequest.ts';

/**
 * A transaction that a node tells, decoded here, whether or not that node is followed: nothing is
 * opened or indexed for it. Throws a MarketError.
 */
export async function nodeTransaction(members: Members, signal: AbortSignal): Promise<CallAnswer> {
  const settings = readSettings(members['settings']);
  if (settings.kind !== 'node') {
    throw new MarketError(
      'bad-parameter',
      t('Only a node is asked for a transaction of the chain.'),
    );
  }
  const { signature } = checkParameters('transaction', { signature: members['signature'] });
  const node = { url: settings.rpcUrl, ...nodeDispatcher(settings.rpcUrl, settings) };
  const transaction = await fetchTransaction(node, signature, signal);
  if (transaction === null) {
    throw new MarketError('not-found', t('The node does not know this signature either.'), {
      parameter: 'signature',
    });
  }
  return { result: answerOfFetched(transaction, null) };
}
