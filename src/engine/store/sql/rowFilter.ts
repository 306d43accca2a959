import type { TimeWindow } from '../../base/timeWindow.ts';

/** Limits of rows, inclusive. `transactions` and `stops` have all their columns. */
export interface RowBounds {
  /** Unix seconds. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  readonly fromSlot?: number | undefined;
  readonly toSlot?: number | undefined;
  /** Only in DuckDB, as only it stores row numbers. */
  readonly fromNumber?: number | undefined;
  readonly toNumber?: number | undefined;
}

type FilterColumn =
  | 'time'
  | 'minute'
  | 'hour'
  | 'slot'
  | 'number'
  | 'type'
  | 'is_success'
  | 'base'
  | 'wallet'
  | 'provider'
  | 'bot'
  | 'mint'
  | 'compute_units'
  | 'base_input'
  | 'fee_bucket'
  | 'tip_bucket'
  | 'profits_nanocents';

/** How a store writes conditions on ids. */
export interface IdConditions {
  /** The id of a name in rows; `undefined` if no row has it. */
  idOf(name: string): number | bigint | undefined;
  /** True if the columns are one of the keys. */
  isOneOf(columns: readonly string[], keys: readonly (readonly string[])[]): string;
}

interface FilteredRows extends IdConditions {
  readonly from: string;
  /** Further terms for the window of `within`: each matches another part of the rows. */
  readonly visible?: (window: TimeWindow | undefined) => readonly string[];
}

/**
 * `FROM … WHERE …` of a statement. Safe to interpolate: column names are constants of this file,
 * values are numbers or ids.
 */
export class RowFilter {
  readonly #rows: FilteredRows;
  readonly #terms: string[] = [];
  #window: TimeWindow | undefined;

  constructor(rows: FilteredRows) {
    this.#rows = rows;
  }

  get sql(): string {
    const parts = this.#visibleParts;
    return this.#sqlOf(parts.length < 2 ? parts : [`(${parts.map(inBrackets).join(' OR ')})`]);
  }

  /** `SELECT columns` of the rows; a UNION ALL if several parts of them are visible. */
  select(columns: string): string {
    const parts = this.#visibleParts;
    if (parts.length < 2) return `SELECT ${columns} ${this.#sqlOf(parts)}`;
    return parts.map((part) => `SELECT ${columns} ${this.#sqlOf([part])}`).join(' UNION ALL ');
  }

  get #visibleParts(): readonly string[] {
    return this.#rows.visible?.(this.#window) ?? [];
  }

  #sqlOf(visible: readonly string[]): string {
    return `FROM ${this.#rows.from} WHERE ${[...this.#terms, ...visible].join(' AND ') || 'true'}`;
  }

  within(bounds: RowBounds, column: 'time' | 'minute' | 'hour' = 'time'): this {
    const { fromSeconds, toSeconds, fromSlot, toSlot, fromNumber, toNumber } = bounds;
    if (fromSeconds !== undefined && toSeconds !== undefined) {
      this.#window = { fromSeconds, toSeconds };
    }
    return this.atLeast(column, fromSeconds)
      .atMost(column, toSeconds)
      .atLeast('slot', fromSlot)
      .atMost('slot', toSlot)
      .atLeast('number', fromNumber)
      .atMost('number', toNumber);
  }

  atLeast(column: FilterColumn, value: number | bigint | undefined): this {
    return this.#add(column, '>=', value);
  }

  atMost(column: FilterColumn, value: number | bigint | undefined): this {
    return this.#add(column, '<=', value);
  }

  equals(column: FilterColumn, value: number | bigint | undefined): this {
    return this.#add(column, '=', value);
  }

  /** Matches any of `names`; an empty list matches everything, an unknown name nothing. */
  isAnyOf(column: FilterColumn, names: readonly string[] | undefined): this {
    if (names === undefined || names.length === 0) return this;
    const ids = [...new Set(names)].flatMap((name) => this.#rows.idOf(name) ?? []);
    const [only] = ids;
    if (only === undefined) return this.matches('false');
    return ids.length === 1
      ? this.equals(column, only)
      : this.matches(
          this.#rows.isOneOf(
            [column],
            ids.map((id) => [`${id}`]),
          ),
        );
  }

  /** `condition` must consist of constants, numbers and ids, never user input. */
  matches(condition: string): this {
    this.#terms.push(condition);
    return this;
  }

  #add(column: FilterColumn, operator: string, value: number | bigint | undefined): this {
    return value === undefined ? this : this.matches(`${column} ${operator} ${literal(value)}`);
  }
}

const inBrackets = (term: string): string => `(${term})`;

const literal = (value: number | bigint): string =>
  typeof value === 'bigint' || Number.isFinite(value) ? `${value}` : '0';
