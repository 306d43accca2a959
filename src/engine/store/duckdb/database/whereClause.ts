import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { NameTable } from '../../nameTable.ts';
import type { QueryValue } from './query.ts';

type FilterColumn =
  | 'time'
  | 'type'
  | 'is_success'
  | 'base'
  | 'wallet'
  | 'provider'
  | 'bot'
  | 'compute_units'
  | 'base_input'
  | 'tip_bucket'
  | 'fee_bucket'
  | 'mint'
  | 'minute'
  | 'number';

/** A short list becomes a filter of the scan, at half the cost of the join for a long one. */
const inlineListMaximum = 16;

/** The WHERE clause of a statement: column names are constants, values are parameters. */
export class WhereClause {
  readonly values: Record<string, QueryValue> = {};
  readonly #terms: string[] = [];
  readonly #names: NameTable;
  readonly #prefix: string;

  /** `prefix` of the parameter names; must differ between two clauses of one statement. */
  constructor(names: NameTable, prefix = 'p') {
    this.#names = names;
    this.#prefix = prefix;
  }

  get sql(): string {
    return this.#terms.length === 0 ? 'true' : this.#terms.join(' AND ');
  }

  within(column: 'time' | 'minute', { fromSeconds, toSeconds }: TimeWindow): this {
    return this.atLeast(column, fromSeconds).atMost(column, toSeconds);
  }

  atLeast(column: FilterColumn, value: number | bigint | undefined): this {
    return value === undefined ? this : this.#add(column, '>=', value);
  }

  atMost(column: FilterColumn, value: number | bigint | undefined): this {
    return value === undefined ? this : this.#add(column, '<=', value);
  }

  equals(column: FilterColumn, value: number | undefined): this {
    return value === undefined ? this : this.#add(column, '=', value);
  }

  /** Matches any of `names`; an empty list matches everything, an unknown name nothing. */
  isAnyOf(column: FilterColumn, names: readonly string[] | undefined): this {
    if (names === undefined || names.length === 0) return this;
    const ids = [...new Set(names)].flatMap((name) => this.#names.find(name) ?? []);
    const [only] = ids;
    if (ids.length === 1) return this.equals(column, only);
    if (only === undefined) {
      this.#terms.push('false');
      return this;
    }
    const parameter = this.#nextParameter();
    if (ids.length > inlineListMaximum) {
      this.values[parameter] = ids;
      this.#terms.push(`${column} IN (SELECT unnest($${parameter}))`);
      return this;
    }
    ids.forEach((id, at) => {
      this.values[`${parameter}_${at}`] = id;
    });
    this.#terms.push(`${column} IN (${ids.map((_, at) => `$${parameter}_${at}`).join(', ')})`);
    return this;
  }

  /** `condition` is a constant text; `$0`, `$1`, … refer to `values`. */
  matches(condition: string, ...values: QueryValue[]): this {
    const parameter = this.#nextParameter();
    values.forEach((value, at) => {
      this.values[`${parameter}_${at}`] = value;
    });
    this.#terms.push(condition.replaceAll(/\$(\d)/g, `$$${parameter}_$1`));
    return this;
  }

  #nextParameter(): string {
    return `${this.#prefix}${this.#terms.length}`;
  }

  #add(column: FilterColumn, operator: '=' | '>=' | '<=', value: number | bigint): this {
    const parameter = this.#nextParameter();
    this.values[parameter] = value;
    this.#terms.push(`${column} ${operator} $${parameter}`);
    return this;
  }
}
