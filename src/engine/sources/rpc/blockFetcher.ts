import { t } from '@vscode/l10n';
import { backoffDelay } from '../../../http/retry.ts';
import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import { invalidBlockMember } from '../../decode/blockMembers.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { isMissingBlock, RpcError, rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';

export interface FetchedBlock {
  readonly kind: 'block';
  /** Without transactions if `decoded` is set. */
  readonly block: RpcBlock;
  /** Includes the accounts of every swap. */
  readonly decoded?: DecodedBlock;
}

export type SlotOutcome =
  | FetchedBlock
  /** According to the node, the leader did not produce a block. */
  | { readonly kind: 'skipped' }
  /** The block should exist, but the node does not return it in a readable form. */
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'cleaned-up' };

/** A node behind a load balancer may lag some seconds behind the one that listed the slot. */
const notYetAttempts = 10;
const notYetRetryPolicy = {
  initialDelayMilliseconds: 100,
  maximumDelayMilliseconds: 1_000,
} as const;

const skippedCodes: ReadonlySet<number | null> = new Set<number>([
  rpcErrorCodes.slotSkipped,
  rpcErrorCodes.longTermStorageSlotSkipped,
]);

/** Retries temporary failures. Rejects with the signal's reason or an RpcError. */
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

/** `null` if the failure does not concern this slot. */
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

/** `null` if the block does not exist yet. Throws an RpcError that names the invalid member. */
export function checkBlock(slot: number, value: unknown): RpcBlock | null {
  if (value === null) return null;
  const block = value as RpcBlock;
  const problem =
    invalidBlockMember(value) ??
    (block.parentSlot < Math.max(slot, 1)
      ? null
      : t('parentSlot {0} is not before it', block.parentSlot));
  if (problem === null) return block;
  throw new RpcError(
    'unreadable',
    t("The node's response for slot {0} is not a full block: {1}", slot, problem),
  );
}
