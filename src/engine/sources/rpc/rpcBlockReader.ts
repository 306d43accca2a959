import type { Clock } from '../../../http/retry.ts';
import { type BlockReader, missingSlotReason, type ReadBlock } from '../../chain/blockReader.ts';
import type { RpcClient } from '../../rpc/rpcClient.ts';
import { withMarketErrors } from '../../rpc/rpcError.ts';
import { type RetryPolicy, RpcMethods } from '../../rpc/rpcMethods.ts';
import { fetchBlock } from './blockFetcher.ts';
import { findSlotAtTime } from './slotPlanner.ts';

export interface RpcBlockReaderOptions {
  /** A separate client, so that live blocks never wait behind past ones; the reader closes it. */
  readonly client: RpcClient;
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
}

/** More than the range that `findSlotAtTime` leaves. */
const slotsNear = 128;

export class RpcBlockReader implements BlockReader {
  readonly #client: RpcClient;
  readonly #methods: RpcMethods;

  constructor({ client, clock, retryPolicy }: RpcBlockReaderOptions) {
    this.#client = client;
    this.#methods = new RpcMethods({ client, clock, retryPolicy, commitment: 'finalized' });
  }

  newestSlot(signal: AbortSignal): Promise<number> {
    return withMarketErrors(signal, () => this.#methods.newestSlot(signal));
  }

  firstSlot(signal: AbortSignal): Promise<number> {
    return withMarketErrors(signal, () => this.#methods.firstAvailableSlot(signal));
  }

  slotsWithBlock(from: number, to: number, signal: AbortSignal): Promise<readonly number[]> {
    return withMarketErrors(signal, async () =>
      (await this.#methods.slotsWithBlock(from, to, signal)).filter(
        (slot) => slot >= from && slot <= to,
      ),
    );
  }

  slotAtTime(timeSeconds: number, signal: AbortSignal): Promise<number> {
    const methods = this.#methods;
    return withMarketErrors(signal, async () => {
      const tip = await methods.newestSlot(signal);
      const first = await methods.firstAvailableSlot(signal);
      const near = await findSlotAtTime(
        timeSeconds,
        { first, tip, toleranceSeconds: 0 },
        {
          firstBlock: async (low, high) =>
            (await methods.slotsWithBlock(low, high, signal))[0] ?? null,
          blockTime: (slot) => methods.blockTime(slot, signal),
        },
      );
      return await this.#firstAt(timeSeconds, near, signal);
    });
  }

  /** `near`: slightly earlier than the time. */
  async #firstAt(timeSeconds: number, near: number, signal: AbortSignal): Promise<number> {
    const slots = await this.#methods.slotsWithBlock(near, near + slotsNear - 1, signal);
    let [low, high] = [0, slots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const slot = slots[middle] ?? near;
      const time = await this.#methods.blockTime(slot, signal);
      if (time !== null && time < timeSeconds) low = middle + 1;
      else high = middle;
    }
    return slots[low] ?? (slots.at(-1) ?? near - 1) + 1;
  }

  blockTime(slot: number, signal: AbortSignal): Promise<number | null> {
    return withMarketErrors(signal, () => this.#methods.blockTime(slot, signal));
  }

  block(slot: number, signal: AbortSignal): Promise<ReadBlock> {
    return withMarketErrors(signal, async () => {
      const outcome = await fetchBlock(this.#methods, slot, signal);
      if (outcome.kind === 'block') return outcome;
      if (outcome.kind === 'skipped') return { kind: 'none' };
      const reason = outcome.kind === 'missing' ? outcome.reason : missingSlotReason(slot);
      return { kind: 'missing', reason };
    });
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
