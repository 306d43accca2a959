import type { JsonInteger } from '../../api/json.ts';

/** Only the parts that the decoder reads, in any encoding. */

export interface RpcInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  /** Base58. */
  readonly data: string;
  readonly stackHeight?: number | null;
}

/** Parsed, or with addresses instead of indexes. */
export interface RpcParsedInstruction {
  readonly programId: string;
  readonly program?: string;
  readonly parsed?: unknown;
  readonly accounts?: readonly string[];
  readonly data?: string;
  readonly stackHeight?: number | null;
}

/** An instruction of a binary block; the data stays bytes to avoid needless Base58 encoding. */
export interface RpcBinaryInstruction {
  readonly programIdIndex: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
  readonly stackHeight: number | null;
}

export interface RpcTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string;
  readonly programId?: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number };
}

export interface RpcAddressTableLookup {
  readonly accountKey: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
  /** Former name of `readonlyIndexes` in client libraries; replaces it there. */
  readonly readableIndexes?: readonly number[];
}

export interface RpcMessage {
  readonly accountKeys: readonly (
    | string
    | { readonly pubkey: string; readonly signer: boolean; readonly writable: boolean }
  )[];
  readonly header?: {
    readonly numRequiredSignatures: number;
    readonly numReadonlySignedAccounts: number;
    readonly numReadonlyUnsignedAccounts: number;
  };
  readonly instructions: readonly (RpcInstruction | RpcParsedInstruction)[];
  readonly addressTableLookups?: readonly RpcAddressTableLookup[] | null;
  readonly recentBlockhash?: string;
  /** Version 1 only (SIMD-0385), in json and jsonParsed. A limit of null means unset, that is 0. */
  readonly transactionConfig?: { readonly computeUnitLimit?: number | null } | null;
}

export type RpcInnerInstruction = RpcInstruction | RpcParsedInstruction | RpcBinaryInstruction;

export interface RpcMeta {
  readonly err: unknown;
  /** Lamports. */
  readonly fee: JsonInteger;
  readonly computeUnitsConsumed?: JsonInteger | null;
  readonly innerInstructions?:
    | readonly {
        readonly index: number;
        readonly instructions: readonly RpcInnerInstruction[];
      }[]
    | null;
  readonly loadedAddresses?: {
    readonly writable: readonly string[];
    readonly readonly: readonly string[];
  };
  readonly logMessages?: readonly string[] | null;
  /** Lamports by account. */
  readonly preBalances: readonly JsonInteger[];
  readonly postBalances: readonly JsonInteger[];
  readonly preTokenBalances?: readonly RpcTokenBalance[] | null;
  readonly postTokenBalances?: readonly RpcTokenBalance[] | null;
}

export type RpcEncodedTransaction =
  | readonly [data: string, encoding: 'base64']
  | { readonly signatures: readonly string[]; readonly message: RpcMessage };

export interface RpcBlockTransaction {
  readonly transaction: RpcEncodedTransaction;
  readonly meta: RpcMeta | null;
  readonly version?: number | 'legacy';
}

export interface RpcTransaction extends RpcBlockTransaction {
  readonly slot: number;
  readonly blockTime?: number | null;
}

/** Does not contain the block's slot. */
export interface RpcBlock {
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly parentSlot: number;
  readonly blockHeight?: number | null;
  readonly blockTime?: number | null;
  readonly transactions: readonly RpcBlockTransaction[];
}
