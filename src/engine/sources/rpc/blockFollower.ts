import { t } from '@vscode/l10n';
import { missingSlotReason } from '../../chain/blockReader.ts';
import type { SourceBlock } from '../../chain/blockSource.ts';
import type { UnreadablePart } from '../../decode/arbitrageRecord.ts';
import type { WantsSwapAccounts } from '../../decode/decodeBlock.ts';
import { withWantedSwaps } from '../../rpc/decodeResponse.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { RpcError } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';
import type { BlockFeed, PushedBlock } from './blockFeed.ts';
import { type FetchedBlock, fetchBlock, type SlotOutcome } from './blockFetcher.ts';
import type { DelayedSlots } from './delayedSlots.ts';
import type { ForkDetector } from './forkDetector.ts';
import type { IndexCoverage } from './indexCoverage.ts';
import type { SlotPlanner } from './slotPlanner.ts';

export interface BlockFollowerOptions {
  readonly from: number;
  readonly planner: SlotPlanner;
  readonly methods: RpcMethods;
  readonly coverage: IndexCoverage;
  readonly forkDetector: ForkDetector;
  readonly delayed: DelayedSlots;
  readonly concurrency: number;
  readonly firstAvailable: (signal: AbortSignal) => Promise<number>;
  readonly onSlotDone: (slot: number) => void;
  readonly onMissing: (slot: number, reason: string) => void;
  readonly onUnreadable: (slot: number, part: UnreadablePart) => void;
  /** Without these threads, requests wait while the engine decodes. */
  readonly decodeThreads?: DecodeThreads;
  /** Blocks missing in it are fetched from the node. */
  readonly feed?: BlockFeed;
}

/** For a chain of replaced or unlisted blocks. */
const ancestorsMaximum = 64;

interface Fetch {
  readonly slot: number;
  readonly outcome: Promise<SlotOutcome>;
}

/**
 * Delivers in order, except that blocks which the node lists but does not return yet come later.
 */
export class BlockFollower {
  readonly #options: BlockFollowerOptions;
  readonly #inFlight: Fetch[] = [];
  #newestTimeSeconds: number | null = null;
  /** Slots below are deleted on the node and already counted as missing. */
  #prunedBefore = 0;
  #done: number;

  constructor(options: BlockFollowerOptions) {
    this.#options = options;
    this.#done = options.from - 1;
  }

  /** Throws the signal's reason, the feed's failure, or an RpcError that a retry cannot resolve. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const { planner, feed } = this.#options;
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let planning: Promise<'planned'> | null = null;
    let retry: Fetch | null = null;
    try {
      for (;;) {
        signal.throwIfAborted();
        if (feed !== undefined && feed.failure !== null) throw feed.failure;
        const pushed = this.#nextPushed();
        if (pushed !== undefined) {
          yield* this.#deliverPushed(pushed, both);
          continue;
        }
        this.#startFetches(both);
        if (planning === null && planner.needsSlots && !this.#isFed()) {
          planning = ignoreRejection(planner.fetchSlots(both).then(() => 'planned'));
        }
        retry ??= this.#startRetry(both);
        const head = this.#inFlight[0];
        const next = await Promise.race([
          ...(head === undefined ? [] : [head.outcome.then(() => head)]),
          ...(retry === null ? [] : [retry.outcome.then(() => retry)]),
          ...(planning === null ? [] : [planning]),
          ...(feed === undefined ? [] : [feed.nextChange()]),
        ]);
        if (next === undefined) {
          // The feed has changed.
        } else if (next === 'planned') {
          planning = null;
        } else if (next !== null && next === head) {
          this.#inFlight.shift();
          const outcome = await next.outcome;
          // Delivered before any node listed it.
          if (next.slot <= this.#done) continue;
          yield* this.#deliver(next.slot, outcome, both);
          // A slot that no node has listed may still get its block.
          if (outcome.kind === 'block' || planner.wasListed(next.slot)) this.#finish(next.slot);
        } else if (next !== null) {
          retry = null;
          yield* this.#deliverDelayed(next.slot, await next.outcome);
        }
      }
    } finally {
      ending.abort();
      this.#inFlight.length = 0;
    }
  }

  /** `undefined` until all blocks before it are finished. */
  #nextPushed(): PushedBlock | undefined {
    const { feed, planner } = this.#options;
    if (feed === undefined || this.#inFlight.length > 0 || planner.hasPlanned) return undefined;
    const first = feed.first();
    return first !== undefined && first.parentSlot <= this.#done
      ? feed.take(first.slot)
      : undefined;
  }

  #isFed(): boolean {
    const { feed, planner } = this.#options;
    if (feed === undefined || !feed.isLive || planner.hasPlanned) return false;
    const first = feed.first();
    if (first === undefined) return feed.newestSlot <= this.#done;
    // The node will list the missing slots before this block soon.
    if (first.parentSlot > this.#done) planner.notifySlot(first.slot);
    return first.parentSlot <= this.#done;
  }

  async *#deliverPushed(pushed: PushedBlock, signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const { slot } = pushed;
    this.#options.planner.discardBefore(slot + 1);
    yield* this.#deliver(slot, await this.#outcomeOf(slot, pushed, signal), signal);
    this.#finish(slot);
  }

  /** By RPC if the feed lacks the block or its copy is unreadable. */
  async #outcomeOf(
    slot: number,
    pushed: PushedBlock | undefined,
    signal: AbortSignal,
  ): Promise<SlotOutcome> {
    const block = pushed?.read() ?? null;
    if (block !== null) return { kind: 'block', block };
    const { methods, decodeThreads } = this.#options;
    return await fetchBlock(methods, slot, signal, decodeThreads);
  }

  #finish(slot: number): void {
    const { feed, onSlotDone } = this.#options;
    this.#done = Math.max(this.#done, slot);
    feed?.discardBefore(this.#done + 1);
    onSlotDone(slot);
  }

  #startFetches(signal: AbortSignal): void {
    const { planner, feed, concurrency } = this.#options;
    while (this.#inFlight.length < concurrency) {
      const slot = planner.next();
      if (slot === undefined) return;
      const outcome = this.#outcomeOf(slot, feed?.take(slot), signal);
      this.#inFlight.push({ slot, outcome: ignoreRejection(outcome) });
    }
  }

  #startRetry(signal: AbortSignal): Fetch | null {
    const { delayed, methods, decodeThreads } = this.#options;
    const slot = delayed.next();
    if (slot === undefined) return null;
    const outcome = fetchBlock(methods, slot, signal, decodeThreads).catch(
      (error: unknown): SlotOutcome => {
        if (!RpcError.is(error)) throw error;
        return { kind: 'missing', reason: error.message };
      },
    );
    return { slot, outcome: ignoreRejection(outcome) };
  }

  async *#deliver(
    slot: number,
    outcome: SlotOutcome,
    signal: AbortSignal,
  ): AsyncGenerator<SourceBlock> {
    const { forkDetector, coverage, onMissing, planner } = this.#options;
    if (outcome.kind === 'block') {
      const { block } = outcome;
      for (const ancestor of await this.#ancestors(block, signal)) yield ancestor;
      this.#newestTimeSeconds = block.blockTime ?? this.#newestTimeSeconds;
      forkDetector.addDelivered(slot, block);
      yield this.#indexed(slot, outcome);
    } else if (outcome.kind === 'cleaned-up') {
      const first = await this.#firstAvailable(signal);
      if (first <= slot) return this.#delay(slot, missingSlotReason(slot));
      onMissing(slot, t('the node has no blocks before slot {0}', first));
      planner.discardBefore(first);
      // Estimates the missing blocks as one per slot, once for all fetches in flight.
      if (first > this.#prunedBefore) {
        coverage.addOmitted(this.#time(), first - Math.max(slot, this.#prunedBefore));
        this.#prunedBefore = first;
      }
    } else if (planner.wasListed(slot)) {
      if (outcome.kind === 'missing') forkDetector.addOmitted(slot);
      // Listed by one node, skipped according to another: a child block will decide.
      this.#delay(slot, outcome.kind === 'missing' ? outcome.reason : missingSlotReason(slot));
    }
  }

  /** 0 if the request fails. */
  async #firstAvailable(signal: AbortSignal): Promise<number> {
    try {
      return await this.#options.firstAvailable(signal);
    } catch (error) {
      if (!RpcError.is(error)) throw error;
      return 0;
    }
  }

  #delay(slot: number, reason: string): void {
    const { delayed, coverage } = this.#options;
    const timeSeconds = this.#time();
    delayed.add({ slot, timeSeconds, reason });
    coverage.addDelayed(timeSeconds);
  }

  *#deliverDelayed(slot: number, outcome: SlotOutcome): Generator<SourceBlock> {
    const { delayed, coverage, forkDetector, onMissing } = this.#options;
    if (outcome.kind !== 'block') {
      for (const { slot: lost, timeSeconds, reason } of delayed.postpone(slot)) {
        coverage.settle(timeSeconds);
        coverage.addOmitted(timeSeconds);
        onMissing(lost, reason);
      }
      return;
    }
    const { block } = outcome;
    // Already delivered meanwhile as the parent of another block.
    if (!this.#settle(slot)) return;
    forkDetector.addDelivered(slot, block);
    yield this.#indexed(slot, outcome);
  }

  /** Returns whether the slot was delayed. */
  #settle(slot: number): boolean {
    const known = this.#options.delayed.remove(slot);
    if (known !== undefined) this.#options.coverage.settle(known.timeSeconds);
    return known !== undefined;
  }

  /** Replaced or never listed blocks before `block`, oldest first. */
  async #ancestors(
    block: SourceBlock['block'],
    signal: AbortSignal,
  ): Promise<readonly SourceBlock[]> {
    const { forkDetector, methods, decodeThreads } = this.#options;
    const found: { readonly slot: number; readonly fetched: FetchedBlock }[] = [];
    let child = block;
    while (found.length < ancestorsMaximum) {
      const slot = forkDetector.missingParent(child);
      if (slot === null) break;
      const outcome = await fetchBlock(methods, slot, signal, decodeThreads);
      const isParent =
        outcome.kind === 'block' && outcome.block.blockhash === child.previousBlockhash;
      if (!isParent) {
        // The node's responses are inconsistent: accept the blocks as they are.
        forkDetector.addOmitted(slot);
        break;
      }
      found.unshift({ slot, fetched: outcome });
      child = outcome.block;
    }
    return found.map(({ slot, fetched }) => {
      this.#settle(slot);
      forkDetector.addDelivered(slot, fetched.block);
      return this.#indexed(slot, fetched);
    });
  }

  /** Counts the block as indexed, or as missing if the engine cannot read most of it. */
  #indexed(slot: number, { block, decoded }: FetchedBlock): SourceBlock {
    const { coverage, onUnreadable } = this.#options;
    const timeSeconds = block.blockTime ?? this.#time();
    coverage.addIndexed(timeSeconds);
    return {
      slot,
      block,
      ...(decoded && {
        decoded: (wantsSwap: WantsSwapAccounts) => withWantedSwaps(decoded, wantsSwap),
      }),
      onUnreadable: (part) => {
        if (part.isMost) coverage.rejectIndexed(timeSeconds);
        onUnreadable(slot, part);
      },
    };
  }

  #time(): number {
    return this.#newestTimeSeconds ?? Math.floor(this.#options.methods.clock.now() / 1_000);
  }
}

/** For a promise that is awaited later. */
function ignoreRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
