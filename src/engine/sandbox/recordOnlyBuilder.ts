import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { PoolReserves } from './poolReserves.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SwapWriter } from './swapWriter.ts';
import type { TransactionBuilder } from './transactionBuilder.ts';

export type TransactionWriter = Pick<TransactionBuilder, keyof TransactionBuilder>;
export type SwapInstructionWriter = Pick<SwapWriter, keyof SwapWriter>;

const emptyTransaction: RpcBlockTransaction = { transaction: ['', 'base64'], meta: null };

/** Same effect on the pools as `TransactionBuilder`, but much faster. */
export function recordOnlyBuilder(state: PoolReserves): TransactionWriter {
  return {
    accountCount: 0,
    begin() {},
    addWritable: () => 0,
    addTokenAccount: () => 0,
    addReadonly: () => 0,
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
    finish: () => emptyTransaction,
  };
}

export const recordOnlySwapWriter = (eventAuthority: string): SwapInstructionWriter => ({
  eventAuthority,
  write() {},
  callJupiter() {},
  writeEvent() {},
});
