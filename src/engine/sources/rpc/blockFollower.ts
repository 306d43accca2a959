import { t } from '@vscode/l10n';
import { clockDifferenceSeconds } from '../../base/timeWindow.ts';
import { missingSlotReason } from '../../chain/blockReader.ts';
import type { SourceBlock } from '../../chain/blockSource.ts';
import type { OmissionCause, UnreadablePart } from '../../decode/arbitrageRecord.ts';
import { invalidBlockMember } from '../../decode/blockMembers.ts';
import type { WantsSwapAccounts } from '../../decode/decodeBlock.ts';
import { withWantedSwaps } from '../../rpc/decodeResponse.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { RpcError } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';
import type { BlockFeed, PushedBlock } from './blockFeed.ts';
import { type FetchedBlock, fetchBlock, type SlotOutcome } from './blockFetcher.ts';
import type { DelayedSlots, RetriedSlot } from './delayedSlots.ts';
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
  /** Throws an error if the node has another chain now. */
  readonly confirmChain: (signal: AbortSignal) => Promise<void>;
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
/**
 * Slots that a pushed block may be ahead, four times what one leader can skip. Of a block further
 * ahead, the slot may be wrong: it counts only if the node lists it. Within this, the parents of the
 * next blocks lead back to all blocks that a wrong slot has skipped.
 */
const pushedAheadMaximum = 16;

/** Of refused blocks in a row, so many are requested again; if all are refused, that is no help. */
const refusedMaximum = 32;

/**
 * As long as fewer blocks are delayed, a malformed block is delayed at once, so that newer ones do
 * not wait for it. With more of them, the fault is not that of single blocks.
 */
const hastyMaximum = 32;

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
  /** Blocks in a row that contradict the clock or earlier blocks. */
  #refused = 0;
  /** Slots below are deleted on the node and already counted as missing. */
  #prunedBefore = 0;
  #done: number;

  constructor(options: BlockFollowerOptions) {
    this.#options = options;
    this.#done = options.from - 1;
  }

  /** Throws the signal's reason, or an RpcError that a retry cannot resolve. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const { planner, feed } = this.#options;
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let planning: Promise<'planned'> | null = null;
    let retry: Fetch | null = null;
    try {
      for (;;) {
        signal.throwIfAborted();
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
    if (first === undefined || first.parentSlot > this.#done) return undefined;
    const pushed = feed.take(first.slot);
    return first.slot <= this.#done + pushedAheadMaximum ? pushed : undefined;
  }

  #isFed(): boolean {
    const { feed, planner } = this.#options;
    if (feed === undefined || !feed.isLive || planner.hasPlanned) return false;
    const first = feed.first();
    if (first === undefined) {
      const behind = this.#done - feed.newestSlot;
      return behind >= 0 && behind <= ancestorsMaximum;
    }
    if (first.parentSlot <= this.#done) return true;
    const isTipKnown = planner.tip >= this.#done - ancestorsMaximum;
    // Far ahead of the node: the slot is wrong.
    if (isTipKnown && first.slot > planner.tip + ancestorsMaximum) feed.take(first.slot);
    // The node will list the missing slots before this block soon.
    else planner.notifySlot(first.slot);
    return false;
  }

  async *#deliverPushed(pushed: PushedBlock, signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const { slot } = pushed;
    this.#options.planner.discardBefore(slot + 1);
    yield* this.#deliver(slot, await this.#outcomeOf(slot, pushed, signal), signal);
    this.#finish(slot);
  }

  /** By RPC if the feed lacks the block or its copy is invalid. */
  async #outcomeOf(
    slot: number,
    pushed: PushedBlock | undefined,
    signal: AbortSignal,
  ): Promise<SlotOutcome> {
    const block = pushed?.read() ?? null;
    if (block !== null && invalidBlockMember(block) === null) return { kind: 'block', block };
    const { methods, delayed, decodeThreads } = this.#options;
    const isHasty = delayed.size < hastyMaximum;
    return await fetchBlock(methods, slot, signal, decodeThreads, isHasty);
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
      this.#newestTimeSeconds = this.#timeOf(block);
      forkDetector.addDelivered(slot, block);
      yield this.#indexed(slot, outcome);
    } else if (outcome.kind === 'cleaned-up') {
      const first = await this.#firstAvailable(signal);
      const isPossible = first > slot && first <= planner.tip;
      if (!isPossible) return this.#delay(slot, 'missing', missingSlotReason(slot));
      onMissing(slot, t('the node has no blocks before slot {0}', first));
      planner.discardBefore(first);
      // Estimates the missing blocks as one per slot, once for all fetches in flight.
      if (first > this.#prunedBefore) {
        const count = first - Math.max(slot, this.#prunedBefore);
        coverage.addOmitted(this.#time(), 'missing', count);
        this.#prunedBefore = first;
      }
    } else if (planner.wasListed(slot)) {
      if (outcome.kind === 'missing') forkDetector.addOmitted(slot);
      // Listed by one node, skipped according to another: a child block will decide.
      const reason = outcome.kind === 'missing' ? outcome.reason : missingSlotReason(slot);
      this.#delay(slot, 'missing', reason);
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

  #delay(slot: number, cause: OmissionCause, reason: string): void {
    const { delayed, coverage } = this.#options;
    const timeSeconds = this.#time();
    delayed.add({ slot, timeSeconds, reason, cause });
    coverage.addDelayed(timeSeconds);
  }

  *#deliverDelayed(slot: number, outcome: SlotOutcome): Generator<SourceBlock> {
    const { delayed, coverage, forkDetector, onMissing } = this.#options;
    if (outcome.kind === 'skipped' && forkDetector.isEmpty(slot)) {
      // Listed as part of a fork that was abandoned: no block is missing.
      this.#settle(slot);
      return;
    }
    if (outcome.kind !== 'block') {
      for (const { slot: lost, timeSeconds, reason, cause } of delayed.postpone(slot)) {
        coverage.settle(timeSeconds);
        coverage.addOmitted(timeSeconds, cause);
        onMissing(lost, reason);
      }
      return;
    }
    const { block } = outcome;
    const retried = this.#settle(slot);
    // Already delivered meanwhile as the parent of another block.
    if (retried === undefined) return;
    forkDetector.addDelivered(slot, block);
    yield this.#indexed(slot, outcome, retried);
  }

  /** `undefined` unless the slot was delayed. */
  #settle(slot: number): RetriedSlot | undefined {
    const known = this.#options.delayed.remove(slot);
    if (known !== undefined) this.#options.coverage.settle(known.timeSeconds);
    return known;
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
        // The node's responses contradict each other: accept the blocks as they are.
        forkDetector.addOmitted(slot);
        break;
      }
      found.unshift({ slot, fetched: outcome });
      child = outcome.block;
    }
    // Several replaced blocks: the node may have been replaced by one of another chain.
    if (found.length > 1) await this.#options.confirmChain(signal);
    return found.map(({ slot, fetched }) => {
      this.#settle(slot);
      forkDetector.addDelivered(slot, fetched.block);
      return this.#indexed(slot, fetched);
    });
  }

  /**
   * Counts the block as indexed, or as missing if the engine cannot read most of it. One that
   * contradicts the clock or earlier blocks is requested again for a while before it counts as
   * missing, as another node behind the same URL may return it right.
   */
  #indexed(slot: number, { block, decoded }: FetchedBlock, retried?: RetriedSlot): SourceBlock {
    const { coverage, delayed, onUnreadable } = this.#options;
    const timeSeconds = this.#timeOf(block);
    coverage.addIndexed(timeSeconds);
    const refusedBefore = this.#refused;
    this.#refused = 0;
    return {
      slot,
      block,
      ...(decoded && {
        decoded: (wantsSwap: WantsSwapAccounts) => withWantedSwaps(decoded, wantsSwap),
      }),
      onUnreadable: (part) => {
        onUnreadable(slot, part);
        if (!part.isMost) return;
        coverage.rejectIndexed(timeSeconds);
        const { cause = 'unreadable', reason } = part;
        const mayHelp = part.isOfBlock === true && part.isFinal !== true;
        if (retried !== undefined) {
          // A retry says nothing about the newest blocks.
          this.#refused = refusedBefore;
          if (mayHelp && delayed.addAgain({ ...retried, cause, reason })) {
            coverage.addDelayed(retried.timeSeconds);
            return;
          }
        } else {
          if (part.isOfBlock === true) this.#refused = refusedBefore + 1;
          if (mayHelp && refusedBefore < refusedMaximum) return this.#delay(slot, cause, reason);
        }
        coverage.addOmitted(timeSeconds, cause);
      },
    };
  }

  /** A time in the future would end the day whose missing blocks are counted. */
  #timeOf({ blockTime }: SourceBlock['block']): number {
    const latest = Math.floor(this.#options.methods.clock.now() / 1_000) + clockDifferenceSeconds;
    return blockTime != null && blockTime <= latest ? blockTime : this.#time();
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
