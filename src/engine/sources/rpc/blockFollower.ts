import { t } from '@vscode/l10n';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { SourceBlock } from '../blockSource.ts';
import { fetchBlock, type SlotOutcome } from './blockFetcher.ts';
import type { IndexCoverage } from './indexCoverage.ts';
import type { RpcMethods } from './rpcMethods.ts';
import type { SlotPlanner } from './slotPlanner.ts';

export interface BlockFollowerOptions {
  readonly planner: SlotPlanner;
  readonly methods: RpcMethods;
  readonly coverage: IndexCoverage;
  readonly forkDetector: ForkDetector;
  readonly concurrency: number;
  /** Slots below it are gone from the node, which tells the first that is there. */
  readonly firstAvailable: (signal: AbortSignal) => Promise<number>;
  /** Hears of the newest slot that needs not be asked for again. */
  readonly onSlotDone: (slot: number) => void;
  readonly onMissing: (slot: number, reason: string) => void;
}

/** How far back a chain of replaced or unlisted blocks is followed. */
const ancestorsMaximum = 64;

/** Delivers the chain's blocks in order: several are under way, the oldest is given out first. */
export class BlockFollower {
  readonly #options: BlockFollowerOptions;
  readonly #inFlight: { readonly slot: number; readonly outcome: Promise<SlotOutcome> }[] = [];
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
    let planning: Promise<void> | null = null;
    try {
      for (;;) {
        signal.throwIfAborted();
        this.#startFetches(both);
        if (planning === null && planner.needsSlots) {
          planning = ignoreRejection(planner.fetchSlots(both));
          void planning.then(
            () => {
              planning = null;
            },
            () => undefined,
          );
        }
        const next = this.#inFlight[0];
        if (next === undefined) {
          await planning;
          continue;
        }
        const outcome = await Promise.race([next.outcome, rejectionOf(planning)]);
        this.#inFlight.shift();
        yield* this.#deliver(next.slot, outcome, both);
        onSlotDone(next.slot);
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

  async *#deliver(
    slot: number,
    outcome: SlotOutcome,
    signal: AbortSignal,
  ): AsyncGenerator<SourceBlock> {
    const { forkDetector, coverage, onMissing, planner, firstAvailable } = this.#options;
    if (outcome.kind === 'block') {
      const { block } = outcome;
      for (const ancestor of await this.#ancestors(block, signal)) yield ancestor;
      this.#newestTimeSeconds = block.blockTime ?? this.#newestTimeSeconds;
      coverage.addIndexed(this.#time());
      forkDetector.addDelivered(slot, block);
      yield { slot, block };
      return;
    }
    if (outcome.kind === 'missing') {
      onMissing(slot, outcome.reason);
      forkDetector.addOmitted(slot);
      coverage.addOmitted(this.#time());
    } else if (outcome.kind === 'cleaned-up') {
      const first = await firstAvailable(signal);
      onMissing(slot, t('the node has no blocks before slot {0}', first));
      planner.discardBefore(first);
      // Nearly as many blocks as slots; those under way tell the same of themselves, once.
      if (first > this.#prunedBefore) {
        coverage.addOmitted(this.#time(), first - Math.max(slot, this.#prunedBefore));
        this.#prunedBefore = first;
      }
    }
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

/** Rejects when the planning fails; never resolves. */
function rejectionOf(planning: Promise<void> | null): Promise<never> {
  return new Promise((_, reject) => {
    planning?.catch(reject);
  });
}

/** Blocks that a later one may still prove wrong: more than a fork is ever deep. */
const rememberedBlocks = 512;

/** Remembers the newest blocks, to tell whether a new block's parent was delivered. */
export class ForkDetector {
  /** Slot -> blockhash; `null` for a slot that was left out. */
  readonly #hashes = new Map<number, string | null>();
  #first = Number.POSITIVE_INFINITY;

  addDelivered(slot: number, { blockhash }: RpcBlock): void {
    this.#set(slot, blockhash);
  }

  addOmitted(slot: number): void {
    if (!this.#hashes.has(slot)) this.#set(slot, null);
  }

  /** The parent's slot where its block was never delivered, or another in its place. */
  missingParent({ parentSlot, previousBlockhash }: RpcBlock): number | null {
    const hash = this.#hashes.get(parentSlot);
    if (hash === null) return null;
    if (hash === undefined) return parentSlot > this.#first ? parentSlot : null;
    return hash === previousBlockhash ? null : parentSlot;
  }

  #set(slot: number, hash: string | null): void {
    this.#hashes.set(slot, hash);
    if (this.#first === Number.POSITIVE_INFINITY) this.#first = slot;
    if (this.#hashes.size <= rememberedBlocks) return;
    for (const old of this.#hashes.keys()) {
      if (this.#hashes.size <= rememberedBlocks) break;
      this.#hashes.delete(old);
      // What was forgotten is not missing.
      this.#first = Math.max(this.#first, old);
    }
  }
}
