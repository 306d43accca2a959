/** What the transaction panel and its page say to each other beyond `messages.ts`. */
import * as is from '../guards.ts';

/** By what the panel is opened, and comes back with the window. */
export const isTransactionState = is.object({ signature: is.string(100) });
export type TransactionState = is.Guarded<typeof isTransactionState>;

const address = is.string(100);
const displayString = is.string(2_000);
/** A transaction has at most a few hundred instructions; what a service sends has no bound. */
const maxEntries = 2_000;

const isMint = is.object({
  address,
  /** As the chain or the service has it, by anybody's hand; empty where it is not known. */
  symbol: displayString,
  decimals: is.number,
  priceUsd: is.nullable(is.number),
  priceTimeMilliseconds: is.nullable(is.number),
  /** A well-known symbol that this one is made to look like, its mint being another. */
  looksLike: is.nullable(displayString),
});
export type MintContent = is.Guarded<typeof isMint>;

const isLeg = is.object({
  inputMint: address,
  inputAmount: is.rawAmount,
  outputMint: address,
  outputAmount: is.rawAmount,
  /** Null where the service does not tell. */
  pool: is.nullable(address),
  amm: is.nullable(address),
  /** Empty where the program is not known. */
  ammName: displayString,
});
export type LegContent = is.Guarded<typeof isLeg>;

const mintAmount = { mint: address, amount: is.rawAmount };
const recipients = is.array(address, maxEntries);

const isPayment = is.object({ ...mintAmount, to: recipients });
export type PaymentContent = is.Guarded<typeof isPayment>;

export const isTransactionContent = is.object({
  signature: address,
  wallet: address,
  isSuccess: is.boolean,
  /** As the service names it. */
  type: displayString,
  /** Why it failed, in the chain's words; null: it did not, or the service does not tell. */
  failure: is.nullable(displayString),
  /** Null where the service does not tell. */
  version: is.nullable(address),
  slot: is.number,
  timeMilliseconds: is.nullable(is.number),
  computeUnits: is.number,
  feeLamports: is.rawAmount,
  /** Part of the fee; null where the service does not tell it. */
  priorityFeeLamports: is.nullable(is.rawAmount),
  gains: is.array(is.object(mintAmount), maxEntries),
  tips: is.array(is.object({ ...mintAmount, to: recipients, provider: displayString }), maxEntries),
  /** Null where the service does not tell. */
  botFees: is.nullable(is.array(isPayment, maxEntries)),
  otherPayments: is.nullable(is.array(isPayment, maxEntries)),
  /** Null where the service does not tell; lamports. */
  rentLamports: is.nullable(is.rawAmount),
  /** What the balances changed by beyond all that is told here; null where it is not known. */
  differences: is.nullable(is.array(is.object(mintAmount), maxEntries)),
  legs: is.array(isLeg, maxEntries),
  mints: is.array(isMint, maxEntries),
  bot: is.nullable(is.object({ family: displayString, program: address, name: displayString })),
  netGainsUsd: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  volumeUsd: is.nullable(is.number),
  volumeSol: is.nullable(is.number),
  /** Name of the connection that answered. */
  source: displayString,
  isSimulated: is.boolean,
  /** What else is to be known about where it comes from; empty: nothing. */
  sourceNote: displayString,
  /** The answer as it came, for people. */
  json: is.string(16_000_000),
});
export type TransactionContent = is.Guarded<typeof isTransactionContent>;

const isRelatedKind = is.oneOf('wallet', 'token', 'amm', 'pool');
export type RelatedKind = is.Guarded<typeof isRelatedKind>;

const isTransactionRequest = is.union(
  is.object({ type: is.oneOf('open-document') }),
  /** Shows the transaction, or one of its addresses, in the explorer of the person's choice. */
  is.object({
    type: is.oneOf('open-explorer'),
    what: is.oneOf('transaction', 'address'),
    id: address,
  }),
  /** Shows what Arbscope has of one of its addresses. */
  is.object({ type: is.oneOf('open-related'), kind: isRelatedKind, id: address }),
);
export type TransactionPageRequest = is.Guarded<typeof isTransactionRequest>;

export const parseTransactionRequest = is.parserOf(isTransactionRequest);
