/** What the transaction panel and its page say to each other beyond `messages.ts`. */
import {
  array,
  boolean,
  type Guarded,
  nullable,
  number,
  object,
  oneOf,
  parserOf,
  rawAmount,
  string,
  union,
} from '../guards.ts';

/** By what the panel is opened, and comes back with the window. */
export const isTransactionState = object({ signature: string(100) });
export type TransactionState = Guarded<typeof isTransactionState>;

const address = string(100);
const displayString = string(2_000);
/** A transaction has at most a few hundred instructions; what a service sends has no bound. */
const maxEntries = 2_000;

const isMint = object({
  address,
  /** As the chain or the service has it, by anybody's hand; empty where it is not known. */
  symbol: displayString,
  decimals: number,
  priceUsd: nullable(number),
  priceTimeMilliseconds: nullable(number),
  /** A well-known symbol that this one is made to look like, its mint being another. */
  looksLike: nullable(displayString),
});
export type MintContent = Guarded<typeof isMint>;

const isLeg = object({
  inputMint: address,
  inputAmount: rawAmount,
  outputMint: address,
  outputAmount: rawAmount,
  /** Null where the service does not tell. */
  pool: nullable(address),
  amm: nullable(address),
  /** Empty where the program is not known. */
  ammName: displayString,
});
export type LegContent = Guarded<typeof isLeg>;

const mintAmount = { mint: address, amount: rawAmount };
const recipients = array(address, maxEntries);

const isPayment = object({ ...mintAmount, to: recipients });
export type PaymentContent = Guarded<typeof isPayment>;

export const isTransactionContent = object({
  signature: address,
  wallet: address,
  isSuccess: boolean,
  /** As the service names it. */
  type: displayString,
  /** Why it failed, in the chain's words; null: it did not, or the service does not tell. */
  failure: nullable(displayString),
  slot: number,
  timeMilliseconds: nullable(number),
  computeUnits: number,
  feeLamports: rawAmount,
  /** Part of the fee; null where the service does not tell it. */
  priorityFeeLamports: nullable(rawAmount),
  /** Gross gain per mint. */
  gains: array(object(mintAmount), maxEntries),
  tips: array(object({ ...mintAmount, to: recipients, provider: displayString }), maxEntries),
  /** Null where the service does not tell. */
  botFees: nullable(array(isPayment, maxEntries)),
  otherPayments: nullable(array(isPayment, maxEntries)),
  /** Null where the service does not tell; lamports. */
  rentLamports: nullable(rawAmount),
  /** What the balances changed by beyond all that is told here; null where it is not known. */
  differences: nullable(array(object(mintAmount), maxEntries)),
  legs: array(isLeg, maxEntries),
  mints: array(isMint, maxEntries),
  bot: nullable(object({ family: displayString, program: address, name: displayString })),
  netGainsUsd: nullable(number),
  netGainsSol: nullable(number),
  volumeUsd: nullable(number),
  volumeSol: nullable(number),
  /** Name of the connection that answered. */
  source: displayString,
  isSimulated: boolean,
  /** What else is to be known about where it comes from; empty: nothing. */
  sourceNote: displayString,
  answeredAtMilliseconds: number,
  /** The answer as it came, for people. */
  json: string(16_000_000),
});
export type TransactionContent = Guarded<typeof isTransactionContent>;

const isTransactionRequest = union(
  object({ type: oneOf('open-document') }),
  /** Shows the transaction, or one of its addresses, in the explorer of the person's choice. */
  object({ type: oneOf('open-explorer'), what: oneOf('transaction', 'address'), id: address }),
);
/** What the page may ask for. */
export type TransactionPageRequest = Guarded<typeof isTransactionRequest>;

export const parseTransactionRequest = parserOf(isTransactionRequest);
