import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { QueryOptions } from './queryOptions.ts';

/** Texts (addresses, providers) of numbers below 2^26 that hold for one loader alone; 0 is "none". */
export interface ColumnNames {
  /** Empty for 0. */
  nameOf(id: number): string;
  /** `undefined` for a text that nothing loaded passes by. */
  find(name: string): number | undefined;
}

/** A token traded on a pool of an AMM; the pool is 0 where it could not be told. */
export interface RoutePlace {
  readonly token: number;
  readonly amm: number;
  readonly pool: number;
}

/** Where arbitrages pass. */
export interface ArbitrageRoute {
  /** Distinct, rising; 0: a pool that could not be told. */
  readonly pools: readonly number[];
  /** Distinct (token, AMM, pool), without the base token. */
  readonly places: readonly RoutePlace[];
}

/** Arbitrages by column, in the order of their times; names by their numbers in `names`. */
export interface ArbitrageColumns {
  readonly count: number;
  /** Unix seconds. */
  readonly timeSeconds: Uint32Array;
  /** Index in `routes`. */
  readonly route: Uint32Array;
  /** Mint that the cycle starts and ends in. */
  readonly base: Uint32Array;
  readonly provider: Uint32Array;
  /** Gross gains. */
  readonly revenuesUsd: Float64Array;
  /** Net gains, after the tips and the fee that were paid. */
  readonly profitsUsd: Float64Array;
  /** Exact: nobody pays nine million SOL. */
  readonly feeLamports: Float64Array;
  /** All tips in SOL. */
  readonly tipLamports: Float64Array;
  /** At the block; 0 where it was not known, and fee and tips counted as nothing. */
  readonly solPriceUsd: Float64Array;
  /** Each distinct route once; more may be there than the arbitrages have. They stay as they are. */
  readonly routes: readonly ArbitrageRoute[];
  readonly names: ColumnNames;
}

export type OwnColumns = Omit<ArbitrageColumns, 'count' | 'routes' | 'names'>;

const columnTypes = {
  timeSeconds: Uint32Array,
  route: Uint32Array,
  base: Uint32Array,
  provider: Uint32Array,
  revenuesUsd: Float64Array,
  profitsUsd: Float64Array,
  feeLamports: Float64Array,
  tipLamports: Float64Array,
  solPriceUsd: Float64Array,
} as const satisfies Record<keyof OwnColumns, unknown>;

export const columnNames = Object.keys(columnTypes) as (keyof OwnColumns)[];

export const mapColumns = (
  column: (name: keyof OwnColumns) => Uint32Array | Float64Array,
): OwnColumns => {
  const columns = Object.fromEntries(columnNames.map((name) => [name, column(name)]));
  // Each column has the type of its name.
  return columns as unknown as OwnColumns;
};

/** Columns for so many arbitrages, all 0. */
export const emptyColumns = (count: number): OwnColumns =>
  mapColumns((name) => new columnTypes[name](count));

/** Some 70 bytes each are held in memory. */
export const maxLoadedArbitrages = 5_000_000;

/** Throws a MarketError of kind `bad-parameter` for more arbitrages than are held in memory. */
export function checkLoadedArbitrages(count: number): void {
  if (count <= maxLoadedArbitrages) return;
  throw new MarketError(
    'bad-parameter',
    t('The period has more than {0} arbitrages. Choose a shorter one.', maxLoadedArbitrages),
    { parameter: 'from' },
  );
}

export interface ArbitrageColumnsQuery {
  /** Of the block time, Unix seconds. */
  readonly window: TimeWindow;
  /** Positions of `visibleRows`: rows became visible after the one and up to the other. */
  readonly after: number;
  readonly upTo: number;
}

/** Loads arbitrages with one numbering of their names and routes. */
export interface ArbitrageLoader {
  /**
   * All arbitrages of a window, of one snapshot. A route that an earlier call numbered keeps its
   * number. Throws a MarketError of kind `bad-parameter` when they are more than
   * `maxLoadedArbitrages`.
   */
  load(query: ArbitrageColumnsQuery, options?: QueryOptions): Promise<ArbitrageColumns>;
}
