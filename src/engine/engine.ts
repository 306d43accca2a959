import { once } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { ArbscopeService } from '../api/arbscope/arbscopeService.ts';
import type { ParametersOf } from '../api/defineOperation.ts';
import { errorMessage } from '../api/errorMessage.ts';
import type { MarketCacheEntry } from '../api/marketCache.ts';
import { MarketError } from '../api/marketError.ts';
import type { MarketCallOptions, MarketService } from '../api/marketService.ts';
import type { Operations } from '../api/operations.ts';
import { wrappedSolMint } from '../solana/baseMints.ts';
import type { ArbitrageRecord } from './decode/arbitrageRecord.ts';
import { decodeBlock, type WantsSwapAccounts } from './decode/decodeBlock.ts';
import { EngineMetricsCollector } from './engineMetrics.ts';
import type { EngineStatus } from './engineStatus.ts';
import { StoreUpkeep, type UpkeepEvent } from './filling/storeUpkeep.ts';
import type { LandingChain } from './landing/landingChain.ts';
import type { MintKnowledge } from './landing/toSimulatedOutcome.ts';
import type { ImportedPool } from './marketCache/parsePoolEntry.ts';
import { createArbscopeService } from './operations/arbscope/createArbscopeService.ts';
import { createEngineService } from './operations/createEngineService.ts';
import { marketCachePools, marketCacheRows } from './operations/marketCache.ts';
import type { OperationContext } from './operations/operationContext.ts';
import type { BlockSource, SourceBlock } from './sources/blockSource.ts';
import { defaultRetention, type Retention } from './store/duckdb/retention.ts';
import { isOtherSource } from './store/duckdb/storeSource.ts';
import { type OpenedStore, openStore } from './store/openStore.ts';
import type { IndexKnowledge, StoreReader } from './store/storeReader.ts';
import type { StoreWriter } from './store/storeWriter.ts';

export interface EngineOptions {
  readonly source: BlockSource;
  /** A file, or `:memory:`; or a store that is open, which the engine closes. */
  readonly store: string | OpenedStore;
  /** Hears of every change, which is once for every block. */
  readonly onStatus?: (progress: EngineStatus) => void;
  /** Ends the start and the following. */
  readonly signal?: AbortSignal;
  readonly decode?: typeof decodeBlock;
  /**
   * How far back gaps of a store that several write are filled, by block times; none by default.
   * Where it is given, blocks of abandoned forks that others left are replaced too.
   */
  readonly fillSeconds?: number;
  readonly onUpkeep?: (event: UpkeepEvent) => void;
  /** How much is kept; a store of recorded blocks is kept whole whatever this says. */
  readonly retention?: Retention;
  /** Version of Arbscope, for its status. */
  readonly version?: string;
}

/** Most rows written at once during the start; smaller parts take twice as long. */
const rowsPerFlush = 200_000;
/** Written by then in any case: a kill may lose no more than this. */
const flushMilliseconds = 1_000;
/** Longest stretch of work before other events get their turn. */
const sliceMilliseconds = 15;
/** Longest wait for a node at the start when there is an index already. */
const chainPatienceMilliseconds = 3_000;
/** Longest wait of pools for the first block of a node: it may have none to give. */
const firstBlockPatienceMilliseconds = 5_000;
/** Between two looks at a store that others write. */
const refreshMilliseconds = 1_000;
const retryDelayMilliseconds = { first: 1_000, longest: 30_000 } as const;

/** The embedded service: indexes a source's blocks and answers the operations from the index. */
export class Engine {
  readonly service: MarketService;
  /** Arbscope's own operations. */
  readonly arbscope: ArbscopeService;
  readonly #source: BlockSource;
  readonly #opened: OpenedStore;
  readonly #reader: StoreReader;
  /** Null: others index, and this process answers. */
  readonly #writer: StoreWriter | null;
  readonly #decode: typeof decodeBlock;
  readonly #onStatus: (progress: EngineStatus) => void;
  readonly #metrics: EngineMetricsCollector;
  readonly #context: OperationContext;
  readonly #abortController = new AbortController();
  /** Asks for the swaps that tell the market cache something new. */
  readonly #wantsSwap: WantsSwapAccounts = (...swap) =>
    this.#index.pools.needsSwapAccounts(...swap);
  #state: EngineStatus['state'] = 'starting';
  #message = '';
  #isChainConfirmed = false;
  #upkeep: StoreUpkeep | null = null;
  #keepingUp: Promise<void> = Promise.resolve();
  /** Why the node beside a store cannot be used; empty: it can, or there is none. */
  #nodeProblem = '';
  #following: Promise<unknown> = Promise.resolve();
  /** Resolved when the first block that was followed is stored. */
  readonly #firstBlock = Promise.withResolvers<void>();

  private constructor(opened: OpenedStore, options: EngineOptions) {
    this.#opened = opened;
    const { reader: store } = opened;
    this.#reader = store;
    this.#writer = opened.writer;
    this.#source = options.source;
    this.#decode = options.decode ?? decodeBlock;
    this.#onStatus = options.onStatus ?? (() => undefined);
    this.#metrics = new EngineMetricsCollector(store);
    const tokens = new Map(options.source.tokens().map((token) => [token.mint, token]));
    const { accountReader, transactionReader, landing } = options.source;
    this.#context = {
      store,
      source: { now: () => this.#now() },
      tokens,
      accountReader,
      transactionReader,
      landing,
      lacksNode: opened.writer === null && landing === undefined && options.source.kind === 'rpc',
    };
    options.source.onChange?.(() => this.#onStatus(this.status()));
    this.service = createEngineService(this.#context);
    this.arbscope = createArbscopeService({
      ...this.#context,
      status: () => this.status(),
      version: options.version ?? '',
      isSimulated: options.source.kind === 'sandbox',
    });
  }

  /** Indexes the history, then follows in the background. Throws a MarketError. */
  static async open(options: EngineOptions): Promise<Engine> {
    const { source, store, retention = defaultRetention } = options;
    const opened =
      typeof store === 'string'
        ? await openStore({ path: store, retention, source: { kind: source.kind, chain: '' } })
        : store;
    const engine = new Engine(opened, options);
    const { writer } = opened;
    if (writer !== null) engine.#resume(writer, retention);
    const end = (): void => engine.#abortController.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', end, { once: true });
    if (options.signal?.aborted === true) end();
    try {
      if (writer === null) await engine.#readStore();
      else await engine.#indexHistory(writer);
    } catch (error) {
      const failure = asMarketError(error, engine.#abortController.signal);
      engine.#report('failed', failure.message);
      await source.close?.().catch(() => undefined);
      await opened.close().catch(() => undefined);
      throw failure;
    }
    if (writer !== null) engine.#startUpkeep(writer, options);
    engine.#following =
      writer === null
        ? Promise.all([engine.#followStore(), engine.#watchNode()])
        : engine.#follow(writer);
    return engine;
  }

  /** "Now" in Unix milliseconds, where every time window ends; `null` without any block. */
  get nowMilliseconds(): number | null {
    return this.#index.newestTimeSeconds === null ? null : this.#now();
  }

  /** Blocks that are stored. */
  get blocks(): number {
    return this.#index.blockCount;
  }

  /**
   * As long as both are the same, so is every response of the index. `revision` changes with a block in
   * place of another, `moment` with each block and with the second in which time windows end.
   */
  get dataVersion(): { readonly revision: string; readonly moment: string } {
    const { newestSlot, revision, visibleRows } = this.#reader;
    const second = Math.floor(this.#now() / 1_000);
    return {
      revision: String(revision),
      moment: [newestSlot, visibleRows.newest, second].join(' '),
    };
  }

  /** The chain that takes transactions; `null` for a recording. */
  get landing(): LandingChain | null {
    return this.#context.landing ?? null;
  }

  /** Prices and symbols, for what is decoded outside of the index. */
  get mints(): MintKnowledge {
    const { store, tokens } = this.#context;
    return { prices: store.prices, symbol: (mint) => tokens.get(mint)?.symbol ?? '' };
  }

  /** `null` for an address that is no lookup table, and for a source without accounts. */
  async lookupTableSize(address: string, signal: AbortSignal): Promise<number | null> {
    const addresses =
      this.#source.lookupTable?.(address) ??
      (await this.#context.accountReader?.getLookupTable(address, signal));
    return addresses?.length ?? null;
  }

  status(): EngineStatus {
    const { label, kind } = this.#source;
    const progress = this.#source.progress?.();
    return {
      ...this.#metrics.current(),
      state: this.#state,
      message: this.#message || (progress?.message ?? ''),
      source: label ?? kind,
      lagSlots: progress?.lagSlots ?? null,
      lagMilliseconds: progress?.lagMilliseconds ?? null,
      isStalled: progress?.isStalled ?? false,
      indexedFraction: progress?.indexedFraction ?? 1,
      solPrice: this.#index.prices.priceOf(wrappedSolMint),
      newestSlot: this.#index.newestSlot,
      newestBlockTimeSeconds: this.#index.newestTimeSeconds,
      arbitrages: this.#index.arbitrages,
    };
  }

  /** The decoder's record of a transaction; `null` when the index does not hold it. */
  async record(signature: string): Promise<ArbitrageRecord | null> {
    return (await this.#reader.findTransaction(signature))?.record ?? null;
  }

  /** The market cache row by row, for answers of any size (`marketCacheRows`). */
  marketCacheRows(
    parameters: ParametersOf<Operations['marketCache']>,
    options: MarketCallOptions = {},
  ): AsyncIterable<MarketCacheEntry> {
    return marketCacheRows(this.#context, parameters, options);
  }

  /**
   * All pools of the market cache in pages, with their mints (`marketCachePools`). An index that has
   * nothing yet waits for its first block: none of its pools would be taken for all of them.
   */
  async *pools(options: MarketCallOptions = {}): AsyncGenerator<readonly ImportedPool[]> {
    if (this.#writer !== null && this.#index.newestSlot === null) {
      const patience = AbortSignal.timeout(firstBlockPatienceMilliseconds);
      const signals = [patience, this.#abortController.signal, options.signal];
      const ended = AbortSignal.any(signals.filter((signal) => signal !== undefined));
      if (!ended.aborted) await Promise.race([this.#firstBlock.promise, once(ended, 'abort')]);
    }
    yield* marketCachePools(this.#context, options);
  }

  symbols(): ReadonlyMap<string, string> {
    return new Map([...this.#context.tokens].map(([mint, { symbol }]) => [mint, symbol]));
  }

  async close(): Promise<void> {
    this.#abortController.abort();
    await this.#following;
    await this.#keepingUp;
    this.#writer?.addOmittedBlocks(this.#source.drainOmitted?.() ?? []);
    await this.#source.close?.();
    await this.#opened.close();
  }

  /** A node's blocks may be ahead of this machine's clock; a recording has no other clock. */
  #now(): number {
    const newest = (this.#index.newestTimeSeconds ?? 0) * 1_000;
    const clock = this.#source.now?.() ?? newest;
    return this.#source.kind === 'rpc' ? Math.max(clock, newest) : clock;
  }

  /** What is known without a query: of the indexing, where this process does it. */
  get #index(): IndexKnowledge {
    return this.#writer ?? this.#reader;
  }

  async #readStore(): Promise<void> {
    await this.#withPatience((signal) => this.#confirmNode(signal));
    await this.#metrics.measure();
    this.#report('ready', '');
  }

  async #indexHistory(writer: StoreWriter): Promise<void> {
    this.#report('starting', t('Indexing existing blocks.'));
    const { signal } = this.#abortController;
    await this.#confirmChainAtStart(writer, signal);
    let sliceEnds = performance.now() + sliceMilliseconds;
    let flushDue = performance.now() + flushMilliseconds;
    for await (const sourced of this.#source.history(signal)) {
      signal.throwIfAborted();
      await this.#indexBlock(writer, sourced);
      if (writer.pendingRows >= rowsPerFlush || performance.now() > flushDue) {
        await writer.flush();
        await writer.maintain();
        flushDue = performance.now() + flushMilliseconds;
        this.#report('starting', t('Indexed {0} blocks.', writer.blockCount));
      }
      if (performance.now() > sliceEnds) {
        await setImmediate();
        sliceEnds = performance.now() + sliceMilliseconds;
      }
    }
    await writer.flush();
    await this.#metrics.measure();
    this.#report('ready', '');
  }

  /** Goes on where the index ends, unless that is so long ago that nothing of it is kept. */
  #resume(writer: StoreWriter, { keepSeconds }: Retention): void {
    const { newestSlot, newestTimeSeconds } = writer;
    if (newestSlot === null || newestTimeSeconds === null) return;
    const age = this.#now() / 1_000 - newestTimeSeconds;
    if (keepSeconds !== null && age > keepSeconds) return;
    this.#source.resumeAfter?.(newestSlot, writer.coverage());
  }

  /** An index does without its node, and takes no block before the node's chain is known. */
  async #confirmChainAtStart(writer: StoreWriter, signal: AbortSignal): Promise<void> {
    if (!writer.hasChain) return await this.#confirmChain(writer, signal);
    await this.#withPatience((patience) => this.#confirmChain(writer, patience));
  }

  /** Goes on without a node that does not answer, but not with one of another chain. */
  async #withPatience(confirm: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const patience = AbortSignal.timeout(chainPatienceMilliseconds);
    await confirm(AbortSignal.any([this.#abortController.signal, patience])).catch(
      (error: unknown) => {
        if (isOtherSource(error)) throw error;
      },
    );
  }

  /** Before the first block: none of another chain may come into a store that outlasts this run. */
  async #confirmChain(writer: StoreWriter, signal: AbortSignal): Promise<void> {
    if (this.#isChainConfirmed || !writer.isFile) return;
    await writer.confirmChain((await this.#source.chain?.(signal)) ?? '');
    this.#isChainConfirmed = true;
  }

  /** Follows until the end; a failure is told and the following begun again, ever more slowly. */
  async #follow(writer: StoreWriter): Promise<void> {
    const { signal } = this.#abortController;
    let delay: number = retryDelayMilliseconds.first;
    while (!signal.aborted) {
      try {
        await this.#confirmChain(writer, signal);
        for await (const sourced of this.#source.follow(signal)) {
          if (signal.aborted) return;
          await this.#indexBlock(writer, sourced);
          this.#upkeep?.add(sourced);
          writer.addOmittedBlocks(this.#source.drainOmitted?.() ?? []);
          await writer.flush();
          await writer.maintain();
          this.#firstBlock.resolve();
          await this.#metrics.measure();
          delay = retryDelayMilliseconds.first;
          this.#report('ready', '');
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        const { message } = asMarketError(error, signal);
        this.#report('ready', t('No new blocks; retrying in {0} s: {1}', delay / 1_000, message));
      }
      await setTimeout(delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, retryDelayMilliseconds.longest);
    }
  }

  #startUpkeep(writer: StoreWriter, { fillSeconds, onUpkeep }: EngineOptions): void {
    const { shared } = writer;
    const { blockReader: reader } = this.#source;
    if (shared === undefined || reader === undefined || fillSeconds === undefined) return;
    this.#upkeep = new StoreUpkeep({
      ...{ reader, shared, fillSeconds, onEvent: onUpkeep ?? (() => undefined) },
      newestSeconds: () => writer.newestTimeSeconds,
      lagSlots: () => this.#source.progress?.().lagSlots ?? null,
      index: async (sourced) => {
        await this.#indexBlock(writer, sourced);
        await writer.flush();
        await writer.maintain();
      },
    });
    this.#keepingUp = this.#upkeep.run(this.#abortController.signal);
  }

  /** Takes in what ingesters write, until the end; a failure is told, and what was read stays. */
  async #followStore(): Promise<void> {
    const { signal } = this.#abortController;
    while (!signal.aborted) {
      await setTimeout(refreshMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#opened.refresh?.();
        await this.#metrics.measure();
        this.#report('ready', this.#nodeProblem);
      } catch (error) {
        this.#report(
          'ready',
          t('The store cannot be read: {0}', asMarketError(error, signal).message),
        );
      }
    }
  }

  /** A node beside a store is one of its chain. */
  async #confirmNode(signal: AbortSignal): Promise<void> {
    const { chain } = this.#source;
    if (this.#isChainConfirmed || chain === undefined) return;
    this.#opened.checkNodeChain?.(await chain.call(this.#source, signal));
    this.#isChainConfirmed = true;
  }

  /** Asks a node again that did not answer at the start: the store is answered from meanwhile. */
  async #watchNode(): Promise<void> {
    const { signal } = this.#abortController;
    let delay: number = retryDelayMilliseconds.first;
    while (!signal.aborted && !this.#isChainConfirmed && this.#source.chain !== undefined) {
      try {
        await this.#confirmNode(signal);
        this.#nodeProblem = '';
        return;
      } catch (error) {
        const { message } = asMarketError(error, signal);
        this.#nodeProblem = t('The node cannot be used: {0}', message);
      }
      await setTimeout(delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, retryDelayMilliseconds.longest);
    }
  }

  async #indexBlock(writer: StoreWriter, sourced: SourceBlock): Promise<void> {
    const { slot, decoded: known } = sourced;
    // Made when it is asked for.
    if (known === undefined && writer.hasBlock(slot, sourced.block.blockhash)) return;
    const decoded =
      known?.(this.#wantsSwap) ??
      this.#decode(slot, sourced.block, this.#wantsSwap, sourced.firstLandedIndex);
    this.#metrics.addBlock(decoded.transactions);
    await writer.add(decoded);
  }

  #report(state: EngineStatus['state'], message: string): void {
    this.#state = state;
    this.#message = message;
    this.#onStatus(this.status());
  }
}

function asMarketError(error: unknown, signal: AbortSignal): MarketError {
  if (MarketError.is(error)) return error;
  if (signal.aborted) {
    return new MarketError('cancelled', t('Start cancelled.'), { cause: error });
  }
  return new MarketError('service-failing', errorMessage(error), { cause: error });
}
