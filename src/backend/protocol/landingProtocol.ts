import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type {
  AuxiliaryNodeSchema,
  LandSchema,
  PrepareLandingSchema,
} from '../requests/requestSchemas.ts';

/**
 * Messages between windows and the backend about landing; part of the channel of
 * `channelProtocol.ts`. `prepareLanding` creates an immutable plan in the backend. `land` takes
 * only the plan's id, so exactly what the plan shows is sent, once.
 */
export const landingMethods = {
  prepareLanding: 'prepareLanding',
  /** `Finding[]`: warnings about a plan that need confirmation in addition to its own. */
  checkLandingPlan: 'checkLandingPlan',
  land: 'land',
  landings: 'landings',
  forgetLandings: 'forgetLandings',
  latestBlockhash: 'latestBlockhash',
  airdrop: 'airdrop',
  /** Notification to every window: a new or changed `LandingEntry`. */
  landing: 'landing',
} as const;

export type AuxiliaryNode = RequestOf<typeof AuxiliaryNodeSchema>;
export type PrepareLandingRequest = RequestOf<typeof PrepareLandingSchema>;
export type LandRequest = RequestOf<typeof LandSchema>;

/** Recent market tips of a provider, lamports; nearest rank. */
export interface ProviderTipPercentiles {
  readonly provider: string;
  readonly windowSeconds: number;
  readonly transactions: number;
  readonly p25: bigint;
  readonly p50: bigint;
  readonly p75: bigint;
  readonly p95: bigint;
}

/** An option sent with a transaction, both as sanitized text. */
export interface LandingOption {
  readonly name: string;
  readonly value: string;
}

/** A plan as shown: preview and confirmation show exactly this, and `land` sends it by its id. */
export interface LandingPlan {
  /** Valid for one `land` within `planLifetimeMilliseconds`. */
  readonly id: string;
  /** For display: `Sandbox`, a cluster, or the service's origin. */
  readonly network: string;
  /** Origin that gets the transactions: the landing URL's, the node's or its block engine's. */
  readonly receiver: string;
  /** Origin of the node that was queried and ran the simulation; `null` if there was none. */
  readonly queriedOrigin: string | null;
  readonly kind: 'sandbox' | 'node' | 'service';
  readonly frontRunningProtection: boolean;
  /** `true`, or why protection is unavailable. */
  readonly protection: true | string;
  readonly options: readonly LandingOption[];
  /** One report per transaction, in sending order. */
  readonly reports: readonly TransactionReport[];
  /** Market tips of the tipped providers, if the connection knows them. */
  readonly tipMarkets: readonly ProviderTipPercentiles[];
}

export interface LandResponse {
  /** Entries of the submissions that were begun; a refused one is the last. */
  readonly entries: readonly LandingEntry[];
  /** Why the next transaction was not begun; `null` if there was no error. */
  readonly notSent: string | null;
}

/**
 * - `sending`: the request is in flight;
 * - `accepted`: by the service or node, which does not imply that it is on the chain;
 * - `seen`: on the chain, not yet confirmed;
 * - `landed`: confirmed on the chain;
 * - `failed`: on the chain with an error; the fee was charged;
 * - `refused`: not accepted;
 * - `expired`: not seen, and its blockhash is no longer valid, checked twice;
 * - `unknown`: the outcome cannot be determined, or no longer.
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

/** One submission in the journal, which survives restarts. Never a transaction that can still land. */
export interface LandingEntry {
  readonly id: string;
  readonly signature: string;
  /** Chosen by the service; empty if it sent none. */
  readonly uuid: string;
  readonly network: string;
  /** Origin that got it, or the Sandbox's name. */
  readonly host: string;
  readonly kind: 'sandbox' | 'node' | 'service';
  /** Id of the landing target; stable across restarts, reveals no settings. */
  readonly place: string;
  readonly feePayer: string;
  readonly frontRunningProtection: boolean;
  readonly state: LandingState;
  readonly isSettled: boolean;
  /** The service's message, the chain's error, or why the state is unknown. */
  readonly message: string;
  /** A serious warning to show prominently; `null` if there is none. */
  readonly alarm: string | null;
  readonly confirmation: 'processed' | 'confirmed' | 'finalized' | null;
  readonly submittedAtMilliseconds: number;
  /** Time from sending to the response. */
  readonly acceptMilliseconds: number | null;
  readonly submittedSlot: number | null;
  readonly landedSlot: number | null;
  /**
   * Time from sending to when it was seen on the chain, polling included. `null`: not seen, or not
   * polled for too long before; absent in entries of older versions.
   */
  readonly landMilliseconds?: number | null;
  readonly feeLamports: bigint;
  readonly tips: readonly { readonly provider: string; readonly lamports: bigint }[];
  /** Recent blockhash of the transaction; `null` for a durable nonce. */
  readonly blockhash: string | null;
  readonly sha256: string;
  readonly messageSha256: string;
  /**
   * Base64, only of an expired one: its competition needs the bytes, which no chain has, and none accepts
   * any more. Absent in entries of older versions, and if the backend was restarted before it expired.
   */
  readonly transaction?: string;
}

/** Why the landing journal is unusable, which blocks landing. */
export interface JournalProblem {
  readonly path: string;
  readonly reason: string;
}

export interface LatestBlockhashResponse {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

export interface AirdropResponse {
  readonly lamports: bigint;
}
