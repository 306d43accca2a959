import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { RpcInstruction } from '../decode/rpcBlock.ts';
import type { TransactionError } from '../rpc/transactionError.ts';

export interface ExecutionResult {
  readonly error: TransactionError | null;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly RpcInstruction[];
  }[];
  readonly returnData: { readonly program: string; readonly data: Uint8Array } | null;
  /** Empty unless simulated successfully. */
  readonly accounts: ReadonlyMap<string, ChainAccount>;
}

export const notExecuted = (error: TransactionError): ExecutionResult => ({
  error,
  unitsConsumed: 0,
  logs: [],
  innerInstructions: [],
  returnData: null,
  accounts: new Map(),
});
