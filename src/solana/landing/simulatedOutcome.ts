import { t } from '@vscode/l10n';
import type { TransactionType } from '../../api/enumerations.ts';
import {
  formatCount,
  formatExactAmount,
  formatLamportsAsSol,
  formatUsd,
} from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { solToLamports } from '../../api/tokenAmounts.ts';
import { shortAddress } from '../shortAddress.ts';

/**
 * Market outcome of a simulated transaction, as plain data for the channel: a trade, something
 * else, or unknown because the node returned too little.
 */
export type SimulatedOutcome =
  | SimulatedTrade
  | { readonly kind: 'other' }
  | {
      readonly kind: 'unknown';
      /** Members that the node did not return; empty: its response was unreadable. */
      readonly missing: readonly string[];
    };

/** An arbitrage, or the transaction of a bot. */
export interface SimulatedTrade {
  readonly kind: 'trade';
  readonly type: TransactionType;
  /** `null`: not recognized. */
  readonly bot: string | null;
  readonly route: readonly SimulatedLeg[];
  /** Input of the cycle in its base mint; `null` without a cycle. */
  readonly input: SimulatedAmount | null;
  /** Gross gain per mint, as far as it counts; a loss is negative. */
  readonly gains: readonly SimulatedAmount[];
  readonly tips: readonly SimulatedAmount[];
  readonly botFees: readonly SimulatedAmount[];
  /** Payments of the traders other than legs, tips and fees; received ones are negative. */
  readonly otherPayments: readonly SimulatedAmount[];
  /** Base fee plus priority fee. */
  readonly feeLamports: bigint;
  readonly gross: SimulatedValue;
  /** Gross gain minus bot fee, tips and transaction fee. */
  readonly net: SimulatedValue;
  /** Tips as a fraction of the gross gain; `null`: no gain, or unknown. */
  readonly tipShare: number | null;
  /** Members that the node did not return, so that figures may be wrong. */
  readonly missing: readonly string[];
}

export interface SimulatedLeg {
  readonly inputSymbol: string;
  readonly outputSymbol: string;
  /** Name of the AMM, or its short address. */
  readonly amm: string;
}

export interface SimulatedAmount {
  readonly mint: string;
  /** The short address if the mint is in no list. */
  readonly symbol: string;
  /** `null`: unknown. */
  readonly decimals: number | null;
  readonly amount: bigint;
}

/** Members are `null` if a required price is unknown. */
export interface SimulatedValue {
  readonly sol: number | null;
  readonly usd: number | null;
}

export const succeedingTrade = (
  outcome: SimulatedOutcome | null | undefined,
): SimulatedTrade | null =>
  outcome?.kind === 'trade' && outcome.type !== 'failed' ? outcome : null;

/** `null`: unknown. */
export const valueInLamports = ({ sol }: SimulatedValue): bigint | null =>
  sol === null ? null : solToLamports(sol);

/** `0.0123 SOL ($2.31)`; falls back to USD alone, or unknown. */
export function formatSimulatedValue(value: SimulatedValue): string {
  const lamports = valueInLamports(value);
  if (lamports === null) return formatUsd(value.usd);
  const inSol = formatLamportsAsSol(lamports);
  return value.usd === null ? inSol : joinNote(inSol, formatUsd(value.usd));
}

/** All digits: `12.5 USDC`. */
export const formatSimulatedAmount = ({ amount, decimals, symbol }: SimulatedAmount): string =>
  decimals === null
    ? t('{0} units of {1}', formatCount(amount), symbol)
    : `${formatExactAmount(amount, decimals)} ${symbol}`;

export const symbolOrAddress = (symbol: string, mint: string): string =>
  symbol === '' ? shortAddress(mint) : symbol;
