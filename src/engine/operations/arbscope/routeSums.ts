import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import type { ArbitrageColumns } from '../../store/reads/arbitrageColumns.ts';
import { forEachPiece } from '../timeSlices.ts';

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };
export type Sums = Mutable<CoverageFigures>;
export const noSums = (): Sums => ({ transactions: 0, revenues_usd: 0, net_gains_usd: 0 });

/** By route index. */
export class RouteSums {
  readonly #transactions: Float64Array;
  readonly #revenuesUsd: Float64Array;
  readonly #netGainsUsd: Float64Array;
  readonly #newestSeconds: Uint32Array;

  constructor(routes: number) {
    this.#transactions = new Float64Array(routes);
    this.#revenuesUsd = new Float64Array(routes);
    this.#netGainsUsd = new Float64Array(routes);
    this.#newestSeconds = new Uint32Array(routes);
  }

  add(route: number, revenuesUsd: number, netGainsUsd: number, timeSeconds: number): void {
    this.#transactions[route] = this.transactionsOf(route) + 1;
    this.#revenuesUsd[route] = (this.#revenuesUsd[route] ?? 0) + revenuesUsd;
    this.#netGainsUsd[route] = this.netGainsOf(route) + netGainsUsd;
    this.#newestSeconds[route] = Math.max(this.newestOf(route), timeSeconds);
  }

  transactionsOf(route: number): number {
    return this.#transactions[route] ?? 0;
  }

  netGainsOf(route: number): number {
    return this.#netGainsUsd[route] ?? 0;
  }

  /** Unix seconds. */
  newestOf(route: number): number {
    return this.#newestSeconds[route] ?? 0;
  }

  addTo(sums: Sums, route: number): void {
    sums.transactions += this.transactionsOf(route);
    sums.revenues_usd += this.#revenuesUsd[route] ?? 0;
    sums.net_gains_usd += this.netGainsOf(route);
  }
}

export interface SummedArbitrages {
  /** Only counted: their gains have no known price. */
  readonly unknownGain: Sums;
  readonly noNetGain: Sums;
  /** Arbitrages with a net gain, from an allowed base token. */
  readonly allowed: RouteSums;
  /** Null if all base tokens are allowed. */
  readonly otherBase: RouteSums | null;
}

/** `baseMints`: name IDs; null: all. */
export async function sumArbitrages(
  columns: ArbitrageColumns,
  netGainsUsd: Float64Array,
  baseMints: ReadonlySet<number> | null,
  signal?: AbortSignal,
): Promise<SummedArbitrages> {
  const { base, revenuesUsd, route, routes, timeSeconds } = columns;
  const [unknownGain, noNetGain] = [noSums(), noSums()];
  const allowed = new RouteSums(routes.length);
  const otherBase = baseMints === null ? null : new RouteSums(routes.length);
  await forEachPiece(columns.count, createYielder(signal), (from, to) => {
    for (let row = from; row < to; row++) {
      const net = netGainsUsd[row] ?? 0;
      const revenues = revenuesUsd[row] ?? 0;
      if (Number.isNaN(net)) {
        unknownGain.transactions++;
        continue;
      }
      if (net <= 0) {
        noNetGain.transactions++;
        noNetGain.revenues_usd += revenues;
        noNetGain.net_gains_usd += net;
        continue;
      }
      const isAllowed = baseMints === null || baseMints.has(base[row] ?? 0);
      const sums = isAllowed ? allowed : otherBase;
      sums?.add(route[row] ?? 0, revenues, net, timeSeconds[row] ?? 0);
    }
  });
  return { unknownGain, noNetGain, allowed, otherBase };
}
