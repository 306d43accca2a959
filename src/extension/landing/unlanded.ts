import type { Unlanded } from '../../backend/protocol/callProtocol.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';

/**
 * Slots from the newest one when it was sent to the first in which it could land. A node reports the newest
 * confirmed slot, while the next one is already being made; the Sandbox makes each in order.
 */
const slotsAhead = { sandbox: 1, node: 2, service: 2 } as const;

/** `null` unless it expired, and its bytes and the slot are known. */
export function unlandedOf(entry: LandingEntry): Unlanded | null {
  const { state, kind, transaction, submittedSlot } = entry;
  if (state !== 'expired' || transaction === undefined || submittedSlot === null) return null;
  return { transaction, slot: submittedSlot + slotsAhead[kind] };
}

/** `null` if no landing on this chain, simulated or real, expired with this signature. */
export function findUnlanded(
  entries: readonly LandingEntry[],
  signature: string,
  isSandbox: boolean,
): Unlanded | null {
  const found = entries
    .filter((entry) => entry.signature === signature && isSandbox === (entry.kind === 'sandbox'))
    .map(unlandedOf);
  return found.find((one) => one !== null) ?? null;
}
