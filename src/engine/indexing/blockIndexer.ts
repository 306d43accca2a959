import { setImmediate } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { type Clock, systemClock } from '../../http/retry.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { DecodedBlock, UnreadablePart } from '../decode/arbitrageRecord.ts';
import { decodeBlock, type WantsSwapAccounts } from '../decode/decodeBlock.ts';
import { StoreUpkeep, type UpkeepEvent } from '../filling/storeUpkeep.ts';
import type { Retention } from '../store/duckdb/retention.ts';
import type { StoreWriter } from '../store/storeWriter.ts';
import { BlockPlausibility } from './blockPlausibility.ts';
import {
  asMarketError,
  type IndexKeeper,
  type IndexKeeperOptions,
  retryDelayMilliseconds,
} from './indexKeeper.ts';
import { withPatience } from './withPatience.ts';

export interface BlockIndexerOptions extends IndexKeeperOptions {
  readonly writer: StoreWriter;
  /** Current time in Unix milliseconds; all time windows end here. */
  readonly now: () => number;
  readonly retention: Retention;
  readonly decode?: typeof decodeBlock | undefined;
  /** How far back to fill gaps of a shared store; gaps stay open if missing. */
  readonly fillSeconds?: number | undefined;
  readonly onUpkeep?: ((event: UpkeepEvent) => void) | undefined;
  readonly clock?: Clock;
}

/** Maximum rows per write at startup; smaller batches take twice as long. */
const rowsPerFlush = 200_000;
/** Maximum time between writes, as a kill loses unwritten blocks. */
const flushMilliseconds = 1_000;
/** Attempts to add a block to a store that fails for an unknown reason. */
const addAttempts = 3;
/** Maximum time before yielding to the event loop. */
const sliceMilliseconds = 15;
/** On a public cluster, as many successive blocks without a transaction are no chance. */
const emptyBlocksInRow = 100;

const remark = (reason: string): UnreadablePart => ({ isMost: false, isOfBlock: true, reason });

/** Writes a source's blocks to a store: first the history, then each new block. */
export class BlockIndexer implements IndexKeeper {
  readonly #options: BlockIndexerOptions;
  /** Requests swaps with account data that the market cache lacks. */
  readonly #wantsSwap: WantsSwapAccounts;
  readonly #firstBlock = Promise.withResolvers<void>();
  readonly #clock: Clock;
  #isChainConfirmed = false;
  readonly #plausibility: BlockPlausibility;
  /** Successive blocks without a transaction. */
  #emptyBlocks = 0;
  #upkeep: StoreUpkeep | null = null;

  constructor(options: BlockIndexerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#plausibility = new BlockPlausibility(options.writer);
    this.#wantsSwap = (...swap) => options.writer.pools.needsSwapAccounts(...swap);
    this.#resume();
  }

  get firstBlock(): Promise<void> {
    return this.#firstBlock.promise;
  }

  async start(): Promise<void> {
    const { metrics, report, signal, source, writer } = this.#options;
    report('starting', '');
    await this.#confirmChainAtStart();
    let isFirst = true;
    let sliceEnds = performance.now() + sliceMilliseconds;
    let flushDue = performance.now() + flushMilliseconds;
    for await (const sourced of source.history(signal)) {
      signal.throwIfAborted();
      // A source that has no blocks yet, or cannot be reached, indexes none.
      if (isFirst) report('starting', t('Indexing existing blocks.'));
      isFirst = false;
      await this.#index(sourced);
      if (writer.pendingRows >= rowsPerFlush || performance.now() > flushDue) {
        await writer.flush();
        await this.#maintain();
        flushDue = performance.now() + flushMilliseconds;
        report('starting', t('Indexed {0} blocks.', writer.blockCount));
      }
      if (performance.now() > sliceEnds) {
        await setImmediate();
        sliceEnds = performance.now() + sliceMilliseconds;
      }
    }
    await writer.flush();
    await metrics.measure();
    report('ready', '');
  }

  async follow(): Promise<void> {
    const { signal, source, writer } = this.#options;
    this.#upkeep = this.#createUpkeep();
    await Promise.all([this.#followSource(), this.#upkeep?.run(signal)]);
    const omitted = source.drainOmitted?.() ?? [];
    // The next process starts after the newest stored block, if any, and counts later ones itself.
    const newest = writer.newestTimeSeconds ?? Number.POSITIVE_INFINITY;
    writer.addOmittedBlocks(omitted.filter(({ minute }) => minute <= newest));
  }

  /** Restarts after a failure with growing delays, and reports it. */
  async #followSource(): Promise<void> {
    const { metrics, report, signal, source, writer } = this.#options;
    let delay: number = retryDelayMilliseconds.first;
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await this.#confirmChain(signal);
        // The source answers again: from here on, its own message is the newest.
        if (hasFailed) report('ready', '');
        hasFailed = false;
        for await (const sourced of source.follow(signal)) {
          if (signal.aborted) return;
          const part = await this.#index(sourced);
          const isStored = part?.isMost !== true;
          this.#upkeep?.add(sourced);
          const isCounted = isStored || writer.newestTimeSeconds === null;
          if (isCounted) writer.addOmittedBlocks(source.drainOmitted?.() ?? []);
          await writer.flush();
          if (isStored) {
            this.#firstBlock.resolve();
            metrics.markBlock();
          }
          const problem = await this.#maintain();
          await metrics.measure();
          delay = retryDelayMilliseconds.first;
          report('ready', problem);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        // The address may lead to another chain now.
        this.#isChainConfirmed = false;
        hasFailed = true;
        const { message } = asMarketError(error, signal);
        report('ready', t('No new blocks; retrying in {0} s: {1}', delay / 1_000, message));
      }
      await this.#clock.delay(delay, signal).catch(() => undefined);
      delay = Math.min(delay * 2, retryDelayMilliseconds.longest);
    }
  }

  /** What is unusual about a stored block of a live source; `null`: nothing. */
  #remarkOn({ blockTimeSeconds: time, transactions }: DecodedBlock): UnreadablePart | null {
    if (!this.#isLive) return null;
    this.#emptyBlocks = transactions === 0 ? this.#emptyBlocks + 1 : 0;
    if (time === null) {
      return remark(t('Some blocks have no time, so they count at the time of the block before.'));
    }
    return this.#emptyBlocks < emptyBlocksInRow
      ? null
      : remark(
          t(
            'The last {0} blocks have no transactions. Check whether the node leaves them out.',
            this.#emptyBlocks,
          ),
        );
  }

  /** Does not store a block of which most is unreadable. `null`: all of it was read. */
  async #index(sourced: SourceBlock): Promise<UnreadablePart | null> {
    const { decode = decodeBlock, metrics, writer } = this.#options;
    const { slot, decoded: known } = sourced;
    // With `decoded`, `block` is created on access: do not read it.
    if (known === undefined && writer.hasBlock(slot, sourced.block.blockhash)) return null;
    const decoded =
      known?.(this.#wantsSwap) ??
      decode(slot, sourced.block, this.#wantsSwap, sourced.firstLandedIndex);
    metrics.addBlock(decoded);
    const part = this.#refusal(decoded) ?? (await this.#store(decoded)) ?? this.#remarkOn(decoded);
    if (part !== null) sourced.onUnreadable?.(part);
    return part;
  }

  /** A block that cannot be stored costs itself alone: following must go on. */
  async #store(decoded: DecodedBlock): Promise<UnreadablePart | null> {
    const { unreadablePart } = decoded;
    if (unreadablePart?.isMost === true) return unreadablePart;
    for (let failures = 1; ; failures++) {
      try {
        await this.#options.writer.add(this.#plausibility.timed(decoded));
        this.#plausibility.markStored(decoded);
        return unreadablePart;
      } catch (error) {
        // The store cannot be used now: following starts again with this block.
        if (MarketError.is(error)) throw error;
        const reason = t('the store failed: {0}', errorMessage(error));
        if (failures === addAttempts) {
          return { isMost: true, isOfBlock: true, cause: 'not-stored', reason };
        }
        await this.#clock.delay(retryDelayMilliseconds.first * failures, this.#options.signal);
      }
    }
  }

  #refusal(block: DecodedBlock): UnreadablePart | null {
    const { source } = this.#options;
    const now = source.now?.() ?? this.#clock.now();
    return this.#plausibility.refusal(block, Math.floor(now / 1_000), !this.#isLive);
  }

  /** Recorded blocks define the time of the engine. */
  get #isLive(): boolean {
    return this.#options.source.now !== undefined;
  }

  /** Resumes after the newest indexed block, unless retention has deleted everything before it. */
  #resume(): void {
    const { now, retention, source, writer } = this.#options;
    const { newestSlot, newestTimeSeconds } = writer;
    if (newestSlot === null || newestTimeSeconds === null) return;
    const age = now() / 1_000 - newestTimeSeconds;
    if (retention.keepSeconds !== null && age > retention.keepSeconds) return;
    source.resumeAfter?.(newestSlot, writer.coverage());
  }

  /** New blocks matter more than old ones: returns a problem, for users, instead of failing. */
  async #maintain(): Promise<string> {
    const { signal, source, writer } = this.#options;
    try {
      await writer.maintain(source.now?.());
      return '';
    } catch (error) {
      const { message } = asMarketError(error, signal);
      return t('Old transactions are not deleted, and the store grows: {0}', message);
    }
  }

  /** An existing index opens without its node, but adds no block before the chain is confirmed. */
  async #confirmChainAtStart(): Promise<void> {
    const { signal, writer } = this.#options;
    if (!writer.hasChain) return await this.#confirmChain(signal);
    await withPatience(signal, (patience) => this.#confirmChain(patience));
  }

  /** Must precede the first block: a persistent store must not mix chains. */
  async #confirmChain(signal: AbortSignal): Promise<void> {
    const { source, writer } = this.#options;
    if (this.#isChainConfirmed || !writer.isFile) return;
    await writer.confirmChain((await source.chain?.(signal)) ?? '');
    this.#isChainConfirmed = true;
  }

  #createUpkeep(): StoreUpkeep | null {
    const { fillSeconds, onUpkeep, source, writer } = this.#options;
    const { shared } = writer;
    const { blockReader: reader } = source;
    if (reader === undefined) return null;
    const hasGaps = shared !== undefined && fillSeconds !== undefined;
    return new StoreUpkeep({
      clock: this.#clock,
      ...{ reader, store: writer, gaps: hasGaps ? { shared, fillSeconds } : null },
      onEvent: onUpkeep ?? (() => undefined),
      newestSeconds: () => writer.newestTimeSeconds,
      lagSlots: () => source.progress?.().lagSlots ?? null,
      index: async (sourced) => {
        const part = await this.#index(sourced);
        await writer.flush();
        await this.#maintain();
        return part;
      },
    });
  }
}
