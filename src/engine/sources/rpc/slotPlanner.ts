import { t } from '@vscode/l10n';
import { type RetryListener, type RetryPolicy, retry } from './backoff.ts';
import type { Commitment } from './blockFetcher.ts';
import type { Clock } from './clock.ts';
import type { RpcClient } from './rpcClient.ts';
import { RpcError } from './rpcError.ts';

export interface SlotPlannerOptions {
  readonly client: RpcClient;
  readonly clock: Clock;
  readonly commitment: Commitment;
  readonly retryPolicy: RetryPolicy;
  readonly retryListener: RetryListener;
  /** The node is asked for its newest slot this often. */
  readonly pollMilliseconds: number;
}

/** Slots asked for at once; more, up to what nodes allow, where no block is found in them. */
const slotRange = { first: 128, longest: 500_000 } as const;
/** Enough to go on with while the next are asked for. */
const plannedSlotsMinimum = 32;

/** Finds out which slots have a block, in order, without a gap. */
export class SlotPlanner {
  readonly #options: SlotPlannerOptions;
  readonly #planned: number[] = [];
  /** First slot that was not asked for. */
  #from: number;
  #range: number = slotRange.first;
  #tip = 0;
  #tipKnownAt = Number.NEGATIVE_INFINITY;

  constructor(from: number, options: SlotPlannerOptions) {
    this.#from = from;
    this.#options = options;
  }

  /** The node's newest slot; 0 before it was asked. */
  get tip(): number {
    return this.#tip;
  }

  next(): number | undefined {
    return this.#planned.shift();
  }

  get needsSlots(): boolean {
    return this.#planned.length < plannedSlotsMinimum || this.#tipWait() <= 0;
  }

  /** Slots before `first` are gone from the node. */
  discardBefore(first: number): void {
    while (this.#planned[0] !== undefined && this.#planned[0] < first) this.#planned.shift();
    this.#from = Math.max(this.#from, first);
  }

  /** Waits for the next look at the node when all is planned, then plans what there is. */
  async fetchSlots(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const wait = this.#tipWait();
    if (wait > 0 && this.#from > this.#tip) await clock.delay(wait, signal);
    if (this.#tipWait() <= 0) {
      // A node behind a balancer may be behind the one that was asked before.
      this.#tip = Math.max(this.#tip, await this.#call('getSlot', [{}], asSlot, signal));
      this.#tipKnownAt = clock.now();
    }
    if (this.#from > this.#tip || this.#planned.length >= plannedSlotsMinimum) return;
    const to = Math.min(this.#tip, this.#from + this.#range - 1);
    const slots = await this.#call('getBlocks', [this.#from, to, {}], asSlots, signal);
    const found = slots.filter((slot) => slot >= this.#from && slot <= to);
    const last = found.at(-1);
    if (last === undefined) {
      // Either all were skipped, or this node is behind: slots are given up by a later block alone.
      this.#range = Math.min(slotRange.longest, this.#range * 2);
      if (to === this.#tip) this.#tipKnownAt = clock.now();
      return;
    }
    this.#range = slotRange.first;
    this.#planned.push(...found);
    this.#from = last + 1;
  }

  #tipWait(): number {
    const { clock, pollMilliseconds } = this.#options;
    return this.#tipKnownAt + pollMilliseconds - clock.now();
  }

  #call<Result>(
    method: string,
    params: readonly unknown[],
    check: (value: unknown) => Result | null,
    signal: AbortSignal,
  ): Promise<Result> {
    const { client, clock, commitment, retryPolicy, retryListener } = this.#options;
    const withCommitment = [...params.slice(0, -1), { commitment }];
    const ask = async () => {
      const result = check(await client.call(method, withCommitment, signal));
      if (result === null) throw new RpcError('unreadable', t('{0}: not the right answer', method));
      return result;
    };
    return retry(ask, { patience: retryPolicy, clock, signal, trouble: retryListener });
  }
}

const asSlot = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

function asSlots(value: unknown): number[] | null {
  if (!Array.isArray(value) || !value.every((slot) => asSlot(slot) !== null)) return null;
  return [...new Set<number>(value)].sort((first, second) => first - second);
}
