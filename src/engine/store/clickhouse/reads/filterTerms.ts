import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { ClickHouseDatabase } from '../database/clickHouseDatabase.ts';
import { hashOf } from '../database/hashedIds.ts';
import type { BlockTable } from '../database/schema.ts';
import { type ReadPin, visibleCopies } from '../database/visibleCopies.ts';

type FilterColumn =
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
  | 'slot';

export interface PinnedRead {
  readonly database: ClickHouseDatabase;
  readonly pin: ReadPin;
  readonly signal: AbortSignal | undefined;
}

/**
 * `FROM … WHERE …` of a statement over rows of valid blocks. Safe to interpolate: column names are
 * constants of this file, values are numbers or hashes.
 */
export class VisibleFilter {
  readonly #read: PinnedRead;
  readonly #table: BlockTable;
  readonly #terms: string[] = [];
  #window: TimeWindow | undefined;

  constructor(read: PinnedRead, table: BlockTable) {
    this.#read = read;
    this.#table = table;
  }

  get sql(): string {
    const { database, pin } = this.#read;
    const terms = [
      ...this.#terms,
      `(slot, copy) IN (${visibleCopies(database, pin, this.#window)})`,
    ];
    return `FROM ${database.table(this.#table)} WHERE ${terms.join(' AND ')}`;
  }

  within(window: TimeWindow): this {
    this.#window = window;
    return this.atLeast('time', window.fromSeconds).atMost('time', window.toSeconds);
  }

  atLeast(column: FilterColumn | 'time', value: number | bigint | undefined): this {
    return this.#add(column, '>=', value);
  }

  atMost(column: FilterColumn | 'time', value: number | bigint | undefined): this {
    return this.#add(column, '<=', value);
  }

  equals(column: FilterColumn, value: number | undefined): this {
    return this.#add(column, '=', value);
  }

  /** `condition` must consist of constants and numbers, never user input. */
  matches(condition: string): this {
    this.#terms.push(condition);
    return this;
  }

  /** Matches any of `names`; an empty list matches everything. */
  isAnyOf(column: FilterColumn, names: readonly string[] | undefined): this {
    if (names === undefined || names.length === 0) return this;
    this.#terms.push(`${column} IN (${[...new Set(names)].map(hashOf).join(', ')})`);
    return this;
  }

  #add(column: string, operator: string, value: number | bigint | undefined): this {
    if (value !== undefined) this.#terms.push(`${column} ${operator} ${literal(value)}`);
    return this;
  }
}

const literal = (value: number | bigint): string =>
  typeof value === 'bigint' || Number.isFinite(value) ? `${value}` : '0';
