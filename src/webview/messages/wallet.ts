import * as is from '../guards.ts';

const address = is.string(100);
const displayString = is.string(2_000);
/** Number of distinguishable lines, swatches and columns. */
export const maxComparedWallets = 4;
const maxPoints = 400;
const maxRollups = 60;
const maxProviders = 60;
const maxTransactions = 200;

export const walletWindowsSeconds = [3_600, 21_600, 86_400] as const;

export const isWalletState = is.object({
  /** The panel's wallet, then the compared ones. */
  wallets: is.array(address, maxComparedWallets),
  windowSeconds: is.number,
});
export type WalletState = is.Guarded<typeof isWalletState>;

const isFigures = is.object({
  /** Null: not ranked, or the connection has no ranking. */
  rank: is.nullable(is.number),
  /** Share of the net gains of all wallets; null if not meaningful. */
  share: is.nullable(is.number),
  netGainsUsd: is.number,
  netGainsSol: is.number,
  grossGainsUsd: is.nullable(is.number),
  success: is.number,
  failed: is.number,
  /** Lamports; null: not provided by this connection. */
  tips: is.nullable(is.rawAmount),
  fees: is.nullable(is.rawAmount),
  bot: is.nullable(displayString),
});
export type WalletFigures = is.Guarded<typeof isFigures>;

const isPoint = is.object({
  atMilliseconds: is.number,
  /** Whether a block of the interval is indexed; otherwise its figures are unknown. */
  isKnown: is.boolean,
  success: is.number,
  failed: is.number,
  netGainsUsd: is.number,
});
export type WalletPoint = is.Guarded<typeof isPoint>;

const isRollup = is.object({
  address,
  name: displayString,
  transactions: is.number,
  grossGainsUsd: is.number,
  netGainsUsd: is.number,
});
export type WalletRollup = is.Guarded<typeof isRollup>;

const isTips = is.object({
  provider: displayString,
  sample: is.number,
  /** Lamports, in the order of `percentileKeys`; null: no value. */
  values: is.array(is.nullable(is.number), 12),
});
export type ProviderTips = is.Guarded<typeof isTips>;

const isWallet = is.object({
  address,
  /** Name of a tracked wallet, otherwise the short address. */
  label: displayString,
  isTracked: is.boolean,
  /** Null: no transactions in the window. */
  figures: is.nullable(isFigures),
  /** Empty if the connection has no history. */
  history: is.array(isPoint, maxPoints),
  tips: is.array(isTips, maxProviders),
  tokens: is.array(isRollup, maxRollups),
  amms: is.array(isRollup, maxRollups),
});
export type PanelWallet = is.Guarded<typeof isWallet>;

export const walletOutcomes = ['gain', 'loss', 'unknown', 'failed', 'no-swap'] as const;

const isTransaction = is.object({
  signature: address,
  wallet: address,
  outcome: is.oneOf(...walletOutcomes),
  /** Null: not known. */
  atMilliseconds: is.nullable(is.number),
  netGainsUsd: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  /** Symbols in route order; empty without a route. */
  route: displayString,
  provider: displayString,
  /** Lamports; null: not provided by this connection. */
  tips: is.nullable(is.rawAmount),
  computeUnits: is.nullable(is.number),
});
export type WalletPanelTransaction = is.Guarded<typeof isTransaction>;

export const isWalletContent = is.object({
  wallets: is.array(isWallet, maxComparedWallets),
  windowSeconds: is.number,
  /** Number of ranked wallets; null without a ranking. */
  walletsTotal: is.nullable(is.number),
  intervalSeconds: is.number,
  marketTips: is.array(isTips, maxProviders),
  transactions: is.array(isTransaction, maxTransactions),
  /** Indexed share of the last day's blocks; null: unknown. */
  coverage: is.nullable(is.number),
  /** End of the window: the newest block. */
  nowMilliseconds: is.number,
  source: displayString,
  isSimulated: is.boolean,
  /** Whether the connection supports ranking, history and routes. */
  isOffered: is.boolean,
  faults: is.array(displayString, 20),
});
export type WalletContent = is.Guarded<typeof isWalletContent>;

const isWalletRequest = is.union(
  is.object({ type: is.oneOf('window'), seconds: is.number }),
  is.object({ type: is.oneOf('compare') }),
  is.object({ type: is.oneOf('leave-out'), wallet: address }),
  is.object({ type: is.oneOf('track'), wallet: address }),
  is.object({ type: is.oneOf('open-wallet'), wallet: address }),
  is.object({ type: is.oneOf('open-token'), mint: address }),
  /** Shows arbitrages of the page's wallets over an AMM. */
  is.object({ type: is.oneOf('show-arbitrages'), amm: address }),
  is.object({ type: is.oneOf('open-transaction'), signature: address }),
  is.object({ type: is.oneOf('open-explorer'), id: address }),
);
export type WalletRequest = is.Guarded<typeof isWalletRequest>;

export const parseWalletRequest = is.parserOf(isWalletRequest);
