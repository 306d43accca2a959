import * as is from '../guards.ts';
import { linkRequests } from './links.ts';
import { maxComparedWallets } from './walletChoices.ts';
import type { WalletCompetitionContent } from './walletCompetition.ts';

const address = is.string(100);
export const isWalletState = is.object({
  /** The panel's wallet, then the compared ones. */
  wallets: is.array(address, maxComparedWallets),
  windowSeconds: is.number,
});
export type WalletState = is.Guarded<typeof isWalletState>;

export interface WalletFigures {
  /** Null: not ranked, or the connection has no ranking. */
  readonly rank: number | null;
  /** Share of the net gains of all wallets; null if not meaningful. */
  readonly share: number | null;
  readonly netGainsUsd: number;
  readonly netGainsSol: number;
  readonly grossGainsUsd: number | null;
  readonly success: number;
  readonly failed: number;
  /** Lamports, because messages cannot contain a `bigint`; null: not provided by this connection. */
  readonly tips: string | null;
  readonly fees: string | null;
  readonly bot: string | null;
}

export interface WalletPoint {
  readonly atMilliseconds: number;
  /** Whether a block of the interval is indexed; otherwise its figures are unknown. */
  readonly isKnown: boolean;
  readonly success: number;
  readonly failed: number;
  readonly netGainsUsd: number;
}

export interface WalletRollup {
  readonly address: string;
  readonly name: string;
  readonly transactions: number;
  readonly grossGainsUsd: number;
  readonly netGainsUsd: number;
}

export interface ProviderTips {
  readonly provider: string;
  readonly sample: number;
  /** Lamports, in the order of `percentileKeys`; null: no value. */
  readonly values: readonly (number | null)[];
}

export interface PanelWallet {
  readonly address: string;
  /** Name of a tracked wallet, otherwise the short address. */
  readonly label: string;
  readonly isTracked: boolean;
  /** Null: no transactions in the window. */
  readonly figures: WalletFigures | null;
  /** Empty if the connection has no history. */
  readonly history: readonly WalletPoint[];
  readonly tips: readonly ProviderTips[];
  readonly tokens: readonly WalletRollup[];
  readonly amms: readonly WalletRollup[];
}

export const walletOutcomes = ['gain', 'loss', 'unknown', 'failed', 'no-swap'] as const;

export interface WalletPanelTransaction {
  readonly signature: string;
  readonly wallet: string;
  readonly outcome: (typeof walletOutcomes)[number];
  /** Null: not known. */
  readonly atMilliseconds: number | null;
  readonly netGainsUsd: number | null;
  readonly netGainsSol: number | null;
  /** Symbols in route order; empty without a route. */
  readonly route: string;
  readonly provider: string;
  /** Lamports; null: not provided by this connection. */
  readonly tips: string | null;
  readonly computeUnits: number | null;
}

export interface WalletContent {
  /** The panel's wallet, then the compared ones. */
  readonly wallets: readonly PanelWallet[];
  readonly windowSeconds: number;
  /** Start of what is stored; null: unknown. */
  readonly storedFromMilliseconds: number | null;
  /** Ranks and figures count since then, if that is later than the window begins; null: it is not. */
  readonly figuresFromMilliseconds: number | null;
  /** Number of ranked wallets; null without a ranking. */
  readonly walletsTotal: number | null;
  readonly intervalSeconds: number;
  readonly marketTips: readonly ProviderTips[];
  readonly transactions: readonly WalletPanelTransaction[];
  /** Indexed share of the last day's blocks; null: unknown. */
  readonly coverage: number | null;
  /** End of the window: the newest block. */
  readonly nowMilliseconds: number;
  readonly source: string;
  readonly isSimulated: boolean;
  /** Whether the connection supports ranking, history and routes. */
  readonly isOffered: boolean;
  readonly faults: readonly string[];
  /** Of the panel's wallet; null: not loaded. */
  readonly competition: WalletCompetitionContent | null;
}

const isWalletRequest = is.union(
  ...linkRequests,
  is.object({ type: is.oneOf('window'), seconds: is.number }),
  is.object({ type: is.oneOf('compare') }),
  is.object({ type: is.oneOf('leave-out'), wallet: address }),
  /** Shows arbitrages of the page's wallets over an AMM. */
  is.object({ type: is.oneOf('show-arbitrages'), amm: address }),
  is.object({
    type: is.oneOf('load-competition'),
    windowSeconds: is.number,
    limit: is.number,
  }),
  /** Opens the transaction at its competition. */
  is.object({ type: is.oneOf('open-competition'), signature: address }),
);
export type WalletRequest = is.Guarded<typeof isWalletRequest>;

export const parseWalletRequest = is.parserOf(isWalletRequest);
