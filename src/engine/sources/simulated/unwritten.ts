import type { RpcBlockTransaction } from '../../decode/rpcBlock.ts';
import type { PoolReserves } from './poolReserves.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SwapWriter } from './swapWriter.ts';
import type { TransactionBuilder } from './transactionBuilder.ts';

/** What writes transactions for the market; or takes their parts and writes none. */
export type TransactionForm = Pick<TransactionBuilder, keyof TransactionBuilder>;
export type SwapForm = Pick<SwapWriter, keyof SwapWriter>;

const nothing: RpcBlockTransaction = { transaction: ['', 'base64'], meta: null };

/**
 * Writes no transaction, but leaves the pools as one that does: what is meant by the transactions
 * of a time is then known several times sooner.
 */
export function unwrittenTransaction(state: PoolReserves): TransactionForm {
  return {
    accountCount: 0,
    begin() {},
    addWritable: () => 0,
    addTokenAccount: () => 0,
    addProgram: () => 0,
    loadPools(pools: readonly SimulatedPool[]) {
      for (const pool of pools) state.reserve(pool, pool.tokenA);
    },
    shared: () => 0,
    poolWritable: () => 0,
    vault: () => 0,
    accountIndex: () => 0,
    addInstruction() {},
    addInnerInstruction() {},
    transfer() {},
    payLamports() {},
    finish: () => nothing,
  };
}

export const unwrittenSwaps = (eventAuthority: string): SwapForm => ({
  eventAuthority,
  write() {},
  callJupiter() {},
  writeEvent() {},
});
