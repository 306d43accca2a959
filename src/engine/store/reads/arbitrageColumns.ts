import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { QueryOptions } from './queryOptions.ts';

/** Numbers of texts, below 2^26 and valid for one loader only; 0 means none. */
export interface ColumnNames {
  /** Empty for 0. */
  nameOf(id: number): string;
  /** `undefined` if no loaded arbitrage uses the text. */
  find(name: string): number | undefined;
}

/** A token traded on a pool of an AMM; the pool is 0 if unknown. */
export interface RoutePlace {
  readonly token: number;
  readonly amm: number;
  readonly pool: number;
}

export interface ArbitrageRoute {
  /** Distinct, ascending; 0 for an unknown pool. */
  readonly pools: readonly number[];
  /** Distinct (token, AMM, pool), without the base token. */
  readonly places: readonly RoutePlace[];
}

/** Arbitrages by column, in the order of time; names as numbers in `names`. */
export interface ArbitrageColumns {
  readonly count: number;
  readonly timeSeconds: Uint32Array;
  /** Index in `routes`. */
  readonly route: Uint32Array;
  /** Mint that the cycle starts and ends in. */
  readonly base: Uint32Array;
  readonly provider: Uint32Array;
  /** Gross gains. */
  readonly revenuesUsd: Float64Array;
  /** Net gains, after tips and fees; NaN if unknown. */
  readonly profitsUsd: Float64Array;
  /** Exact: no fee exceeds 2^53 lamports. */
  readonly feeLamports: Float64Array;
  /** Sum of all tips in SOL. */
  readonly tipLamports: Float64Array;
  /** SOL price at the block; 0 if unknown, in which case fee and tips counted as 0. */
  readonly solPriceUsd: Float64Array;
  /** Distinct routes; may contain more than these arbitrages use. Never modified. */
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

export const emptyColumns = (count: number): OwnColumns =>
  mapColumns((name) => new columnTypes[name](count));

/** Each takes about 70 bytes of memory. */
export const maxLoadedArbitrages = 5_000_000;

/** Throws a MarketError of kind `bad-parameter` above `maxLoadedArbitrages`. */
export function checkLoadedArbitrages(count: number): void {
  if (count <= maxLoadedArbitrages) return;
  throw new MarketError(
    'bad-parameter',
    t('The period has more than {0} arbitrages. Choose a shorter one.', maxLoadedArbitrages),
    { parameter: 'from' },
  );
}

export interface ArbitrageColumnsQuery {
  readonly window: TimeWindow;
  /** Positions of `visibleRows`: loads rows after `after`, up to and including `upTo`. */
  readonly after: number;
  readonly upTo: number;
}

export interface ArbitrageLoader {
  /** From one snapshot; numbers stay the same across calls. Throws like `checkLoadedArbitrages`. */
  load(query: ArbitrageColumnsQuery, options?: QueryOptions): Promise<ArbitrageColumns>;
}
