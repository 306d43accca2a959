import { t } from '@vscode/l10n';
import { backoffDelay } from '../../../http/retry.ts';
import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { isMissingBlock, RpcError, rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';

export interface FetchedBlock {
  readonly kind: 'block';
  /** Without its transactions where `decoded` is given. */
  readonly block: RpcBlock;
  /** With the accounts of every swap. */
  readonly decoded?: DecodedBlock;
}

export type SlotOutcome =
  | FetchedBlock
  /** This node says that its leader produced no block. */
  | { readonly kind: 'skipped' }
  /** There should be a block, but the node does not give it in a form that can be read. */
  | { readonly kind: 'missing'; readonly reason: string }
  /** Older than what the node keeps. */
  | { readonly kind: 'cleaned-up' };

/** A node behind a balancer may be some seconds behind the one that listed the slot. */
const notYetAttempts = 10;
const notYetRetryPolicy = {
  initialDelayMilliseconds: 100,
  maximumDelayMilliseconds: 1_000,
} as const;

const skippedCodes: ReadonlySet<number | null> = new Set<number>([
  rpcErrorCodes.slotSkipped,
  rpcErrorCodes.longTermStorageSlotSkipped,
]);

/**
 * Fetches one block and waits out what passes. With `threads` it is decoded there. Rejects with the
 * signal's reason or an RpcError.
 */
export async function fetchBlock(
  methods: RpcMethods,
  slot: number,
  signal: AbortSignal,
  threads?: DecodeThreads,
): Promise<SlotOutcome> {
  const { clock } = methods;
  const checked = (value: unknown, decoded: DecodedBlock | null): FetchedBlock | null => {
    const block = checkBlock(slot, value);
    if (block === null) return null;
    return { kind: 'block', block, ...(decoded && { decoded }) };
  };
  for (let failures = 1; ; failures++) {
    try {
      const fetched = await methods.block(slot, checked, signal, threads);
      if (fetched !== null) return fetched;
    } catch (error) {
      const outcome = RpcError.is(error) ? outcomeOf(error) : null;
      if (outcome === null) throw error;
      if (outcome !== 'not-yet') return outcome;
    }
    if (failures >= notYetAttempts) {
      return { kind: 'missing', reason: t('the node does not have slot {0}', slot) };
    }
    await clock.delay(backoffDelay(failures, notYetRetryPolicy, clock), signal);
  }
}

/** `null` where the failure is not about this slot. */
function outcomeOf(error: RpcError): SlotOutcome | 'not-yet' | null {
  const { kind, code, message } = error;
  if (kind === 'unreadable') return { kind: 'missing', reason: message };
  if (kind !== 'node-error') return null;
  if (skippedCodes.has(code)) return { kind: 'skipped' };
  if (isMissingBlock(error)) return 'not-yet';
  if (code === rpcErrorCodes.blockCleanedUp) return { kind: 'cleaned-up' };
  if (code === rpcErrorCodes.unsupportedTransactionVersion)
    return { kind: 'missing', reason: message };
  return null;
}

/** `null` for a block that is not there yet. */
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
    throw new RpcError(
      'unreadable',
      t("The node's response for slot {0} is not a full block", slot),
    );
  }
  return value as RpcBlock;
}
