import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import type {
  SimulatedAmount,
  SimulatedTrade,
} from '../../../../src/solana/landing/simulatedOutcome.ts';

export const inSol = (amount: bigint): SimulatedAmount => ({
  mint: wrappedSolMint,
  symbol: 'SOL',
  decimals: 9,
  amount,
});

export const inUsdc = (amount: bigint): SimulatedAmount => ({
  mint: usdcMint,
  symbol: 'USDC',
  decimals: 6,
  amount,
});

/** An arbitrage that gains 0.01 SOL on 1.5 SOL, at $200 per SOL, and tips 0.0015 SOL. */
export const simulatedTrade = (change: Partial<SimulatedTrade> = {}): SimulatedTrade => ({
  kind: 'trade',
  type: 'arbitrage',
  bot: null,
  route: [
    { inputSymbol: 'SOL', outputSymbol: 'JUP', amm: 'Raydium CLMM' },
    { inputSymbol: 'JUP', outputSymbol: 'SOL', amm: 'Orca Whirlpool' },
  ],
  input: inSol(1_500_000_000n),
  gains: [inSol(10_000_000n)],
  tips: [inSol(1_500_000n)],
  botFees: [],
  otherPayments: [],
  feeLamports: 6_000n,
  gross: { sol: 0.01, usd: 2 },
  net: { sol: 0.008494, usd: 1.6988 },
  tipShare: 0.15,
  missing: [],
  ...change,
});
