import { t } from '@vscode/l10n';
import { type RetryPolicy, retry } from './backoff.ts';
import type { Commitment } from './blockFetcher.ts';
import type { Clock } from './clock.ts';
import type { SlotTimes } from './findSlotAtTime.ts';
import type { RpcClient } from './rpcClient.ts';
import { RpcError, rpcErrorCodes } from './rpcError.ts';

/** Small questions to a node, asked a few times before they fail. */
export class RpcMethods {
  readonly #client: RpcClient;
  readonly #clock: Clock;
  readonly #commitment: Commitment;
  readonly #retryPolicy: RetryPolicy;

  constructor(client: RpcClient, clock: Clock, commitment: Commitment, patience: RetryPolicy) {
    this.#client = client;
    this.#clock = clock;
    this.#commitment = commitment;
    this.#retryPolicy = patience;
  }

  newestSlot(signal: AbortSignal): Promise<number> {
    return this.#callForSlot('getSlot', [{ commitment: this.#commitment }], signal);
  }

  firstAvailableSlot(signal: AbortSignal): Promise<number> {
    return this.#callForSlot('getFirstAvailableBlock', [], signal);
  }

  slotTimes(signal: AbortSignal): SlotTimes {
    return {
      firstBlock: async (from, to) => {
        const params = [from, to, { commitment: this.#commitment }];
        const slots = await this.#call('getBlocks', params, signal);
        const first: unknown = Array.isArray(slots) ? slots[0] : undefined;
        return typeof first === 'number' ? first : null;
      },
      blockTime: async (slot) => {
        const time = await this.#call('getBlockTime', [slot], signal).catch((error: unknown) => {
          const isUnknown =
            RpcError.is(error) &&
            (error.code === rpcErrorCodes.slotSkipped ||
              error.code === rpcErrorCodes.longTermStorageSlotSkipped ||
              error.code === rpcErrorCodes.blockNotAvailable);
          if (isUnknown) return null;
          throw error;
        });
        return typeof time === 'number' ? time : null;
      },
    };
  }

  async #callForSlot(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ): Promise<number> {
    const slot = await this.#call(method, params, signal);
    if (!Number.isSafeInteger(slot)) {
      throw new RpcError('unreadable', t("The node's answer to {0} is no slot", method));
    }
    return Number(slot);
  }

  #call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    return retry(() => this.#client.call(method, params, signal), {
      patience: this.#retryPolicy,
      clock: this.#clock,
      signal,
    });
  }
}
