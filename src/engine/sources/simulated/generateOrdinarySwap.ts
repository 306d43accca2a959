import { computeBudgetProgram } from '../../../solana/knownPrograms.ts';
import type { BlockContext, GeneratedTransaction, GeneratorTools } from './arbitrageGenerator.ts';
import { type ExpectedRecord, noOutcome } from './expectedRecord.ts';
import { unitLimitData } from './instructionData.ts';
import { otherSide, type PoolReserves } from './poolReserves.ts';
import type { Random } from './random.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';
import { jupiterProgram, type SimulatedWallet } from './simulatedWallets.ts';
import { toExpectedLeg } from './swapWriter.ts';

const unitLimit = 200_000;

/** One swap by an ordinary trader, through Jupiter or straight on the pool. */
export function generateOrdinarySwap(
  { builder, writer, routes }: GeneratorTools,
  state: PoolReserves,
  wallet: SimulatedWallet,
  pool: SimulatedPool,
  { recentBlockhash, signatureSuffix }: BlockContext,
  random: Random,
): GeneratedTransaction {
  const input = random.chance(0.5) ? pool.tokenA : pool.tokenB;
  const output = otherSide(pool, input);
  const usd = Math.min(pool.liquidityUsd * 0.002, random.lognormal(90, 1.2));
  const amount = routes.rawAmountOfUsd(input, usd);
  builder.begin(wallet.address, 50_000_000 + Math.floor(random.lognormal(1e9, 1)));
  const holding = (token: SimulatedToken, held: number) =>
    builder.addTokenAccount(wallet.tokenAccount(token), token, wallet.address, held);
  const userIn = holding(input, Math.floor(amount * random.between(1, 9)) + 1);
  const userOut = holding(output, random.below(1e9));
  const goesThroughJupiter = random.chance(0.6);
  const budget = builder.addProgram(computeBudgetProgram);
  const called = builder.addProgram(goesThroughJupiter ? jupiterProgram : pool.amm.program);
  builder.loadPools([pool], goesThroughJupiter ? [writer.eventAuthority] : []);

  const swap = { pool, input, amounts: state.quote(pool, input, amount) };
  state.apply(pool, input, swap.amounts);
  const accountOf = (token: SimulatedToken) => (token === input ? userIn : userOut);
  builder.addInstruction(budget, [], unitLimitData(unitLimit));
  if (goesThroughJupiter) {
    const tokenProgram = pool.tokenB.program;
    const ends = { tokenProgram, from: userIn, to: userOut, outputMint: output.mint };
    writer.callJupiter(called, ends, 1, [amount, swap.amounts.received]);
    writer.write(swap, 0, accountOf, 2);
    writer.writeEvent(swap);
  } else writer.write(swap, 0, accountOf, 1);

  const signature = random.signature(signatureSuffix);
  const expected: ExpectedRecord = {
    ...noOutcome,
    signature,
    kind: 'swap',
    wallet: wallet.address,
    bot: null,
    legs: [toExpectedLeg(swap)],
    feeLamports: 5_000,
    computeUnits: random.below(90_000) + 60_000,
    computeUnitLimit: unitLimit,
  };
  return {
    transaction: builder.finish(expected, recentBlockhash),
    expected,
    swaps: [swap],
    wallet,
  };
}
