import { t } from '@vscode/l10n';
import type { Commitment } from './blockFetcher.ts';
import type { Clock } from './clock.ts';
import { type Patience, patiently } from './patience.ts';
import type { RpcClient } from './rpcClient.ts';
import { RpcFailure, rpcCodes } from './rpcFailure.ts';
import type { SlotTimes } from './startSlot.ts';

/** Small questions to a node, asked a few times before they fail. */
export class NodeQuestions {
  readonly #client: RpcClient;
  readonly #clock: Clock;
  readonly #commitment: Commitment;
  readonly #patience: Patience;

  constructor(client: RpcClient, clock: Clock, commitment: Commitment, patience: Patience) {
    this.#client = client;
    this.#clock = clock;
    this.#commitment = commitment;
    this.#patience = patience;
  }

  newestSlot(signal: AbortSignal): Promise<number> {
    return this.#slot('getSlot', [{ commitment: this.#commitment }], signal);
  }

  firstAvailableSlot(signal: AbortSignal): Promise<number> {
    return this.#slot('getFirstAvailableBlock', [], signal);
  }

  times(signal: AbortSignal): SlotTimes {
    return {
      firstBlock: async (from, to) => {
        const params = [from, to, { commitment: this.#commitment }];
        const slots = await this.#ask('getBlocks', params, signal);
        const first: unknown = Array.isArray(slots) ? slots[0] : undefined;
        return typeof first === 'number' ? first : null;
      },
      blockTime: async (slot) => {
        const time = await this.#ask('getBlockTime', [slot], signal).catch((error: unknown) => {
          const isUnknown =
            RpcFailure.is(error) &&
            (error.code === rpcCodes.slotSkipped ||
              error.code === rpcCodes.longTermStorageSlotSkipped ||
              error.code === rpcCodes.blockNotAvailable);
          if (isUnknown) return null;
          throw error;
        });
        return typeof time === 'number' ? time : null;
      },
    };
  }

  async #slot(method: string, params: readonly unknown[], signal: AbortSignal): Promise<number> {
    const slot = await this.#ask(method, params, signal);
    if (!Number.isSafeInteger(slot)) {
      throw new RpcFailure('unreadable', t("The node's answer to {0} is no slot", method));
    }
    return Number(slot);
  }

  #ask(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    return patiently(() => this.#client.call(method, params, signal), {
      patience: this.#patience,
      clock: this.#clock,
      signal,
    });
  }
}
