import { t } from '@vscode/l10n';
import type { SourceBlock } from '../blockSource.ts';
import { fetchBlock, type SlotOutcome } from './blockFetcher.ts';
import type { DelayedSlots } from './delayedSlots.ts';
import type { ForkDetector } from './forkDetector.ts';
import type { IndexCoverage } from './indexCoverage.ts';
import { RpcError } from './rpcError.ts';
import type { RpcMethods } from './rpcMethods.ts';
import type { SlotPlanner } from './slotPlanner.ts';

export interface BlockFollowerOptions {
  readonly planner: SlotPlanner;
  readonly methods: RpcMethods;
  readonly coverage: IndexCoverage;
  readonly forkDetector: ForkDetector;
  readonly delayed: DelayedSlots;
  readonly concurrency: number;
  /** Slots below it are gone from the node, which tells the first that is there. */
  readonly firstAvailable: (signal: AbortSignal) => Promise<number>;
  /** Hears of the newest slot that needs not be planned again. */
  readonly onSlotDone: (slot: number) => void;
  readonly onMissing: (slot: number, reason: string) => void;
}

/** How far back a chain of replaced or unlisted blocks is followed. */
const ancestorsMaximum = 64;

interface Fetch {
  readonly slot: number;
  readonly outcome: Promise<SlotOutcome>;
}

/**
 * Delivers the chain's blocks in order: several are under way, the oldest is given out first. One
 * that the node lists but does not give comes later, when it does.
 */
export class BlockFollower {
  readonly #options: BlockFollowerOptions;
  readonly #inFlight: Fetch[] = [];
  #newestTimeSeconds: number | null = null;
  /** Slots before it are gone from the node, and counted. */
  #prunedBefore = 0;

  constructor(options: BlockFollowerOptions) {
    this.#options = options;
  }

  /** Ends with the signal, by its reason; throws an RpcError that waiting does not mend. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const { planner, onSlotDone } = this.#options;
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let planning: Promise<'planned'> | null = null;
    let retry: Fetch | null = null;
    try {
      for (;;) {
        signal.throwIfAborted();
        this.#startFetches(both);
        if (planning === null && planner.needsSlots) {
          planning = ignoreRejection(planner.fetchSlots(both).then(() => 'planned'));
        }
        retry ??= this.#startRetry(both);
        const head = this.#inFlight[0];
        const next = await Promise.race([
          ...(head === undefined ? [] : [head.outcome.then(() => head)]),
          ...(retry === null ? [] : [retry.outcome.then(() => retry)]),
          ...(planning === null ? [] : [planning]),
        ]);
        if (next === 'planned') {
          planning = null;
        } else if (next !== null && next === head) {
          this.#inFlight.shift();
          yield* this.#deliver(next.slot, await next.outcome, both);
          onSlotDone(next.slot);
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

  #startFetches(signal: AbortSignal): void {
    const { planner, methods, concurrency } = this.#options;
    while (this.#inFlight.length < concurrency) {
      const slot = planner.next();
      if (slot === undefined) return;
      this.#inFlight.push({ slot, outcome: ignoreRejection(fetchBlock(methods, slot, signal)) });
    }
  }

  #startRetry(signal: AbortSignal): Fetch | null {
    const { delayed, methods } = this.#options;
    const slot = delayed.next();
    if (slot === undefined) return null;
    const outcome = fetchBlock(methods, slot, signal).catch((error: unknown): SlotOutcome => {
      if (!RpcError.is(error)) throw error;
      return { kind: 'missing', reason: error.message };
    });
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
      coverage.addIndexed(this.#time());
      forkDetector.addDelivered(slot, block);
      yield { slot, block };
    } else if (outcome.kind === 'cleaned-up') {
      const first = await this.#firstAvailable(signal);
      if (first <= slot) return this.#delay(slot, t('the node does not have slot {0}', slot));
      onMissing(slot, t('the node has no blocks before slot {0}', first));
      planner.discardBefore(first);
      // Nearly as many blocks as slots; those under way tell the same of themselves, once.
      if (first > this.#prunedBefore) {
        coverage.addOmitted(this.#time(), first - Math.max(slot, this.#prunedBefore));
        this.#prunedBefore = first;
      }
    } else if (outcome.kind === 'missing') {
      forkDetector.addOmitted(slot);
      this.#delay(slot, outcome.reason);
    } else if (planner.wasListed(slot)) {
      // Listed by one node and skipped by another: a child of the block will tell who is right.
      this.#delay(slot, t('the node does not have slot {0}', slot));
    }
  }

  /** 0 where the node does not tell. */
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
    // It may have come as the parent of another meanwhile.
    if (!this.#settle(slot)) return;
    coverage.addIndexed(block.blockTime ?? this.#time());
    forkDetector.addDelivered(slot, block);
    yield { slot, block };
  }

  /** Whether the slot was delayed, whose block is there now. */
  #settle(slot: number): boolean {
    const known = this.#options.delayed.remove(slot);
    if (known !== undefined) this.#options.coverage.settle(known.timeSeconds);
    return known !== undefined;
  }

  /** Blocks before `block` that were replaced or never listed, oldest first. */
  async #ancestors(
    block: SourceBlock['block'],
    signal: AbortSignal,
  ): Promise<readonly SourceBlock[]> {
    const { coverage, forkDetector, methods } = this.#options;
    const found: SourceBlock[] = [];
    let child = block;
    while (found.length < ancestorsMaximum) {
      const slot = forkDetector.missingParent(child);
      if (slot === null) break;
      const outcome = await fetchBlock(methods, slot, signal);
      const isParent =
        outcome.kind === 'block' && outcome.block.blockhash === child.previousBlockhash;
      if (!isParent) {
        // This node's answers do not fit together: the blocks are taken as they are.
        forkDetector.addOmitted(slot);
        break;
      }
      found.unshift({ slot, block: outcome.block });
      child = outcome.block;
    }
    for (const { slot, block: ancestor } of found) {
      this.#settle(slot);
      coverage.addIndexed(ancestor.blockTime ?? this.#time());
      forkDetector.addDelivered(slot, ancestor);
    }
    return found;
  }

  #time(): number {
    return this.#newestTimeSeconds ?? Math.floor(this.#options.methods.clock.now() / 1_000);
  }
}

/** The promise, whose rejection may wait until somebody asks. */
function ignoreRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
