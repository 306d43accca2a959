import { computeBudgetProgram } from '../../../solana/knownPrograms.ts';
import type { HuntTools, MadeTransaction, Moment } from './hunt.ts';
import { jupiterRouteData, unitLimitData } from './instructionData.ts';
import { otherSide, type PoolState } from './poolState.ts';
import type { SimulatedPool } from './pools.ts';
import type { Random } from './random.ts';
import { intendedLeg } from './swapWriter.ts';
import type { SimulatedToken } from './tokens.ts';
import { jupiterProgram, type SimulatedWallet } from './wallets.ts';

const unitLimit = 200_000;

/** One swap by an ordinary trader, through Jupiter or straight on the pool. */
export function ordinarySwap(
  { builder, writer, routes }: HuntTools,
  state: PoolState,
  wallet: SimulatedWallet,
  pool: SimulatedPool,
  { recentBlockhash, dayMark }: Moment,
  random: Random,
): MadeTransaction {
  const input = random.chance(0.5) ? pool.tokenA : pool.tokenB;
  const output = otherSide(pool, input);
  const usd = Math.min(pool.liquidityUsd * 0.002, random.around(90, 1.2));
  const amount = routes.rawOfUsd(input, usd);
  builder.begin(wallet.address, 50_000_000 + Math.floor(random.around(1e9, 1)));
  const holding = (token: SimulatedToken, held: number) =>
    builder.tokenAccount(wallet.tokenAccount(token), token, wallet.address, held);
  const userIn = holding(input, Math.floor(amount * random.between(1, 9)) + 1);
  const userOut = holding(output, random.below(1e9));
  const goesThroughJupiter = random.chance(0.6);
  const budget = builder.program(computeBudgetProgram);
  const called = builder.program(goesThroughJupiter ? jupiterProgram : pool.amm.program);
  builder.load([pool], goesThroughJupiter ? [writer.eventAuthority] : []);

  const swap = { pool, input, amounts: state.quote(pool, input, amount) };
  state.apply(pool, input, swap.amounts);
  const accountOf = (token: SimulatedToken) => (token === input ? userIn : userOut);
  builder.instruct(budget, [], unitLimitData(unitLimit));
  if (goesThroughJupiter) {
    const event = builder.shared(writer.eventAuthority);
    const accounts = [
      ...[builder.shared(pool.tokenB.program), 0, userIn, userOut, called],
      ...[builder.shared(output.mint), called, event, called],
    ];
    builder.instruct(called, accounts, jupiterRouteData(1, amount, swap.amounts.received));
    writer.write(swap, 0, accountOf, 2);
    writer.writeEvent(swap);
  } else writer.write(swap, 0, accountOf, 1);

  const signature = random.signature(dayMark);
  const computeUnits = random.below(90_000) + 60_000;
  const feeLamports = 5_000;
  const outcome = { signature, feeLamports, computeUnits, error: null, recentBlockhash };
  return {
    transaction: builder.finish(outcome),
    intent: {
      signature,
      kind: 'swap',
      wallet: wallet.address,
      bot: null,
      legs: [intendedLeg(swap)],
      grossGains: new Map(),
      baseMint: null,
      tip: null,
      botFee: null,
      feeLamports,
      computeUnits,
      computeUnitLimit: unitLimit,
    },
  };
}
