import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type {
  AuxiliaryNodeSchema,
  LandingPlanSchema,
  LandSchema,
  PrepareLandingSchema,
} from '../requests/requestSchemas.ts';

/**
 * What windows and the backend say to each other about landing; part of the channel of
 * `protocol.ts`. `prepareLanding` creates an immutable plan in the backend; `land` takes its id
 * and nothing else: exactly what the plan shows is sent, once.
 */
export const landingMethods = {
  prepareLanding: 'prepareLanding',
  /** `Finding[]`: what a plan must also be confirmed with by now. */
  checkLandingPlan: 'checkLandingPlan',
  land: 'land',
  landings: 'landings',
  forgetLandings: 'forgetLandings',
  latestBlockhash: 'latestBlockhash',
  airdrop: 'airdrop',
  /** Notification to every window: a `LandingEntry` that is new or has changed. */
  landing: 'landing',
} as const;

export type AuxiliaryNode = RequestOf<typeof AuxiliaryNodeSchema>;
export type PrepareLandingRequest = RequestOf<typeof PrepareLandingSchema>;
export type LandingPlanRequest = RequestOf<typeof LandingPlanSchema>;
export type LandRequest = RequestOf<typeof LandSchema>;

/** What the market of late paid a provider in tips, lamports; nearest rank. */
export interface ProviderTipPercentiles {
  readonly provider: string;
  readonly windowSeconds: number;
  readonly transactions: number;
  readonly p25: bigint;
  readonly p50: bigint;
  readonly p75: bigint;
  readonly p95: bigint;
}

/** An option that goes along, both as text that is fit to be shown. */
export interface LandingOption {
  readonly name: string;
  readonly value: string;
}

/** What is sent with its id, and how: preview and confirmation show this and nothing else. */
export interface LandingPlan {
  /** Good for one `land`, for as long as `planLifetimeMilliseconds`. */
  readonly id: string;
  /** Shown to people: `Sandbox`, a cluster, or the service's origin. */
  readonly network: string;
  /** Origin that gets the transactions: the landing URL's, the node's or its block engine's. */
  readonly receiver: string;
  /** Origin of the node that was asked about the chain and simulated them; `null`: none was. */
  readonly queriedOrigin: string | null;
  readonly kind: 'sandbox' | 'node' | 'service';
  readonly frontRunningProtection: boolean;
  /** `true`, or why protection cannot be asked for. */
  readonly protection: true | string;
  readonly options: readonly LandingOption[];
  /** Of the transactions, in the order in which they are sent. */
  readonly reports: readonly TransactionReport[];
  /** Of the providers that are tipped, where the connection tells. */
  readonly tipMarkets: readonly ProviderTipPercentiles[];
}

export interface LandResponse {
  /** Of those that were begun; one that was refused is the last. */
  readonly entries: readonly LandingEntry[];
  /** Why the one after them was not sent, where it was not begun. */
  readonly notSent: string | null;
}

/**
 * - `sending`: on its way;
 * - `accepted`: taken by the service or node, which says nothing of the chain;
 * - `seen`: on the chain, not yet confirmed;
 * - `landed`: confirmed on the chain;
 * - `failed`: on the chain, failed, the fee is lost;
 * - `refused`: not taken;
 * - `expired`: not seen, and it can no longer be taken, checked once more;
 * - `unknown`: nobody can tell (any more).
 */
export const landingStates = [
  'sending',
  'accepted',
  'seen',
  'landed',
  'failed',
  'refused',
  'expired',
  'unknown',
] as const;
export type LandingState = (typeof landingStates)[number];

/** One submission, as it is kept over restarts. Never the transaction itself. */
export interface LandingEntry {
  readonly id: string;
  readonly signature: string;
  /** As the service named it; empty where it did not. */
  readonly uuid: string;
  readonly network: string;
  /** Origin that got it, or the Sandbox's name. */
  readonly host: string;
  readonly kind: 'sandbox' | 'node' | 'service';
  /** Names the connection over restarts, without telling anything of it. */
  readonly place: string;
  readonly feePayer: string;
  readonly frontRunningProtection: boolean;
  readonly state: LandingState;
  /** Nothing more will change by itself. */
  readonly isSettled: boolean;
  /** The service's own words, the chain's error, or what is not known. */
  readonly message: string;
  /** To be shown loudly: what must not happen has happened. */
  readonly alarm: string | null;
  readonly confirmation: 'processed' | 'confirmed' | 'finalized' | null;
  readonly submittedAtMilliseconds: number;
  /** From sending to the answer. */
  readonly acceptMilliseconds: number | null;
  readonly submittedSlot: number | null;
  readonly landedSlot: number | null;
  readonly feeLamports: bigint;
  readonly tips: readonly { readonly provider: string; readonly lamports: bigint }[];
  /** Blockhash that it lives by; `null` for a durable nonce. */
  readonly blockhash: string | null;
  readonly sha256: string;
  readonly messageSha256: string;
}

/** Why the journal of landings cannot be used, so that nothing is sent. */
export interface JournalProblem {
  readonly path: string;
  /** In the words of the operating system. */
  readonly reason: string;
}

export interface LatestBlockhashResponse {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

export interface AirdropResponse {
  /** What the wallet holds now. */
  readonly lamports: bigint;
}
