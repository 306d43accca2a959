import { tokenProgram } from '../../solana/knownPrograms.ts';
import { ActivityModel } from './activityModel.ts';
import type { SimulatedMarket } from './simulatedMarket.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import { secondsPerDay } from './simulatedTime.ts';

export interface MirroredPool {
  readonly mintA: string;
  readonly mintB: string;
  /** Raw amounts, at the market's price. */
  readonly reservesAt: (second: number) => readonly [reserveA: bigint, reserveB: bigint];
}

const otherPairs = 4;

/**
 * SOL and USDC twice, SOL and USDT, USDT and USDC, then the first pools of other tokens of the SPL
 * token program: two of each pair, to allow arbitrage between them.
 */
export function mirroredPools({
  pools,
  seed,
  tokens,
}: Pick<SimulatedMarket, 'pools' | 'seed' | 'tokens'>): MirroredPool[] {
  const [sol, usdc, usdt] = tokens;
  if (!sol || !usdc || !usdt) throw new RangeError('the market needs SOL, USDC and USDT');
  const others = tokens.slice(3).filter(({ program }) => program === tokenProgram);
  const chosen: readonly SimulatedPool[] = [
    ...pools.forPair(sol, usdc).slice(0, 2),
    ...pools.forPair(sol, usdt).slice(0, 1),
    ...pools.forPair(usdt, usdc).slice(0, 1),
    ...others.slice(0, otherPairs / 2).flatMap((token) => pools.forPair(token, sol).slice(0, 2)),
  ];
  const activity = new ActivityModel(tokens, seed);
  return chosen.map(({ tokenA, tokenB, liquidityUsd }) => ({
    mintA: tokenA.mint,
    mintB: tokenB.mint,
    reservesAt: (second) => {
      activity.advanceTo(second % secondsPerDay);
      const half = liquidityUsd / 2;
      return [
        BigInt(activity.rawAmountOfUsd(tokenA, half)),
        BigInt(activity.rawAmountOfUsd(tokenB, half)),
      ];
    },
  }));
}
