import type {
  ArbitrageEvent,
  ArbitragePage,
  ArbitrageSummary,
} from '../../../../src/api/arbscope/arbitrages.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { addressOf } from '../finder/exports/finderResponses.ts';

export const jupMint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
export const orcaProgram = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
export const walletOf = addressOf;

export const startMilliseconds = Date.parse('2026-01-02T03:04:00Z');

/** Over JUP; one block per second. */
export const arbitrage = (
  slot: number,
  members: Partial<ArbitrageSummary> = {},
): ArbitrageSummary => ({
  signature: `signature ${slot}`,
  block_number: slot,
  timestamp: new Date(startMilliseconds + slot * 1_000).toISOString(),
  type: 'arbitrage',
  outcome: 'gain',
  wallet: walletOf(7),
  provider: 'JITO',
  bot: { family: 'SMB', program: addressOf(9) },
  compute_unit: 162_010,
  fees: 30_000n,
  tips: 1_000_000n,
  base: wrappedSolMint,
  revenues_usd: 0.5,
  net_gains_usd: 0.42,
  net_gains_sol: 0.0025,
  volume_usd: 400,
  mints: [
    { mint: wrappedSolMint, symbol: 'SOL' },
    { mint: jupMint, symbol: 'JUP' },
    { mint: wrappedSolMint, symbol: 'SOL' },
  ],
  pools: [
    { pool: addressOf(11), amm: orcaProgram },
    { pool: addressOf(12), amm: orcaProgram },
  ],
  ...members,
});

/** One per slot, newest first. */
export const arbitragesFrom = (first: number, last: number): ArbitrageSummary[] =>
  Array.from({ length: last - first + 1 }, (_, index) => arbitrage(last - index));

export const pageOf = (
  arbitrages: readonly ArbitrageSummary[],
  next: string | null = 'next',
  members: Partial<ArbitragePage> = {},
): ArbitragePage => ({
  arbitrages: [...arbitrages],
  next,
  ...members,
  newest: `cursor-${arbitrages[0]?.block_number ?? 0}`,
});

export const eventOf = (arbitrages: readonly ArbitrageSummary[], skipped = 0): ArbitrageEvent => ({
  arbitrages: [...arbitrages],
  newest: `cursor-${arbitrages[0]?.block_number ?? 0}`,
  skipped,
});
