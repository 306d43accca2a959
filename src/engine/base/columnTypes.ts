/** Types of the stores' columns. No column is nullable. */
export type ColumnType =
  | 'UTINYINT'
  | 'USMALLINT'
  | 'UINTEGER'
  | 'UBIGINT'
  | 'BIGINT'
  | 'HUGEINT'
  | 'DOUBLE'
  | 'VARCHAR';

export type CellOf<Type extends ColumnType> = Type extends 'VARCHAR'
  ? string
  : Type extends 'UBIGINT' | 'BIGINT' | 'HUGEINT'
    ? bigint
    : number;

/**
 * The column types of all values, for the tables of both stores and for the check of every record
 * and block before it is stored (`decode/storableRecord.ts`).
 */
export const valueTypes = {
  slot: 'UINTEGER',
  /** Unix seconds. */
  time: 'UINTEGER',
  /** Unix days. */
  day: 'UINTEGER',
  /** Unix milliseconds. */
  milliseconds: 'UBIGINT',
  /** Of a transaction in its block, or of an entry in its file. */
  position: 'UINTEGER',
  /** Raw amount of any mint. */
  amount: 'UBIGINT',
  bucket: 'USMALLINT',
  computeUnits: 'UINTEGER',
  count: 'UINTEGER',
  decimals: 'UTINYINT',
  /** Index in a short list. */
  code: 'UTINYINT',
  flag: 'UTINYINT',
  /** In USD for a whole token; not summed, so not an integer. */
  price: 'DOUBLE',
  /** USD and SOL of one transaction, and sums of several (`store/money.ts`). */
  nanocents: 'BIGINT',
  lamports: 'BIGINT',
  nanocentsSum: 'HUGEINT',
  lamportsSum: 'HUGEINT',
  text: 'VARCHAR',
  signatureKey: 'UINTEGER',
  /** Assigned by a store with one writer. */
  id: 'UINTEGER',
  /** Assigned by several writers without coordination. */
  hashedId: 'UBIGINT',
  rowNumber: 'UBIGINT',
  version: 'UBIGINT',
} as const satisfies Readonly<Record<string, ColumnType>>;

const largest = {
  UTINYINT: 2 ** 8 - 1,
  USMALLINT: 2 ** 16 - 1,
  UINTEGER: 2 ** 32 - 1,
  UBIGINT: 2n ** 64n - 1n,
} as const;

type ValueKind = keyof typeof valueTypes;
export type IntegerKind = {
  [Kind in ValueKind]: (typeof valueTypes)[Kind] extends keyof typeof largest ? Kind : never;
}[ValueKind];

/** Whether a column for this value holds the integer. */
export function isStorable(value: number | bigint, kind: IntegerKind): boolean {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  return value >= 0 && value <= largest[valueTypes[kind]];
}
