import type { BotAttempt } from '../decode/arbitrageRecord.ts';

/** Amounts are raw and safe integers. */
export interface ExpectedRecord {
  readonly signature: string;
  readonly kind:
    | 'arbitrage'
    | 'circular-with-loss'
    | 'bot-no-profit'
    | 'failed'
    /** A failure not recognizable as an arbitrage attempt. */
    | 'unmarked-failure'
    | 'swap';
  /** `null` for a success. */
  readonly error: unknown;
  readonly wallet: string;
  readonly bot: { readonly family: string; readonly program: string } | null;
  readonly attempt: BotAttempt | null;
  readonly legs: readonly ExpectedLeg[];
  /** Of a failure: the legs that ran before it, and were undone. */
  readonly undoneLegs: readonly ExpectedLeg[];
  /** Of a failure: its log; `null`: none. */
  readonly log: readonly string[] | null;
  /** Mint -> net amount of the legs, without mints whose amounts cancel out. */
  readonly grossGains: ReadonlyMap<string, number>;
  readonly baseMint: string | null;
  readonly tip: ExpectedTip | null;
  /** Of a failure: undone or, if its program pays it after its swaps, never said. */
  readonly offeredTip: ExpectedTip | null;
  readonly botFee: ExpectedBotFee | null;
  readonly feeLamports: number;
  readonly computeUnits: number;
  readonly computeUnitLimit: number;
  readonly usesDurableNonce: boolean;
}

export interface ExpectedLeg {
  readonly program: string;
  readonly pool: string;
  readonly lookupTable: string;
  readonly inputMint: string;
  readonly inputAmount: number;
  readonly outputMint: string;
  readonly outputAmount: number;
  readonly poolReceived: number;
  readonly poolSent: number;
}

export interface ExpectedTip {
  readonly provider: string;
  readonly recipient: string;
  readonly lamports: number;
  readonly inner: boolean;
}

export interface ExpectedBotFee {
  readonly to: string;
  readonly mint: string;
  readonly amount: number;
}

export const noOutcome = {
  error: null,
  attempt: null,
  legs: [],
  undoneLegs: [],
  log: null,
  grossGains: new Map<string, number>(),
  baseMint: null,
  tip: null,
  offeredTip: null,
  botFee: null,
  usesDurableNonce: false,
} as const;
