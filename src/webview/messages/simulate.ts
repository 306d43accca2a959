import * as is from '../guards.ts';
import { isTransactionContent } from './transaction.ts';

const address = is.string(100);
const displayString = is.string(2_000);
/** The limit of a block engine's bundle. */
export const maxSimulatedTransactions = 5;
export const maxSimulationRuns = 20;
const maxEntries = 2_000;
const base64 = is.string(25_000);

/** Used to find the transaction again. */
const isSource = is.object({
  /** `src/bot.ts:41`, or another origin such as the clipboard or typed text. */
  label: displayString,
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

const isCall = is.object({
  instruction: is.number,
  depth: is.number,
  /** Name of the program, or its short address. */
  program: displayString,
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
  /** Localized advice; empty: none. */
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
  /** Compute unit limit: current and sufficient value. */
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
    /** Gain before the tip, that is the highest tip without a loss, in lamports; null: unknown. */
    breakEven: is.nullable(is.rawAmount),
    /** Null: no sample for this provider. */
    market: is.nullable(isMarketTips),
    /** Why the sample failed to load; empty: no failure. */
    fault: displayString,
  }),
  /** Bytes, and their cost in the block's limit. */
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
  /** 1-based. */
  number: is.number,
  atMilliseconds: is.number,
  /** Null: not returned by the node. */
  slot: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  computeUnits: is.nullable(is.number),
  isSuccess: is.boolean,
  /** Name or text of the error; empty on success. */
  error: displayString,
  /** Code, program and leg; empty on success. */
  errorDetail: displayString,
});
export type SimulationRun = is.Guarded<typeof isRun>;

const isTransaction = is.object({
  isSuccess: is.boolean,
  isComplete: is.boolean,
  /** Members that the node did not return. */
  missing: is.array(displayString, 50),
  signing: is.oneOf('signed', 'partly-signed', 'unsigned'),
  sizeBytes: is.number,
  sizeLimitBytes: is.number,
  /** In the format of a landed transaction; null: it could not be decoded. */
  record: is.nullable(isTransactionContent),
  /** Why it is not an arbitrage; empty for an arbitrage. */
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
  key: is.string(200),
  slot: is.nullable(is.number),
  connection: displayString,
  network: displayString,
  isSandbox: is.boolean,
  /** They ran in order, each on the state after the one before. */
  isBundle: is.boolean,
  solPriceUsd: is.nullable(is.number),
  source: isSource,
  isOnSave: is.boolean,
  transactions: is.array(isTransaction, maxSimulatedTransactions),
  json: is.string(16_000_000),
});
export type SimulateContent = is.Guarded<typeof isSimulateContent>;

const isSimulateRequest = is.union(
  is.object({ type: is.oneOf('on-save'), isOn: is.boolean }),
  is.object({ type: is.oneOf('open-source') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  is.object({ type: is.oneOf('land') }),
  is.object({ type: is.oneOf('clear-runs') }),
);
export type SimulateRequest = is.Guarded<typeof isSimulateRequest>;

export const parseSimulateRequest = is.parserOf(isSimulateRequest);
