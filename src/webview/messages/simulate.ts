/** The messages between the simulation panel and its page beyond `messages.ts`. */
import * as is from '../guards.ts';
import { isTransactionContent } from './transaction.ts';

const address = is.string(100);
const displayString = is.string(2_000);
/** Of a block engine's bundle. */
export const maxSimulatedTransactions = 5;
export const maxSimulationRuns = 20;
const maxEntries = 2_000;
const base64 = is.string(25_000);

/** Where transactions come from, to find them there again. */
const isSource = is.object({
  /** `src/bot.ts:41`, or the name of another place: the clipboard, typed text. */
  label: displayString,
  /** Of the file; null: no file. */
  uri: is.nullable(is.string(4_000)),
  /** Of the text, from 0; null: the file as a whole, or no file. */
  line: is.nullable(is.number),
  /** What the text is assigned to; null: nothing that is recognized. */
  variable: is.nullable(is.string(200)),
  /** Position among the serialized transactions of the file. */
  ordinal: is.number,
});
export type SimulationSource = is.Guarded<typeof isSource>;

/** By what the panel is opened, and comes back with the window. */
export const isSimulateState = is.object({
  /** Panels of one key are one panel, and their runs are compared. */
  key: is.string(200),
  /** Base64. */
  transactions: is.array(base64, maxSimulatedTransactions),
  source: isSource,
  isOnSave: is.boolean,
});
export type SimulateState = is.Guarded<typeof isSimulateState>;

const isCall = is.object({
  instruction: is.number,
  depth: is.number,
  /** Name of the program, or its short address. */
  program: displayString,
  /** Empty: unknown. */
  name: displayString,
  computeUnits: is.nullable(is.number),
  ownComputeUnits: is.nullable(is.number),
  state: is.oneOf('success', 'failed', 'unfinished'),
  logFrom: is.number,
  logTo: is.number,
});
export type SimulationCall = is.Guarded<typeof isCall>;

const isError = is.object({
  text: displayString,
  instruction: is.nullable(is.number),
  /** Name of the program, or its short address; empty: none. */
  program: displayString,
  code: is.nullable(is.number),
  name: displayString,
  message: displayString,
  /** What to do, in the language of the window; empty: nothing known. */
  advice: displayString,
  leg: is.nullable(is.number),
});
export type SimulationFailure = is.Guarded<typeof isError>;

const isBalance = is.object({
  account: address,
  owner: address,
  /** Null: lamports. */
  mint: is.nullable(address),
  symbol: displayString,
  decimals: is.number,
  before: is.rawAmount,
  after: is.rawAmount,
});
export type SimulatedBalance = is.Guarded<typeof isBalance>;

const isMarketTips = is.object({
  sample: is.number,
  windowSeconds: is.number,
  /** Lamports, in the order of `percentileKeys`. */
  values: is.array(is.nullable(is.number), 12),
});
export type MarketTips = is.Guarded<typeof isMarketTips>;

const isAdvice = is.union(
  /** Compute unit limit: what it is, and what is enough. */
  is.object({
    kind: is.oneOf('unit-limit'),
    limit: is.number,
    /** False: the default for its instructions. */
    isSet: is.boolean,
    used: is.number,
    marginPercent: is.number,
    suggested: is.number,
    /** Lamports, signed; null: the fee does not depend on the limit. */
    feeChange: is.nullable(is.rawAmount),
  }),
  is.object({
    kind: is.oneOf('tip'),
    provider: displayString,
    tip: is.rawAmount,
    /** Lamports before the tip; null: not known. At most this much can be tipped without a loss. */
    breakEven: is.nullable(is.rawAmount),
    /** Null: no sample of this provider. */
    market: is.nullable(isMarketTips),
    /** Why there is no sample, where that is a failure; empty: none. */
    fault: displayString,
  }),
  /** Bytes, and what they cost toward the block's limit. */
  is.object({
    kind: is.oneOf('loaded-data'),
    limit: is.number,
    isSet: is.boolean,
    loaded: is.number,
    suggested: is.number,
    costNow: is.number,
    costSuggested: is.number,
  }),
);
export type Advice = is.Guarded<typeof isAdvice>;

const isRun = is.object({
  /** From 1. */
  number: is.number,
  atMilliseconds: is.number,
  /** Null: the node does not say. */
  slot: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  computeUnits: is.nullable(is.number),
  isSuccess: is.boolean,
  /** Name of the error, or its text; empty for a success. */
  error: displayString,
  /** Code, program and leg; empty for a success. */
  errorDetail: displayString,
});
export type SimulationRun = is.Guarded<typeof isRun>;

const isTransaction = is.object({
  isSuccess: is.boolean,
  isComplete: is.boolean,
  /** What the node did not return. */
  missing: is.array(displayString, 50),
  signing: is.oneOf('signed', 'partly-signed', 'unsigned'),
  sizeBytes: is.number,
  sizeLimitBytes: is.number,
  /** As the transaction panel shows a landed one; null: it could not be read. */
  record: is.nullable(isTransactionContent),
  /** Why it is no arbitrage; empty for one. */
  reason: displayString,
  error: is.nullable(isError),
  computeUnits: is.nullable(is.number),
  computeUnitLimit: is.number,
  baseFee: is.rawAmount,
  priorityFee: is.rawAmount,
  calls: is.array(isCall, maxEntries),
  logs: is.array(is.string(20_000), maxEntries),
  balances: is.array(isBalance, maxEntries),
  advice: is.array(isAdvice, 20),
  runs: is.array(isRun, maxSimulationRuns),
});
export type SimulatedTransactionContent = is.Guarded<typeof isTransaction>;

export const isSimulateContent = is.object({
  /** Of the panel's state. */
  key: is.string(200),
  slot: is.nullable(is.number),
  /** Name of the connection. */
  connection: displayString,
  network: displayString,
  isSandbox: is.boolean,
  /** They ran in order, each on what those before it left. */
  isBundle: is.boolean,
  solPriceUsd: is.nullable(is.number),
  source: isSource,
  isOnSave: is.boolean,
  transactions: is.array(isTransaction, maxSimulatedTransactions),
  /** The response as it came, for people. */
  json: is.string(16_000_000),
});
export type SimulateContent = is.Guarded<typeof isSimulateContent>;

const isSimulateRequest = is.union(
  /** Simulate when the file is saved. */
  is.object({ type: is.oneOf('on-save'), isOn: is.boolean }),
  is.object({ type: is.oneOf('open-source') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  /** The preview of landing what is simulated here. */
  is.object({ type: is.oneOf('land') }),
  is.object({ type: is.oneOf('clear-runs') }),
);
export type SimulateRequest = is.Guarded<typeof isSimulateRequest>;

export const parseSimulateRequest = is.parserOf(isSimulateRequest);
