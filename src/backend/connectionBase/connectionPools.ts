import { t } from '@vscode/l10n';
import type { MarketCacheEntry } from '../../api/marketCache.ts';
import { MarketError } from '../../api/marketError.ts';
import { type PoolChunk, PoolIndex } from '../../engine/marketCache/poolIndex.ts';
import type {
  IndexedPool,
  PoolList,
  PoolRange,
  PoolSearchTerm,
} from '../../engine/pools/poolList.ts';
import type {
  PoolDetail,
  PoolFilter,
  PoolPage,
  PoolRow,
  PoolSearchResponse,
  PoolStats,
} from '../protocol/poolProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import { type InFlightCall, SingleFlight } from '../queue/singleFlight.ts';
import type { Lease, SharedResources } from './sharedResources.ts';
import type { SymbolCache } from './symbolCache.ts';

export interface PoolSource {
  /** All pools, in parts; `withAggregator` marks those in the aggregator's cache. */
  batches(call: InFlightCall, withAggregator: boolean): AsyncIterable<PoolChunk>;
  /** Market cache entries for two mints, with the accounts of a swap. */
  entries(
    mints: readonly string[],
    options: ConnectionCallOptions,
  ): Promise<readonly MarketCacheEntry[]>;
}

export interface ConnectionPoolsOptions {
  readonly source: PoolSource;
  readonly symbols: SymbolCache;
  /** File of the table, or `:memory:`. */
  readonly path: string;
  /** Open tables by file, because two connections may use the same file. */
  readonly tables: SharedResources<PoolIndex>;
  /** A younger table is not reloaded. */
  readonly maxAgeMilliseconds: number;
}

const noAccounts = { accounts: null, accountsNote: null } as const;
/** Limit of mints for one symbol; a symbol with more matches is too ambiguous. */
const maxMintsPerTerm = 200;
/** `SOL USDC`, `SOL/USDC`, `SOL-USDC`. */
const termSeparator = /[\s/,-]+/;
const maxTerms = 4;

export class ConnectionPools {
  readonly #options: ConnectionPoolsOptions;
  readonly #loads = new SingleFlight<PoolStats>();
  #table: Promise<Lease<PoolIndex>> | null = null;

  constructor(options: ConnectionPoolsOptions) {
    this.#options = options;
  }

  /** Loads the table if it is too old. Throws a MarketError and leaves the table unchanged. */
  async load(options: ConnectionCallOptions, withAggregator: boolean): Promise<PoolStats> {
    const { maxAgeMilliseconds } = this.#options;
    const { filling } = await this.#openTable();
    const age = Date.now() - (filling?.atMilliseconds ?? Number.NEGATIVE_INFINITY);
    if (options.forceRefresh !== true && age < maxAgeMilliseconds) {
      const stats = await this.stats({});
      if (!withAggregator || stats.aggregatorPools > 0) return stats;
    }
    const key = withAggregator ? 'load with aggregator' : 'load';
    const fill = (call: InFlightCall) => this.#fill(call, withAggregator);
    return await this.#loads.run(key, 'marketCache', fill, options);
  }

  async stats(filter: PoolFilter): Promise<PoolStats> {
    const table = await this.#openTable();
    const arriving = arrivingPools(table);
    const list = arriving ?? (await table.list());
    const programs = list.programs(filter);
    return {
      ...(arriving === null ? {} : { isPartial: true as const }),
      pools: programs.reduce((sum, { pools }) => sum + pools, 0),
      loadedAtMilliseconds: table.filling?.atMilliseconds ?? null,
      faults: table.filling?.invalidEntries ?? 0,
      aggregatorPools: list.aggregatorPools,
      programs,
    };
  }

  async page(filter: PoolFilter, range: PoolRange): Promise<PoolPage> {
    const list = await this.#visibleList();
    const { rows, total } = list.page(filter, range);
    return { rows: rows.map((row) => this.#toRow(row)), total };
  }

  async search(text: string, filter: PoolFilter, limit: number): Promise<PoolSearchResponse> {
    const terms = this.#parseTerms(text);
    if (terms.length === 0) return { rows: [], hasMore: false };
    const list = await this.#visibleList();
    const rows = list.search(terms, filter, limit + 1);
    return {
      rows: rows.slice(0, limit).map((row) => this.#toRow(row)),
      hasMore: rows.length > limit,
    };
  }

  /** Throws a MarketError of kind `not-found` for a pool that is not in the table. */
  async detail(
    pool: string,
    withAccounts: boolean,
    options: ConnectionCallOptions,
  ): Promise<PoolDetail> {
    const table = await this.#openTable();
    const found = await table.find(pool, options.signal);
    if (found === null && arrivingPools(table) !== null) {
      throw new MarketError(
        'not-found',
        t('The details of a pool can be read when all pools are loaded.'),
      );
    }
    if (found === null) {
      throw new MarketError('not-found', t('Pool not in the Market Cache. Load the pools again.'));
    }
    const { parameters, ...row } = found;
    return {
      row: this.#toRow(row),
      params: parameters,
      ...(withAccounts ? await this.#accounts(row, options) : noAccounts),
    };
  }

  async close(): Promise<void> {
    const held = await this.#table?.catch(() => null);
    await held?.release();
  }

  async #accounts(
    { pool, mintA, mintB }: IndexedPool,
    options: ConnectionCallOptions,
  ): Promise<Pick<PoolDetail, 'accounts' | 'accountsNote'>> {
    if (mintA === '' || mintB === '') return noAccounts;
    const entries = await this.#options.source.entries([mintA, mintB], options);
    const entry = entries.find(({ pubkey }) => pubkey === pool);
    return { accounts: entry?.accounts ?? null, accountsNote: entry?.accountsNote ?? null };
  }

  async #fill(call: InFlightCall, withAggregator: boolean): Promise<PoolStats> {
    const table = await this.#openTable();
    try {
      const parts = this.#options.source.batches(call, withAggregator);
      await table.fill(parts, Date.now(), call.signal);
    } catch (error) {
      if (call.signal.aborted)
        throw new MarketError('cancelled', t('Cancelled. The pools are unchanged.'));
      throw error;
    }
    return await this.stats({});
  }

  async #visibleList(): Promise<PoolList> {
    const table = await this.#openTable();
    return arrivingPools(table) ?? (await table.list());
  }

  async #openTable(): Promise<PoolIndex> {
    const { tables, path } = this.#options;
    // In-memory tables are not shared.
    this.#table ??=
      path === ':memory:'
        ? PoolIndex.open(path).then(
            (resource): Lease<PoolIndex> => ({ resource, release: () => resource.close() }),
          )
        : tables.acquire(path, () => PoolIndex.open(path));
    try {
      return (await this.#table).resource;
    } catch (error) {
      this.#table = null;
      throw error;
    }
  }

  #parseTerms(text: string): PoolSearchTerm[] {
    const { symbols } = this.#options;
    return text
      .trim()
      .split(termSeparator)
      .slice(0, maxTerms)
      .map((term) => {
        const [prefix = '', suffix = ''] = term.split(/…|\.{2,}/);
        return {
          prefix,
          suffix,
          mints: suffix === '' ? symbols.findMints(prefix, maxMintsPerTerm) : [],
        };
      })
      .filter(({ prefix }) => prefix !== '');
  }

  #toRow(row: IndexedPool): PoolRow {
    const { symbols } = this.#options;
    return { ...row, symbolA: symbols.symbolOf(row.mintA), symbolB: symbols.symbolOf(row.mintB) };
  }
}

/** Pools of a first load in progress; during later loads, the former pools stay visible. */
const arrivingPools = ({ filling, arriving }: PoolIndex): PoolList | null =>
  filling === null ? arriving : null;
