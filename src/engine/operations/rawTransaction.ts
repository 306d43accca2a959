import { signatureOf } from '../decode/decodeTransaction.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { OperationContext } from './operationContext.ts';

/**
 * A transaction with its instructions and its log, which the index does not have; `null`: neither
 * has the source. Throws a MarketError.
 */
export async function readRawTransaction(
  { store, transactionReader, slotReader }: OperationContext,
  signature: string,
  signal: AbortSignal,
): Promise<RpcBlockTransaction | null> {
  if (transactionReader !== undefined) {
    return await transactionReader.getTransaction(signature, signal);
  }
  if (slotReader === undefined) return null;
  const indexed = await store.findTransaction(signature, { signal });
  const slot = await slotReader.slotOf(signature, indexed?.record.slot ?? null, signal);
  const read = slot === null ? null : await slotReader.block(slot, signal);
  if (read?.kind !== 'block') return null;
  return read.block.transactions.find((entry) => signatureOf(entry) === signature) ?? null;
}
