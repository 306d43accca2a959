import * as is from '../guards.ts';

export const isTransactionState = is.object({ signature: is.string(100) });
export type TransactionState = is.Guarded<typeof isTransactionState>;

const address = is.string(100);
const displayString = is.string(2_000);
/** A transaction has at most a few hundred instructions; responses of services are unbounded. */
const maxEntries = 2_000;

const isMint = is.object({
  address,
  /** Untrusted symbol from the chain or the service; empty: unknown. */
  symbol: displayString,
  decimals: is.number,
  priceUsd: is.nullable(is.number),
  priceTimeMilliseconds: is.nullable(is.number),
  /** Well-known symbol of another mint that this symbol imitates. */
  looksLike: is.nullable(displayString),
});
export type MintContent = is.Guarded<typeof isMint>;

const isLeg = is.object({
  inputMint: address,
  inputAmount: is.rawAmount,
  outputMint: address,
  outputAmount: is.rawAmount,
  /** Null: not provided by the service. */
  pool: is.nullable(address),
  amm: is.nullable(address),
  /** Empty if the program is not known. */
  ammName: displayString,
});
export type LegContent = is.Guarded<typeof isLeg>;

const mintAmount = { mint: address, amount: is.rawAmount };
const recipients = is.array(address, maxEntries);

const isAttempt = is.object({
  pools: is.array(
    is.object({ pool: address, amm: address, ammName: displayString, isUsed: is.boolean }),
    maxEntries,
  ),
  unknownPools: is.number,
  parameters: is.nullable(
    is.object({
      minimumProfit: is.rawAmount,
      baseMint: address,
      computeUnitLimit: is.number,
      noFailure: is.boolean,
      flashLoan: is.boolean,
    }),
  ),
});
export type AttemptContent = is.Guarded<typeof isAttempt>;

const isPayment = is.object({ ...mintAmount, to: recipients });
export type PaymentContent = is.Guarded<typeof isPayment>;

export const isTransactionContent = is.object({
  signature: address,
  wallet: address,
  isSuccess: is.boolean,
  /** Name that the service uses. */
  type: displayString,
  /** Error of the chain; null: success, or not provided by the service. */
  failure: is.nullable(displayString),
  /** Null: not provided by the service. */
  version: is.nullable(address),
  slot: is.number,
  timeMilliseconds: is.nullable(is.number),
  computeUnits: is.nullable(is.number),
  feeLamports: is.rawAmount,
  /** Part of the fee; null: not provided by the service. */
  priorityFeeLamports: is.nullable(is.rawAmount),
  gains: is.array(is.object(mintAmount), maxEntries),
  tips: is.array(is.object({ ...mintAmount, to: recipients, provider: displayString }), maxEntries),
  /** Null: not provided by the service. */
  botFees: is.nullable(is.array(isPayment, maxEntries)),
  otherPayments: is.nullable(is.array(isPayment, maxEntries)),
  /** Lamports; null: not provided by the service. */
  rentLamports: is.nullable(is.rawAmount),
  /** Balance changes that the other members do not explain; null: unknown. */
  differences: is.nullable(is.array(is.object(mintAmount), maxEntries)),
  legs: is.array(isLeg, maxEntries),
  mints: is.array(isMint, maxEntries),
  bot: is.nullable(is.object({ family: displayString, program: address, name: displayString })),
  /** Null: the service does not provide it. */
  attempt: is.nullable(is.union(is.oneOf('unknown'), isAttempt)),
  netGainsUsd: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  volumeUsd: is.nullable(is.number),
  volumeSol: is.nullable(is.number),
  source: displayString,
  isSimulated: is.boolean,
  sourceNote: displayString,
  json: is.string(16_000_000),
});
export type TransactionContent = is.Guarded<typeof isTransactionContent>;

const isRelatedKind = is.oneOf('wallet', 'token', 'amm', 'pool');
export type RelatedKind = is.Guarded<typeof isRelatedKind>;

const isTransactionRequest = is.union(
  is.object({ type: is.oneOf('open-document') }),
  /** Opens the transaction or one of its addresses in an explorer that the user chooses. */
  is.object({
    type: is.oneOf('open-explorer'),
    what: is.oneOf('transaction', 'address'),
    id: address,
  }),
  is.object({ type: is.oneOf('open-related'), kind: isRelatedKind, id: address }),
);
export type TransactionPageRequest = is.Guarded<typeof isTransactionRequest>;

export const parseTransactionRequest = is.parserOf(isTransactionRequest);
