import { stringifyJson } from '../../api/json.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { LandingChain, SendOptions } from '../../engine/chain/landingChain.ts';
import type { GainLimits } from '../../solana/landing/checkFacts.ts';
import { succeedingTrade } from '../../solana/landing/simulatedOutcome.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import type { LandingEntry, LandingOption } from '../protocol/landingProtocol.ts';

/** Nobody who reads a preview needs longer; no blockhash lives as long. */
export const planLifetimeMilliseconds = 600_000;
/** Shown and not yet sent, of all windows. */
export const maxPlans = 64;

/** What a plan sends, beside what of it is shown. */
export interface StoredPlan {
  /** Of the connection that it was made for. */
  readonly settingsId: string;
  readonly expiresAtMilliseconds: number;
  readonly network: string;
  readonly receiver: string;
  readonly isProtected: boolean;
  /** All of them, `frontRunningProtection` included. */
  readonly options: SendOptions;
  readonly transactions: readonly PlannedTransaction[];
  readonly gainLimits: GainLimits;
  /** Is asked about the chain where the connection cannot be. */
  readonly auxiliaryChain: LandingChain | undefined;
}

export interface PlannedTransaction {
  readonly bytes: Uint8Array;
  readonly report: TransactionReport;
  /** Ids of earlier landings of this signature, which the preview shows. */
  readonly toldEntries: ReadonlySet<string>;
}

/** Slot of the oldest simulation of a trade; `null` without one, or of unknown slot. */
export function oldestTradeSlot({ transactions }: StoredPlan): number | null {
  const slots = transactions.flatMap(({ report: { outcome, simulation } }) =>
    succeedingTrade(outcome) === null || simulation?.slot == null ? [] : simulation.slot,
  );
  return slots.length === 0 ? null : Math.min(...slots);
}

/** Names that the user's further options may not take. */
const reservedOptions: ReadonlySet<string> = new Set(['frontRunningProtection', 'encoding']);

export const passedOptions = (options: Readonly<Record<string, unknown>> = {}): SendOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !reservedOptions.has(name)));

const maxNameCharacters = 60;
const maxValueCharacters = 200;

export const describeOptions = (options: SendOptions): LandingOption[] =>
  Object.entries(options).map(([name, value]) => ({
    name: sanitizeText(name, maxNameCharacters),
    value: sanitizeText(
      typeof value === 'string' ? value : stringifyJson(value),
      maxValueCharacters,
    ),
  }));

/** Those of a signature that may have been taken. */
export const entriesOfSignature = (
  entries: readonly LandingEntry[],
  signature: string | null,
): LandingEntry[] =>
  entries.filter((entry) => entry.signature === signature && entry.state !== 'refused');
