/** Format of Solana's RPC: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The older `status` format, which typed clients read in addition to `err`. */
export const toTransactionResult = (error: unknown): { Ok: null } | { Err: unknown } =>
  error === null || error === undefined ? { Ok: null } : { Err: error };
