import type { FinderResult } from '../../api/finder.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { type Disposable, Listeners } from '../base/disposable.ts';
import type { PoolClient } from '../shared/poolClient.ts';

/** A symbol is empty if unknown. */
export type PoolPair = Pick<PoolRow, 'mintA' | 'mintB' | 'symbolA' | 'symbolB'>;

/** `SOL / USDC`. */
export const formatPair = (
  { mintA, mintB, symbolA, symbolB }: PoolPair,
  labelOf: (mint: string, symbol: string) => string,
): string => `${labelOf(mintA, symbolA)} / ${labelOf(mintB, symbolB)}`;

/** The backend's limit of pools per request. */
const maxPools = 5_000;

/** The token pairs of the Finder's pools, inferred from the ranking or from the backend's table. */
export class PoolPairs implements Disposable {
  readonly #pools: Pick<PoolClient, 'stats' | 'load' | 'page'>;
  readonly #changed = new Listeners<void>();
  readonly #pairs = new Map<string, PoolPair>();
  #activeRequest = new AbortController();

  constructor(pools: Pick<PoolClient, 'stats' | 'load' | 'page'>) {
    this.#pools = pools;
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  get(pool: string): PoolPair | undefined {
    return this.#pairs.get(pool);
  }

  /** `mayFillTable`: filling the table sends no request to a service. */
  async load({ tokens }: FinderResult, mayFillTable: boolean): Promise<void> {
    this.stop();
    const missing = this.#inferPairs(tokens);
    if (missing.length === 0) return;
    this.#activeRequest = new AbortController();
    const { signal } = this.#activeRequest;
    try {
      const { loadedAtMilliseconds } = await this.#pools.stats({}, { signal });
      if (loadedAtMilliseconds === null) {
        if (!mayFillTable) return;
        await this.#pools.load({ priority: 'background' }, { signal });
      }
      const filter = { pools: missing.slice(0, maxPools) };
      const { rows } = await this.#pools.page({ filter, offset: 0, limit: maxPools }, { signal });
      if (signal.aborted) return;
      const known = rows.filter(({ mintA, mintB }) => mintA !== '' && mintB !== '');
      for (const row of known) this.#pairs.set(row.pool, row);
      if (known.length > 0) this.#changed.fire();
    } catch {
      // Pools without a pair show their address.
    }
  }

  /** Infers the pairs of pools ranked under two tokens. Returns the other pools. */
  #inferPairs(tokens: FinderResult['tokens']): string[] {
    const mintsByPool = new Map<string, string[]>();
    for (const { mint, AMMs } of tokens) {
      for (const { address } of AMMs.flatMap(({ pools }) => pools)) {
        if (this.#pairs.has(address)) continue;
        const mints = mintsByPool.get(address);
        if (mints === undefined) mintsByPool.set(address, [mint]);
        else if (!mints.includes(mint)) mints.push(mint);
      }
    }
    const missing: string[] = [];
    for (const [pool, [mintA = '', mintB = '', third]] of mintsByPool) {
      if (mintB === '' || third !== undefined) missing.push(pool);
      else this.#pairs.set(pool, { mintA, mintB, symbolA: '', symbolB: '' });
    }
    return missing;
  }

  stop(): void {
    this.#activeRequest.abort();
  }

  clear(): void {
    this.stop();
    this.#pairs.clear();
  }

  dispose(): void {
    this.stop();
  }
}
