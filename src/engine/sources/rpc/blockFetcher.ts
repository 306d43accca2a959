import { t } from '@vscode/l10n';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import { backoffDelay, type RetryListener, type RetryPolicy, retry } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { RpcClient } from './rpcClient.ts';
import { RpcError, rpcErrorCodes } from './rpcError.ts';

/** A block below `finalized` may still be replaced; below `confirmed` the node gives none. */
export type Commitment = 'confirmed' | 'finalized';

/** What became of a slot. */
export type SlotOutcome =
  | { readonly kind: 'block'; readonly block: RpcBlock }
  /** Its leader produced no block. */
  | { readonly kind: 'skipped' }
  /** There should be a block, but the node does not give it in a form that can be read. */
  | { readonly kind: 'missing'; readonly reason: string }
  /** Older than what the node keeps. */
  | { readonly kind: 'cleaned-up' };

export interface BlockFetcherOptions {
  readonly client: RpcClient;
  readonly clock: Clock;
  readonly commitment: Commitment;
  readonly retryPolicy: RetryPolicy;
  readonly retryListener: RetryListener;
}

/** A node behind a balancer may be some seconds behind the one that named the slot. */
const notYetAttempts = 24;
const notYetRetryPolicy = {
  initialDelayMilliseconds: 100,
  maximumDelayMilliseconds: 1_000,
} as const;

const notYetCodes: ReadonlySet<number | null> = new Set<number>([
  rpcErrorCodes.blockNotAvailable,
  rpcErrorCodes.blockStatusNotYetAvailable,
]);
const skippedCodes: ReadonlySet<number | null> = new Set<number>([
  rpcErrorCodes.slotSkipped,
  rpcErrorCodes.longTermStorageSlotSkipped,
]);

/** Fetches single blocks, and waits out everything that passes. */
export class BlockFetcher {
  readonly #options: BlockFetcherOptions;

  constructor(options: BlockFetcherOptions) {
    this.#options = options;
  }

  /** Rejects with the signal's reason, or with an RpcFailure that only the user can mend. */
  async fetch(slot: number, signal: AbortSignal): Promise<SlotOutcome> {
    const { clock, retryPolicy } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        const block = await this.#getBlock(slot, signal);
        if (block !== null) return { kind: 'block', block };
      } catch (error) {
        const outcome = RpcError.is(error) ? outcomeOf(error) : null;
        if (outcome === null) throw error;
        if (outcome !== 'not-yet') return outcome;
      }
      if (attempt + 1 >= notYetAttempts) {
        return { kind: 'missing', reason: t('the node does not have the block of slot {0}', slot) };
      }
      const wait = backoffDelay(attempt, { ...retryPolicy, ...notYetRetryPolicy }, clock);
      await clock.delay(wait, signal);
    }
  }

  /** `null` for a block that is not there yet. */
  #getBlock(slot: number, signal: AbortSignal): Promise<RpcBlock | null> {
    const { client, clock, commitment, retryPolicy, retryListener } = this.#options;
    const configuration = {
      encoding: 'base64',
      transactionDetails: 'full',
      rewards: false,
      maxSupportedTransactionVersion: 1,
      commitment,
    };
    return retry(
      async () => checkBlock(slot, await client.call('getBlock', [slot, configuration], signal)),
      { patience: retryPolicy, clock, signal, trouble: retryListener },
    );
  }
}

/** `null` where the failure is not about this slot. */
function outcomeOf({ kind, code, message }: RpcError): SlotOutcome | 'not-yet' | null {
  if (kind === 'unreadable') return { kind: 'missing', reason: message };
  if (kind !== 'node-error') return null;
  if (notYetCodes.has(code)) return 'not-yet';
  if (skippedCodes.has(code)) return { kind: 'skipped' };
  if (code === rpcErrorCodes.blockCleanedUp) return { kind: 'cleaned-up' };
  if (code === rpcErrorCodes.unsupportedTransactionVersion)
    return { kind: 'missing', reason: message };
  return null;
}

function checkBlock(slot: number, value: unknown): RpcBlock | null {
  if (value === null) return null;
  const block = value as Partial<Record<keyof RpcBlock, unknown>>;
  const isBlock =
    typeof value === 'object' &&
    Array.isArray(block.transactions) &&
    typeof block.blockhash === 'string' &&
    typeof block.previousBlockhash === 'string' &&
    Number.isSafeInteger(block.parentSlot) &&
    Number(block.parentSlot) < Math.max(slot, 1) &&
    (block.blockTime === null ||
      block.blockTime === undefined ||
      Number.isSafeInteger(block.blockTime));
  if (!isBlock) {
    throw new RpcError('unreadable', t("The node's answer for slot {0} is no whole block", slot));
  }
  return value as RpcBlock;
}
