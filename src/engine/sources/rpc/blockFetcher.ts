import { t } from '@vscode/l10n';
import { backoffDelay } from '../../../http/retry.ts';
import { missingSlotReason } from '../../chain/blockReader.ts';
import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import { invalidBlockMember } from '../../decode/blockMembers.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { RpcError } from '../../rpc/rpcError.ts';
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
  /** According to the node, the slot has no block. Its ledger may have a gap instead. */
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

/**
 * Retries temporary failures. Rejects with the signal's reason or an RpcError. `isHasty`: a malformed
 * block is not requested again at once.
 */
export async function fetchBlock(
  methods: RpcMethods,
  slot: number,
  signal: AbortSignal,
  threads?: DecodeThreads,
  isHasty = false,
): Promise<SlotOutcome> {
  const { clock } = methods;
  const checked = (value: unknown, decoded: DecodedBlock | null): SlotOutcome | null => {
    if (value === null) return null;
    const reason = malformation(slot, value);
    if (reason === null) {
      return { kind: 'block', block: value as RpcBlock, ...(decoded && { decoded }) };
    }
    if (isHasty) return { kind: 'missing', reason };
    throw new RpcError('unreadable', reason);
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
      return { kind: 'missing', reason: missingSlotReason(slot) };
    }
    await clock.delay(backoffDelay(failures, notYetRetryPolicy, clock), signal);
  }
}

/** `null` if the failure does not concern this slot. */
function outcomeOf(error: RpcError): SlotOutcome | 'not-yet' | null {
  switch (error.kind) {
    case 'slot-skipped':
      return { kind: 'skipped' };
    case 'block-not-yet':
      return 'not-yet';
    case 'block-cleaned-up':
      return { kind: 'cleaned-up' };
    case 'unreadable':
    case 'unsupported-version':
    case 'unknown':
      return { kind: 'missing', reason: error.message };
    default:
      return null;
  }
}

/** `null` if the block does not exist yet. Throws an RpcError that names the invalid member. */
export function checkBlock(slot: number, value: unknown): RpcBlock | null {
  if (value === null) return null;
  const reason = malformation(slot, value);
  if (reason === null) return value as RpcBlock;
  throw new RpcError('unreadable', reason);
}

/** Names the invalid member; `null` for a full block. */
function malformation(slot: number, value: unknown): string | null {
  const problem = invalidBlockMember(value) ?? parentProblem(slot, value as RpcBlock);
  return problem === null
    ? null
    : t("The node's response for slot {0} is not a full block: {1}", slot, problem);
}

const parentProblem = (slot: number, { parentSlot }: RpcBlock): string | null =>
  parentSlot < Math.max(slot, 1) ? null : t('parentSlot {0} is not before it', parentSlot);
