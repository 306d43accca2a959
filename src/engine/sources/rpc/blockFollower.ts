import { t } from '@vscode/l10n';
import type { SourcedBlock } from '../blockSource.ts';
import type { BlockFetcher, SlotOutcome } from './blockFetcher.ts';
import type { Clock } from './clock.ts';
import type { Continuity } from './continuity.ts';
import type { Coverage } from './coverage.ts';
import type { SlotPlanner } from './slotPlanner.ts';

export interface BlockFollowerOptions {
  readonly planner: SlotPlanner;
  readonly fetcher: BlockFetcher;
  readonly coverage: Coverage;
  readonly continuity: Continuity;
  readonly clock: Clock;
  /** Blocks that are fetched at a time. */
  readonly concurrency: number;
  /** Slots below it are gone from the node, which tells the first that is there. */
  readonly firstAvailable: (signal: AbortSignal) => Promise<number>;
  /** Hears of the newest slot that needs not be asked for again. */
  readonly onDone: (slot: number) => void;
  /** Hears of a block that will not come. */
  readonly onMissing: (slot: number, reason: string) => void;
}

interface Fetch {
  readonly slot: number;
  readonly outcome: Promise<SlotOutcome>;
}

/** How far back a chain of replaced or unlisted blocks is followed. */
const ancestorsMaximum = 64;

/** Delivers the chain's blocks in order: several are under way, the oldest is given out first. */
export class BlockFollower {
  readonly #options: BlockFollowerOptions;
  readonly #underWay: Fetch[] = [];
  #newestTimeSeconds: number | null = null;
  /** Slots before it are gone from the node, and counted. */
  #gone = 0;

  constructor(options: BlockFollowerOptions) {
    this.#options = options;
  }

  /** Ends with the signal, by its reason; throws an RpcFailure that waiting does not mend. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourcedBlock> {
    const { planner, onDone } = this.#options;
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let planning: Promise<void> | null = null;
    try {
      for (;;) {
        signal.throwIfAborted();
        this.#start(both);
        if (planning === null && planner.isExtensionDue) {
          planning = handled(planner.extend(both));
          void planning.then(
            () => {
              planning = null;
            },
            () => undefined,
          );
        }
        const next = this.#underWay[0];
        if (next === undefined) {
          await planning;
          continue;
        }
        const outcome = await Promise.race([next.outcome, failureOf(planning)]);
        this.#underWay.shift();
        yield* this.#deliver(next.slot, outcome, both);
        onDone(next.slot);
      }
    } finally {
      ending.abort();
      this.#underWay.length = 0;
    }
  }

  #start(signal: AbortSignal): void {
    const { planner, fetcher, concurrency } = this.#options;
    while (this.#underWay.length < concurrency) {
      const slot = planner.take();
      if (slot === undefined) return;
      this.#underWay.push({ slot, outcome: handled(fetcher.fetch(slot, signal)) });
    }
  }

  async *#deliver(
    slot: number,
    outcome: SlotOutcome,
    signal: AbortSignal,
  ): AsyncGenerator<SourcedBlock> {
    const { continuity, coverage, onMissing, planner, firstAvailable } = this.#options;
    if (outcome.kind === 'block') {
      const { block } = outcome;
      for (const ancestor of await this.#ancestors(block, signal)) yield ancestor;
      this.#newestTimeSeconds = block.blockTime ?? this.#newestTimeSeconds;
      coverage.take(this.#time());
      continuity.delivered(slot, block);
      yield { slot, block };
      return;
    }
    if (outcome.kind === 'missing') {
      onMissing(slot, outcome.reason);
      continuity.leftOut(slot);
      coverage.leave(this.#time());
    } else if (outcome.kind === 'cleaned-up') {
      const first = await firstAvailable(signal);
      onMissing(slot, t('the node no longer has blocks before slot {0}', first));
      planner.leaveOut(first);
      // Nearly as many blocks as slots; those under way tell the same of themselves, once.
      if (first > this.#gone) {
        coverage.leave(this.#time(), first - Math.max(slot, this.#gone));
        this.#gone = first;
      }
    }
  }

  /** Blocks before `block` that were replaced or never listed, oldest first. */
  async #ancestors(
    block: SourcedBlock['block'],
    signal: AbortSignal,
  ): Promise<readonly SourcedBlock[]> {
    const { coverage, fetcher } = this.#options;
    const found: SourcedBlock[] = [];
    let child = block;
    while (found.length < ancestorsMaximum) {
      const slot = this.#options.continuity.missingParent(child);
      if (slot === null) break;
      const outcome = await fetcher.fetch(slot, signal);
      const isParent =
        outcome.kind === 'block' && outcome.block.blockhash === child.previousBlockhash;
      if (!isParent) {
        // This node's answers do not fit together: the blocks are taken as they are.
        this.#options.continuity.leftOut(slot);
        break;
      }
      found.unshift({ slot, block: outcome.block });
      child = outcome.block;
    }
    for (const { slot, block: ancestor } of found) {
      coverage.take(ancestor.blockTime ?? this.#time());
      this.#options.continuity.delivered(slot, ancestor);
    }
    return found;
  }

  #time(): number {
    return this.#newestTimeSeconds ?? Math.floor(this.#options.clock.now() / 1_000);
  }
}

/** The promise, whose rejection may wait until somebody asks. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/** Rejects when the planning fails; never resolves. */
function failureOf(planning: Promise<void> | null): Promise<never> {
  return new Promise((_, reject) => {
    planning?.catch(reject);
  });
}
