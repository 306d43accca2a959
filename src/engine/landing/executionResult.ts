import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { RpcInstruction } from '../decode/rpcBlock.ts';
import type { TransactionError } from '../rpc/transactionError.ts';

export interface ExecutionResult {
  /** `null` for a success. */
  readonly error: TransactionError | null;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly RpcInstruction[];
  }[];
  /** Return data of the last program that set any; `null` if none did. */
  readonly returnData: { readonly program: string; readonly data: Uint8Array } | null;
  /** Accounts after a successful simulation. */
  readonly accounts: ReadonlyMap<string, ChainAccount>;
}

/** Result of a transaction that is rejected before it runs. */
export const notExecuted = (error: TransactionError): ExecutionResult => ({
  error,
  unitsConsumed: 0,
  logs: [],
  innerInstructions: [],
  returnData: null,
  accounts: new Map(),
});
