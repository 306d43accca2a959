import { createYielder } from '../../api/createYielder.ts';
import type { KnownPool } from '../../botConfig/model.ts';
import type { PoolClient } from '../shared/poolClient.ts';

export interface KnownPoolsOptions {
  readonly client: Pick<PoolClient, 'load' | 'page'>;
  /** A service's table is large and counts against its rate limits: only Market Cache loads it. */
  readonly isService: () => boolean;
}

/** Pools per request; reading their response takes a few milliseconds. */
const poolsPerRequest = 500;
/** A pool unknown to the connection is requested again after this long. */
const retryMilliseconds = 60_000;
/** Limit for all configs together; the cache is cleared beyond it. */
const maxPools = 100_000;

/** Facts about pools from the active connection. Sends only their addresses. */
export class KnownPools {
  readonly #options: KnownPoolsOptions;
  readonly #missingSince = new Map<string, number>();
  #pools = new Map<string, KnownPool>();

  constructor(options: KnownPoolsOptions) {
    this.#options = options;
  }

  get(address: string): KnownPool | undefined {
    return this.#pools.get(address);
  }

  /** Whether each pool is known, or was requested recently without a result. */
  knowsAll(addresses: Iterable<string>, now = Date.now()): boolean {
    for (const address of addresses) if (this.#isWanted(address, now)) return false;
    return true;
  }

  clear(): void {
    // A pending request still fills the old map.
    this.#pools = new Map();
    this.#missingSince.clear();
  }

  /** Requests pools that are not known yet. Throws a MarketError. */
  async request(addresses: Iterable<string>, signal: AbortSignal): Promise<void> {
    const now = Date.now();
    if (this.#pools.size > maxPools) this.clear();
    const wanted = [...addresses].filter((address) => this.#isWanted(address, now));
    if (wanted.length === 0) return;
    const { client, isService } = this.#options;
    const pools = this.#pools;
    const yieldWhenLong = createYielder();
    if (!isService()) await client.load({ priority: 'background' }, { signal });
    for (let at = 0; at < wanted.length; at += poolsPerRequest) {
      const asked = wanted.slice(at, at + poolsPerRequest);
      const request = { filter: { pools: asked }, offset: 0, limit: asked.length };
      const { rows } = await client.page(request, { signal });
      for (const { pool, program, mintA, mintB, lookupTable } of rows) {
        const mints = [mintA, mintB].filter((mint) => mint !== '');
        pools.set(pool, { program, mints, lookupTable });
      }
      if (pools !== this.#pools) return;
      for (const address of asked) {
        if (!pools.has(address)) this.#missingSince.set(address, now);
      }
      await yieldWhenLong();
    }
  }

  #isWanted(address: string, now: number): boolean {
    if (this.#pools.has(address)) return false;
    return (this.#missingSince.get(address) ?? Number.NEGATIVE_INFINITY) + retryMilliseconds < now;
  }
}
