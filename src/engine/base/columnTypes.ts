/** Types of the stores' columns. No column is nullable. */
export type ColumnType = 'UTINYINT' | 'USMALLINT' | 'UINTEGER' | 'UBIGINT' | 'DOUBLE' | 'VARCHAR';

export type CellOf<Type extends ColumnType> = Type extends 'VARCHAR'
  ? string
  : Type extends 'UBIGINT'
    ? bigint
    : number;

/**
 * The column types of a record's values, shared by the tables of the stores and by the check of
 * every record and block before it is stored (`decode/storableRecord.ts`).
 */
export const valueTypes = {
  slot: 'UINTEGER',
  /** Unix seconds. */
  time: 'UINTEGER',
  /** Of a transaction in its block. */
  position: 'UINTEGER',
  /** Raw amount of any mint. */
  amount: 'UBIGINT',
  computeUnits: 'UINTEGER',
} as const satisfies Readonly<Record<string, ColumnType>>;

const largest = { UINTEGER: 2 ** 32 - 1, UBIGINT: 2n ** 64n - 1n } as const;

/** Whether a column for this value holds the integer. */
export function isStorable(value: number | bigint, kind: keyof typeof valueTypes): boolean {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  return value >= 0 && value <= largest[valueTypes[kind]];
}
