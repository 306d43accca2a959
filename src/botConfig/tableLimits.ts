/** How many lookup tables exports write, and checks ask for. */
export interface TableLimits {
  /** Of an entry for a mint. */
  readonly perToken: number;
  /** Of flat markets, or of a file of lookup tables. */
  readonly perFile: number;
}

/** A transaction has room for few tables; NotArb uses at most 10 for a route. */
export const defaultTableLimits: TableLimits = { perToken: 10, perFile: 64 };
