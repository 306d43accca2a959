import { t } from '@vscode/l10n';
import { PoolIndex, type PoolPart } from '../../engine/marketCache/poolIndex.ts';
import type { IndexedPool, PoolTerm } from '../../engine/marketCache/poolList.ts';
import type { MarketCacheEntry } from '../../interface/marketCache.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import type { Held, SharedParts } from '../connections/sharedParts.ts';
import type {
  PoolAccount,
  PoolDetail,
  PoolFilter,
  PoolPage,
  PoolRow,
  PoolSearchAnswer,
  PoolStats,
} from '../poolProtocol.ts';
import { type SharedCall, SharedCalls } from '../service/sharedCalls.ts';
import type { SymbolBook } from './symbolBook.ts';

/** Where the pools of a connection come from. */
export interface PoolSource {
  /**
   * All pools, in parts; `call` has their turn, their progress and their end. `withAggregator`: those
   * in the aggregator's own cache are marked, which may take a second answer.
   */
  parts(call: SharedCall, withAggregator: boolean): AsyncIterable<PoolPart>;
  /** Entries of the market cache for two mints, with the accounts of a swap. */
  entries(mints: readonly string[], options: AskOptions): Promise<readonly MarketCacheEntry[]>;
}

export interface ConnectionPoolsOptions {
  readonly source: PoolSource;
  readonly symbols: SymbolBook;
  /** File of the table, or `:memory:`. */
  readonly path: string;
  /** Tables by their files, since two connections may have the same. */
  readonly tables: SharedParts<PoolIndex>;
  /** A table that is no older need not be filled again. */
  readonly freshMilliseconds: number;
}

/** Mints that a symbol may stand for: beyond this it says nothing. */
const mintsPerTerm = 200;
/** `SOL USDC`, `SOL/USDC`, `SOL-USDC`. */
const termSeparator = /[\s/,-]+/;
const termsMaximum = 4;

/** The pools of one connection: a table of the process's own, loaded when somebody wants it. */
export class ConnectionPools {
  readonly #options: ConnectionPoolsOptions;
  readonly #loads = new SharedCalls<PoolStats>();
  #table: Promise<Held<PoolIndex>> | null = null;

  constructor(options: ConnectionPoolsOptions) {
    this.#options = options;
  }

  /** Fills the table unless it is new enough. Throws a MarketError; the table is then as before. */
  async load(options: AskOptions, withAggregator: boolean): Promise<PoolStats> {
    const { freshMilliseconds } = this.#options;
    const { filling } = await this.#opened();
    const age = Date.now() - (filling?.atMilliseconds ?? Number.NEGATIVE_INFINITY);
    if (options.isFresh !== true && age < freshMilliseconds) {
      const stats = await this.stats({});
      if (!withAggregator || stats.aggregatorPools > 0) return stats;
    }
    const key = withAggregator ? 'load with aggregator' : 'load';
    const fill = (call: SharedCall) => this.#fill(call, withAggregator);
    return await this.#loads.join(key, 'marketCache', fill, options);
  }

  async stats(filter: PoolFilter): Promise<PoolStats> {
    const table = await this.#opened();
    const list = await table.list();
    const programs = list.programs(filter);
    return {
      pools: programs.reduce((sum, { pools }) => sum + pools, 0),
      loadedAtMilliseconds: table.filling?.atMilliseconds ?? null,
      faults: table.filling?.faults ?? 0,
      aggregatorPools: list.aggregatorPools,
      programs,
    };
  }

  async page(
    filter: PoolFilter,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<PoolPage> {
    const list = await (await this.#opened()).list();
    const { rows, total } = list.page(filter, range);
    return { rows: rows.map((row) => this.#row(row)), total };
  }

  async search(text: string, filter: PoolFilter, limit: number): Promise<PoolSearchAnswer> {
    const terms = this.#terms(text);
    if (terms.length === 0) return { rows: [], hasMore: false };
    const list = await (await this.#opened()).list();
    const rows = list.search(terms, filter, limit + 1);
    return {
      rows: rows.slice(0, limit).map((row) => this.#row(row)),
      hasMore: rows.length > limit,
    };
  }

  /** Throws a MarketError of kind `not-found` for a pool that is not in the table. */
  async detail(pool: string, withAccounts: boolean, options: AskOptions): Promise<PoolDetail> {
    const table = await this.#opened();
    const found = await table.find(pool, options.signal);
    if (found === null) {
      throw new MarketError('not-found', t('The market cache has no such pool; load it again.'));
    }
    const { parameters, ...row } = found;
    return {
      row: this.#row(row),
      params: parameters,
      accounts: withAccounts ? await this.#accounts(row, options) : null,
    };
  }

  async close(): Promise<void> {
    const held = await this.#table?.catch(() => null);
    await held?.release();
  }

  /** The accounts of a swap; `null` for a pool whose mints nothing tells, or that has none. */
  async #accounts(
    { pool, mintA, mintB }: IndexedPool,
    options: AskOptions,
  ): Promise<readonly PoolAccount[] | null> {
    if (mintA === '' || mintB === '') return null;
    const entries = await this.#options.source.entries([mintA, mintB], options);
    return entries.find(({ pubkey }) => pubkey === pool)?.accounts ?? null;
  }

  async #fill(call: SharedCall, withAggregator: boolean): Promise<PoolStats> {
    const table = await this.#opened();
    try {
      const parts = this.#options.source.parts(call, withAggregator);
      await table.fill(parts, Date.now(), call.signal);
    } catch (error) {
      if (call.signal.aborted)
        throw new MarketError('cancelled', t('Cancelled; the table is as it was'));
      throw error;
    }
    return await this.stats({});
  }

  async #opened(): Promise<PoolIndex> {
    const { tables, path } = this.#options;
    // Each connection in memory has its own.
    this.#table ??=
      path === ':memory:'
        ? PoolIndex.open(path).then((part) => ({ part, release: () => part.close() }))
        : tables.take(path, () => PoolIndex.open(path));
    try {
      return (await this.#table).part;
    } catch (error) {
      this.#table = null;
      throw error;
    }
  }

  #terms(text: string): PoolTerm[] {
    const { symbols } = this.#options;
    return text
      .trim()
      .split(termSeparator)
      .slice(0, termsMaximum)
      .map((term) => {
        const [begin = '', end = ''] = term.split(/…|\.{2,}/);
        return { begin, end, mints: end === '' ? symbols.matching(begin, mintsPerTerm) : [] };
      })
      .filter(({ begin }) => begin !== '');
  }

  #row(row: IndexedPool): PoolRow {
    const { symbols } = this.#options;
    return { ...row, symbolA: symbols.of(row.mintA), symbolB: symbols.of(row.mintB) };
  }
}
