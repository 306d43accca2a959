import type { RpcTransaction } from '../decode/rpcBlock.ts';

/** What a source that is a chain tells of single transactions, of whatever age. */
export interface TransactionReader {
  /** Null for one that the chain does not know. Throws a MarketError. */
  getTransaction(signature: string, signal: AbortSignal): Promise<RpcTransaction | null>;
}
