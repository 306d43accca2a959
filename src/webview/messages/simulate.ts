import * as is from '../guards.ts';
import type { IdlNames } from './idlNames.ts';
import type { TransactionContent } from './transaction.ts';

/** The limit of a block engine's bundle. */
export const maxSimulatedTransactions = 5;
export const maxSimulationRuns = 20;
const base64 = is.string(25_000);

/** Used to find the transaction again. */
const isSource = is.object({
  /** `src/bot.ts:41`, or another origin such as the clipboard or typed text. */
  label: is.string(2_000),
  /** URI of the file; null: no file. */
  uri: is.nullable(is.string(4_000)),
  /** 0-based line of the text; null: the whole file, or no file. */
  line: is.nullable(is.number),
  /** Variable that the text is assigned to; null: none recognized. */
  variable: is.nullable(is.string(200)),
  /** Position among the serialized transactions of the file. */
  ordinal: is.number,
});
export type SimulationSource = is.Guarded<typeof isSource>;

export const isSimulateState = is.object({
  /** Transactions with the same key share a panel, which compares their runs. */
  key: is.string(200),
  /** Base64. */
  transactions: is.array(base64, maxSimulatedTransactions),
  source: isSource,
  isOnSave: is.boolean,
});
export type SimulateState = is.Guarded<typeof isSimulateState>;

export interface SimulationCall {
  readonly instruction: number;
  readonly depth: number;
  /** Name of the program, or its short address. */
  readonly program: string;
  readonly name: string;
  readonly computeUnits: number | null;
  readonly ownComputeUnits: number | null;
  readonly state: 'success' | 'failed' | 'unfinished';
  readonly logFrom: number;
  readonly logTo: number;
  /** From the IDL of the program; null: there is none. */
  readonly names: IdlNames | null;
  readonly events: readonly IdlNames[];
}

export interface SimulationFailure {
  readonly text: string;
  readonly instruction: number | null;
  /** Name of the program, or its short address; empty: none. */
  readonly program: string;
  readonly code: number | null;
  readonly name: string;
  readonly message: string;
  /** Localized advice; empty: none. */
  readonly advice: string;
  readonly leg: number | null;
  /** Line of the error in the workspace, `src/lib.rs:12`; empty: not there. */
  readonly source: string;
}

export interface SimulatedBalance {
  readonly account: string;
  readonly owner: string;
  /** Null: lamports. */
  readonly mint: string | null;
  readonly symbol: string;
  readonly decimals: number;
  /** Raw, a decimal integer. */
  readonly before: string;
  readonly after: string;
}

export interface MarketTips {
  readonly sample: number;
  readonly windowSeconds: number;
  /** Lamports, in the order of `percentileKeys`. */
  readonly values: readonly (number | null)[];
}

export type Advice = UnitLimitAdvice | TipAdvice | LoadedDataAdvice;

/** Compute unit limit: current and sufficient value. */
interface UnitLimitAdvice {
  readonly kind: 'unit-limit';
  readonly limit: number;
  /** False: the default for its instructions. */
  readonly isSet: boolean;
  readonly used: number;
  readonly marginPercent: number;
  readonly suggested: number;
  /** Lamports, signed; null: the fee does not depend on the limit. */
  readonly feeChange: string | null;
}

interface TipAdvice {
  readonly kind: 'tip';
  readonly provider: string;
  /** Lamports. */
  readonly tip: string;
  /** Gain before the tip, that is the highest tip without a loss, in lamports; null: unknown. */
  readonly breakEven: string | null;
  /** Null: no sample for this provider. */
  readonly market: MarketTips | null;
  /** Why the sample failed to load; empty: no failure. */
  readonly fault: string;
}

/** Bytes, and their cost in the block's limit. */
interface LoadedDataAdvice {
  readonly kind: 'loaded-data';
  readonly limit: number;
  readonly isSet: boolean;
  readonly loaded: number;
  readonly suggested: number;
  readonly costNow: number;
  readonly costSuggested: number;
}

export interface SimulationRun {
  /** 1-based. */
  readonly number: number;
  readonly atMilliseconds: number;
  /** Null: not returned by the node. */
  readonly slot: number | null;
  readonly netGainsSol: number | null;
  readonly computeUnits: number | null;
  readonly isSuccess: boolean;
  /** Name or text of the error; empty on success. */
  readonly error: string;
  /** Code, program and leg; empty on success. */
  readonly errorDetail: string;
}

export interface SimulatedTransactionContent {
  readonly isSuccess: boolean;
  readonly isComplete: boolean;
  /** Members that the node did not return. */
  readonly missing: readonly string[];
  readonly signing: 'signed' | 'partly-signed' | 'unsigned';
  readonly sizeBytes: number;
  readonly sizeLimitBytes: number;
  /** In the format of a landed transaction; null: it could not be decoded. */
  readonly record: TransactionContent | null;
  /** Why it is not an arbitrage; empty for an arbitrage. */
  readonly reason: string;
  readonly error: SimulationFailure | null;
  readonly computeUnits: number | null;
  readonly computeUnitLimit: number;
  /** Lamports, decimal integers. */
  readonly baseFee: string;
  readonly priorityFee: string;
  readonly calls: readonly SimulationCall[];
  readonly logs: readonly string[];
  readonly balances: readonly SimulatedBalance[];
  readonly advice: readonly Advice[];
  readonly runs: readonly SimulationRun[];
}

export interface SimulateContent {
  readonly key: string;
  readonly slot: number | null;
  readonly connection: string;
  readonly network: string;
  readonly isSandbox: boolean;
  /** They ran in order, each on the state after the one before. */
  readonly isBundle: boolean;
  readonly solPriceUsd: number | null;
  readonly source: SimulationSource;
  readonly isOnSave: boolean;
  readonly transactions: readonly SimulatedTransactionContent[];
  readonly json: string;
}

const isSimulateRequest = is.union(
  is.object({ type: is.oneOf('on-save'), isOn: is.boolean }),
  is.object({ type: is.oneOf('open-source') }),
  is.object({ type: is.oneOf('open-error'), source: is.string(2_000) }),
  is.object({ type: is.oneOf('open-percentiles') }),
  is.object({ type: is.oneOf('open-pool'), pool: is.string(100) }),
  is.object({ type: is.oneOf('land') }),
  is.object({ type: is.oneOf('clear-runs') }),
);
export type SimulateRequest = is.Guarded<typeof isSimulateRequest>;

export const parseSimulateRequest = is.parserOf(isSimulateRequest);
