import { stringifyJson } from '../../api/json.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { LandingChain, SendOptions } from '../../engine/chain/landingChain.ts';
import type { GainLimits } from '../../solana/landing/checkFacts.ts';
import { succeedingTrade } from '../../solana/landing/simulatedOutcome.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import type { LandingEntry, LandingOption } from '../protocol/landingProtocol.ts';

/** Long enough to read a preview, and longer than any blockhash is valid. */
export const planLifetimeMilliseconds = 600_000;
/** Plans of all windows that were shown and not yet sent. */
export const maxPlans = 64;

/** What a plan sends, including the members that are not shown. */
export interface StoredPlan {
  readonly settingsId: string;
  readonly expiresAtMilliseconds: number;
  readonly network: string;
  readonly receiver: string;
  readonly isProtected: boolean;
  /** All options, `frontRunningProtection` included. */
  readonly options: SendOptions;
  readonly transactions: readonly PlannedTransaction[];
  readonly gainLimits: GainLimits;
  readonly auxiliaryChain: LandingChain | undefined;
}

export interface PlannedTransaction {
  readonly bytes: Uint8Array;
  readonly report: TransactionReport;
  /** Ids of earlier submissions with this signature, as shown in the preview. */
  readonly toldEntries: ReadonlySet<string>;
  /** When the result of its simulation arrived; `null`: not simulated. */
  readonly simulatedAtMilliseconds: number | null;
}

/** When the oldest simulation of a trade arrived; `null` if there is none. */
export function oldestTradeMilliseconds({ transactions }: StoredPlan): number | null {
  const times = transactions.flatMap(({ report: { outcome }, simulatedAtMilliseconds: at }) =>
    succeedingTrade(outcome) === null || at === null ? [] : at,
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** Option names that the user cannot set. */
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

/** Entries of the signature, except refused ones. */
export const entriesOfSignature = (
  entries: readonly LandingEntry[],
  signature: string | null,
): LandingEntry[] =>
  entries.filter((entry) => entry.signature === signature && entry.state !== 'refused');
