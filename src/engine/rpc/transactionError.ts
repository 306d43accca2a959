/** As in Solana's RPC: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The older form of an error, which typed clients read beside `err`. */
export const toTransactionResult = (error: unknown): { Ok: null } | { Err: unknown } =>
  error === null || error === undefined ? { Ok: null } : { Err: error };
