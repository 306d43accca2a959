import { once } from 'node:events';
import type { ArbscopeService } from '../api/arbscope/arbscopeService.ts';
import type { ParametersOf } from '../api/defineOperation.ts';
import type { MarketCacheEntry } from '../api/marketCache.ts';
import type { MarketCallOptions, MarketService } from '../api/marketService.ts';
import type { Operations } from '../api/operations.ts';
import { wrappedSolMint } from '../solana/baseMints.ts';
import { clockDifferenceSeconds } from './base/timeWindow.ts';
import type { BlockSource } from './chain/blockSource.ts';
import type { LandingChain } from './chain/landingChain.ts';
import type { ArbitrageRecord } from './decode/arbitrageRecord.ts';
import type { decodeBlock } from './decode/decodeBlock.ts';
import type { RpcBlockTransaction } from './decode/rpcBlock.ts';
import type { UpkeepEvent } from './filling/storeUpkeep.ts';
import { readIdlTexts } from './idl/chainIdl.ts';
import { BlockIndexer } from './indexing/blockIndexer.ts';
import { EngineMetricsCollector } from './indexing/engineMetrics.ts';
import type { EngineStatus } from './indexing/engineStatus.ts';
import {
  asMarketError,
  type IndexKeeper,
  type IndexKeeperOptions,
} from './indexing/indexKeeper.ts';
import { StoreFollower } from './indexing/storeFollower.ts';
import type { MintKnowledge } from './landing/toSimulatedOutcome.ts';
import { createArbscopeService } from './operations/arbscope/createArbscopeService.ts';
import { createEngineService } from './operations/createEngineService.ts';
import { marketCachePools, marketCacheRows } from './operations/marketCache.ts';
import type { OperationContext } from './operations/operationContext.ts';
import { readRawTransaction } from './operations/rawTransaction.ts';
import type { ImportedPool } from './pools/parsePoolEntry.ts';
import { type OpenedStore, openStore } from './store/duckdb/openStore.ts';
import { defaultRetention, type Retention } from './store/duckdb/retention.ts';
import type { IndexKnowledge, StoreReader } from './store/storeReader.ts';

export interface EngineOptions {
  readonly source: BlockSource;
  /** A file, `:memory:`, or an open store, which the engine then closes. */
  readonly store: string | OpenedStore;
  /** About once per block. */
  readonly onStatus?: (progress: EngineStatus) => void;
  /** Ends the start and the following of new blocks. */
  readonly signal?: AbortSignal;
  readonly decode?: typeof decodeBlock;
  /**
   * How far back to fill gaps of a shared store, in block time; default none. If set, also replaces
   * blocks of abandoned forks written by other ingesters.
   */
  readonly fillSeconds?: number;
  readonly onUpkeep?: (event: UpkeepEvent) => void;
  /** Ignored for recorded blocks, which are kept forever. */
  readonly retention?: Retention;
  readonly version?: string;
}

/** Longest wait of `pools` for the first block; a node may have none. */
const firstBlockPatienceMilliseconds = 5_000;

export class Engine {
  readonly service: MarketService;
  readonly arbscope: ArbscopeService;
  readonly #source: BlockSource;
  readonly #opened: OpenedStore;
  readonly #reader: StoreReader;
  readonly #keeper: IndexKeeper;
  readonly #onStatus: (progress: EngineStatus) => void;
  readonly #metrics: EngineMetricsCollector;
  readonly #context: OperationContext;
  readonly #abortController = new AbortController();
  #state: EngineStatus['state'] = 'starting';
  #message = '';
  #following: Promise<void> = Promise.resolve();

  private constructor(opened: OpenedStore, options: EngineOptions) {
    this.#opened = opened;
    const { reader: store } = opened;
    this.#reader = store;
    this.#source = options.source;
    this.#onStatus = options.onStatus ?? (() => undefined);
    this.#metrics = new EngineMetricsCollector(store);
    const tokens = new Map(options.source.tokens().map((token) => [token.mint, token]));
    const { accountReader, transactionReader, landing, slotReader } = options.source;
    this.#context = {
      store,
      source: { now: () => this.#now() },
      tokens,
      accountReader,
      lookupTable: (address) => options.source.lookupTable?.(address) ?? null,
      transactionReader,
      landing,
      slotReader,
      lacksNode: opened.writer === null && landing === undefined && options.source.kind === 'rpc',
    };
    this.#keeper = this.#createKeeper(options);
    options.source.onChange?.(() => this.#onStatus(this.status()));
    this.service = createEngineService(this.#context);
    this.arbscope = createArbscopeService({
      ...this.#context,
      status: () => this.status(),
      version: options.version ?? '',
      isSimulated: this.isSimulated,
    });
  }

  /** Indexes the history, then follows the source in the background. Throws a MarketError. */
  static async open(options: EngineOptions): Promise<Engine> {
    const { source, store, retention = defaultRetention } = options;
    const opened =
      typeof store === 'string'
        ? await openStore({ path: store, retention, source: { kind: source.kind, chain: '' } })
        : store;
    const engine = new Engine(opened, options);
    const end = (): void => engine.#abortController.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', end, { once: true });
    if (options.signal?.aborted === true) end();
    try {
      await engine.#keeper.start();
    } catch (error) {
      const failure = asMarketError(error, engine.#abortController.signal);
      engine.#report('failed', failure.message);
      await source.close?.().catch(() => undefined);
      await opened.close().catch(() => undefined);
      throw failure;
    }
    engine.#following = engine.#keeper.follow();
    return engine;
  }

  /** All time windows end here; `null` without blocks. */
  get nowMilliseconds(): number | null {
    return this.#index.newestTimeSeconds === null ? null : this.#now();
  }

  get blocks(): number {
    return this.#index.blockCount;
  }

  /**
   * While both values are the same, so are all responses of the index. `revision` changes when a
   * block is replaced, `moment` with each block and each second.
   */
  get dataVersion(): { readonly revision: string; readonly moment: string } {
    const { newestSlot, revision, visibleRows } = this.#reader;
    const second = Math.floor(this.#now() / 1_000);
    return {
      revision: String(revision),
      moment: [newestSlot, visibleRows.newest, second].join(' '),
    };
  }

  get isSimulated(): boolean {
    return this.#source.kind === 'sandbox';
  }

  /** Whether new blocks of a real chain are expected. */
  get followsChain(): boolean {
    return this.#source.kind === 'rpc';
  }

  /** `null` for a recording. */
  get landing(): LandingChain | null {
    return this.#context.landing ?? null;
  }

  /** For transactions decoded outside of the index. */
  get mints(): MintKnowledge {
    const { store, tokens } = this.#context;
    return { prices: store.prices, symbol: (mint) => tokens.get(mint)?.symbol ?? '' };
  }

  /** `null` if the address is not a lookup table or the source has no accounts. */
  async lookupTableSize(address: string, signal: AbortSignal): Promise<number | null> {
    const addresses =
      this.#context.lookupTable?.(address) ??
      (await this.#context.accountReader?.getLookupTable(address, signal));
    return addresses?.length ?? null;
  }

  /** Slots of last deployments by program; `null` if the source has no accounts. */
  async programSlots(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number> | null> {
    return (await this.#context.accountReader?.getProgramSlots(programs, signal)) ?? null;
  }

  /** Texts of the IDLs that programs publish; `null` if the source has no accounts. */
  async idlTexts(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | null> {
    const { accountReader } = this.#context;
    return accountReader === undefined ? null : await readIdlTexts(accountReader, programs, signal);
  }

  /** With its instructions and log; `null`: the source does not have it. Throws a MarketError. */
  rawTransaction(signature: string, signal: AbortSignal): Promise<RpcBlockTransaction | null> {
    return readRawTransaction(this.#context, signature, signal);
  }

  status(): EngineStatus {
    const { label, kind } = this.#source;
    const progress = this.#source.progress?.();
    const metrics = this.#metrics.current();
    const problem = progress?.message ?? '';
    const isStarting = this.#state === 'starting';
    const message = (isStarting && problem) || this.#message || problem;
    return {
      ...metrics,
      secondsSinceBlock: kind === 'recorded' ? null : metrics.secondsSinceBlock,
      state: this.#state,
      message,
      isProblem: isStarting ? problem !== '' : message !== '',
      source: label ?? kind,
      lagSlots: progress?.lagSlots ?? null,
      lagMilliseconds: progress?.lagMilliseconds ?? null,
      isStalled: progress?.isStalled ?? false,
      // A simulation or recording that is indexed here has no missing blocks.
      indexedFraction: progress?.indexedFraction ?? (this.#opened.writer === null ? null : 1),
      recentlyOmitted: progress?.recentlyOmitted ?? null,
      solPrice: this.#index.prices.priceOf(wrappedSolMint),
      newestSlot: this.#index.newestSlot,
      newestBlockTimeSeconds: this.#index.newestTimeSeconds,
      arbitrages: this.#index.arbitrages,
    };
  }

  /** `null` if it is not in the index. */
  async record(signature: string): Promise<ArbitrageRecord | null> {
    return (await this.#reader.findTransaction(signature))?.record ?? null;
  }

  marketCacheRows(
    parameters: ParametersOf<Operations['marketCache']>,
    options: MarketCallOptions = {},
  ): AsyncIterable<MarketCacheEntry> {
    return marketCacheRows(this.#context, parameters, options);
  }

  /**
   * `marketCachePools`, but waits for the first block of an empty index, as callers would take an
   * empty list for complete.
   */
  async *pools(options: MarketCallOptions = {}): AsyncGenerator<readonly ImportedPool[]> {
    if (this.#index.newestSlot === null) {
      const patience = AbortSignal.timeout(firstBlockPatienceMilliseconds);
      const signals = [patience, this.#abortController.signal, options.signal];
      const ended = AbortSignal.any(signals.filter((signal) => signal !== undefined));
      if (!ended.aborted) await Promise.race([this.#keeper.firstBlock, once(ended, 'abort')]);
    }
    yield* marketCachePools(this.#context, options);
  }

  symbols(): ReadonlyMap<string, string> {
    return new Map([...this.#context.tokens].map(([mint, { symbol }]) => [mint, symbol]));
  }

  async close(): Promise<void> {
    this.#abortController.abort();
    await this.#following;
    await this.#source.close?.();
    await this.#opened.close();
  }

  /**
   * A node's blocks may be slightly ahead of this machine's clock, but must not move the time by
   * themselves; a recording has no other clock. A store of an earlier version may have a block
   * further ahead, which is refused now (`indexing/blockIndexer.ts`).
   */
  #now(): number {
    const newest = (this.#index.newestTimeSeconds ?? 0) * 1_000;
    const clock = this.#source.now?.() ?? newest;
    const isPlausible = newest - clock <= clockDifferenceSeconds * 1_000;
    return this.#source.kind === 'rpc' && isPlausible ? Math.max(clock, newest) : clock;
  }

  /** Data available without a query; the writer's, if this process indexes. */
  get #index(): IndexKnowledge {
    return this.#opened.writer ?? this.#reader;
  }

  #createKeeper({ source, retention = defaultRetention, ...options }: EngineOptions): IndexKeeper {
    const { writer } = this.#opened;
    const shared: IndexKeeperOptions = {
      source,
      metrics: this.#metrics,
      signal: this.#abortController.signal,
      report: (state, message) => this.#report(state, message),
    };
    if (writer === null) return new StoreFollower({ ...shared, store: this.#opened });
    return new BlockIndexer({
      ...shared,
      writer,
      now: () => this.#now(),
      retention,
      decode: options.decode,
      fillSeconds: options.fillSeconds,
      onUpkeep: options.onUpkeep,
    });
  }

  #report(state: EngineStatus['state'], message: string): void {
    this.#state = state;
    this.#message = message;
    this.#onStatus(this.status());
  }
}
