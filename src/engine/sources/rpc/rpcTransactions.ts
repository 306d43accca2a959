import { t } from '@vscode/l10n';
import { isObject } from '../../../api/isObject.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { RpcTransaction } from '../../decode/rpcBlock.ts';
import { RpcClient, type RpcClientOptions } from './rpcClient.ts';
import { withMarketErrors } from './rpcError.ts';

/** A transaction as a node tells it; null for one that it does not know. Throws a MarketError. */
export async function getTransaction(
  client: Pick<RpcClient, 'call'>,
  signature: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  const options = {
    commitment: 'confirmed',
    encoding: 'base64',
    maxSupportedTransactionVersion: 1,
  };
  const result = await withMarketErrors(signal, () =>
    client.call('getTransaction', [signature, options], signal),
  );
  if (result === null) return null;
  if (!isTransaction(result)) {
    throw new MarketError(
      'unreadable-answer',
      t('The answer to getTransaction is no transaction.'),
    );
  }
  return result;
}

/** The rest is checked where it is read. */
const isTransaction = (value: unknown): value is RpcTransaction =>
  isObject(value) &&
  Number.isSafeInteger(value['slot']) &&
  'transaction' in value &&
  'meta' in value;

/** Asks a node that nothing follows for one transaction. Throws a MarketError. */
export async function fetchTransaction(
  node: RpcClientOptions,
  signature: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  const client = new RpcClient(node);
  try {
    return await getTransaction(client, signature, signal);
  } finally {
    await client.close();
  }
}
