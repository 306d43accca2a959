import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { MarketError } from '../../../api/marketError.ts';
import type { RpcTransaction } from '../../decode/rpcBlock.ts';
import { systemClock } from './clock.ts';
import { RpcClient } from './rpcClient.ts';
import { RpcEndpoint } from './rpcEndpoint.ts';
import { toMarketError } from './rpcError.ts';

const timeoutMilliseconds = 20_000;

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
  let result: unknown;
  try {
    result = await client.call('getTransaction', [signature, options], signal);
  } catch (error) {
    if (signal.aborted) throw new MarketError('cancelled', t('Cancelled'));
    throw toMarketError(error);
  }
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
  typeof value === 'object' &&
  value !== null &&
  'slot' in value &&
  Number.isSafeInteger(value.slot) &&
  'transaction' in value &&
  'meta' in value;

/** Asks a node that nothing follows for one transaction. Throws a MarketError. */
export async function fetchTransaction(
  node: { readonly url: string; readonly dispatcher?: Dispatcher },
  signature: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  const client = new RpcClient({
    endpoint: new RpcEndpoint(node.url),
    clock: systemClock,
    timeoutMilliseconds,
    connections: 1,
    ...(node.dispatcher === undefined ? {} : { dispatcher: node.dispatcher }),
  });
  try {
    return await getTransaction(client, signature, signal);
  } finally {
    await client.close();
  }
}
