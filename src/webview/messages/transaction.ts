/** What the transaction panel and its page say to each other beyond `messages.ts`. */
import {
  anyOf,
  bool,
  type Guarded,
  list,
  number,
  oneOf,
  orNull,
  rawAmount,
  reader,
  shape,
  text,
} from '../guards.ts';

/** By what the panel is opened, and comes back with the window. */
export const isTransactionState = shape({ signature: text(100) });
export type TransactionState = Guarded<typeof isTransactionState>;

const address = text(100);
const words = text(2_000);
/** A transaction has at most a few hundred instructions; what a service sends has no bound. */
const mostEntries = 2_000;

const isMint = shape({
  address,
  /** As the chain or the service has it, by anybody's hand; empty where it is not known. */
  symbol: words,
  decimals: number,
  priceUsd: orNull(number),
  priceTimeMilliseconds: orNull(number),
  /** A well-known symbol that this one is made to look like, its mint being another. */
  looksLike: orNull(words),
});
export type MintContent = Guarded<typeof isMint>;

const isLeg = shape({
  inputMint: address,
  inputAmount: rawAmount,
  outputMint: address,
  outputAmount: rawAmount,
  /** Null where the service does not tell. */
  pool: orNull(address),
  amm: orNull(address),
  /** Empty where the program is not known. */
  ammName: words,
});
export type LegContent = Guarded<typeof isLeg>;

const amountOfMint = { mint: address, amount: rawAmount };
const recipients = list(address, mostEntries);

const isPayment = shape({ ...amountOfMint, to: recipients });
export type PaymentContent = Guarded<typeof isPayment>;

export const isTransactionContent = shape({
  signature: address,
  wallet: address,
  isSuccess: bool,
  /** As the service names it. */
  type: words,
  /** Why it failed, in the chain's words; null: it did not, or the service does not tell. */
  failure: orNull(words),
  slot: number,
  timeMilliseconds: orNull(number),
  computeUnits: number,
  feeLamports: rawAmount,
  /** Part of the fee; null where the service does not tell it. */
  priorityFeeLamports: orNull(rawAmount),
  /** Gross gain per mint. */
  gains: list(shape(amountOfMint), mostEntries),
  tips: list(shape({ ...amountOfMint, to: recipients, provider: words }), mostEntries),
  /** Null where the service does not tell. */
  botFees: orNull(list(isPayment, mostEntries)),
  otherPayments: orNull(list(isPayment, mostEntries)),
  /** Null where the service does not tell; lamports. */
  rentLamports: orNull(rawAmount),
  /** What the balances changed by beyond all that is told here; null where it is not known. */
  differences: orNull(list(shape(amountOfMint), mostEntries)),
  legs: list(isLeg, mostEntries),
  mints: list(isMint, mostEntries),
  bot: orNull(shape({ family: words, program: address, name: words })),
  netGainsUsd: orNull(number),
  netGainsSol: orNull(number),
  volumeUsd: orNull(number),
  volumeSol: orNull(number),
  /** Name of the connection that answered. */
  source: words,
  isSimulated: bool,
  /** What else is to be known about where it comes from; empty: nothing. */
  sourceNote: words,
  answeredAtMilliseconds: number,
  /** The answer as it came, for people. */
  json: text(16_000_000),
});
export type TransactionContent = Guarded<typeof isTransactionContent>;

const isTransactionRequest = anyOf(
  shape({ type: oneOf('open-document') }),
  /** Shows the transaction, or one of its addresses, in the explorer of the person's choice. */
  shape({ type: oneOf('open-explorer'), what: oneOf('transaction', 'address'), id: address }),
);
/** What the page may ask for. */
export type TransactionRequest = Guarded<typeof isTransactionRequest>;

export const readTransactionRequest = reader(isTransactionRequest);
