import { computeBudgetProgram, systemProgram, tokenProgram } from '../../solana/knownPrograms.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { WantsSwapAccounts } from '../decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { ActivityModel } from './activityModel.ts';
import {
  ArbitrageGenerator,
  type AttemptEnd,
  type BlockContext,
  type GeneratedTransaction,
  type GeneratorTools,
} from './arbitrageGenerator.ts';
import { type ExpectedRecord, noOutcome } from './expectedRecord.ts';
import { unitLimitData } from './instructionData.ts';
import { otherSide, PoolReserves } from './poolReserves.ts';
import { fnv1a, Random } from './random.ts';
import { RecordBlockBuilder } from './recordBlock.ts';
import { recordOnlyBuilder, recordOnlySwapWriter } from './recordOnlyBuilder.ts';
import { type Route, type RoutedSwap, RouteFinder } from './routeFinder.ts';
import { type SimulatedPool, SimulatedPools } from './simulatedPools.ts';
import { daySignatureSuffix, secondsPerDay, slotAtSecond } from './simulatedTime.ts';
import { createTokens, type SimulatedToken } from './simulatedTokens.ts';
import { jupiterProgram, type SimulatedWallet, SimulatedWallets } from './simulatedWallets.ts';
import { SwapWriter, toExpectedLeg } from './swapWriter.ts';
import { TransactionBuilder } from './transactionBuilder.ts';

const eventsPerDay = {
  /** A part of them has a later taker, so that a day has about 21,200 arbitrages. */
  opportunities: 18_900,
  losses: 550,
  noProfits: 1_100,
  /** Against dollar tokens; the source of prices. */
  solSwaps: 1_750,
} as const;
/**
 * Every pool has an ordinary swap this often, so the last hours give the same pools and prices as a
 * whole day (`SimulatedSource.recentHistory`).
 */
export const secondsBetweenOrdinarySwaps = 3_600;
const failuresPerSuccess = 1.3;
/** Chances of what competes with the winner of an opportunity. */
const chances = {
  trigger: 0.5,
  ownCopy: 0.15,
  laterTaker: 0.12,
  broken: 0.12,
  stopped: 0.2,
  smbStopped: 0.4,
} as const;

export interface SimulatedBlock extends SourceBlock {
  readonly expectedRecords: readonly ExpectedRecord[];
}

/** Blocks depend only on the seed and the second, so they can be generated in any order. */
export class SimulatedMarket {
  readonly tokens: readonly SimulatedToken[];
  readonly pools: SimulatedPools;
  readonly wallets: SimulatedWallets;
  readonly seed: number;
  readonly #state: PoolReserves;
  readonly #activity: ActivityModel;
  readonly #routes: RouteFinder;
  readonly #transactionGenerator: ArbitrageGenerator;
  readonly #recordGenerator: ArbitrageGenerator;
  readonly #random = new Random();
  readonly #hashes = new Random();
  readonly #solPools: readonly SimulatedPool[];

  constructor(seed: number) {
    this.seed = seed;
    this.tokens = createTokens(seed);
    this.pools = new SimulatedPools(this.tokens, seed);
    this.wallets = new SimulatedWallets(seed);
    this.#solPools = this.pools.all.slice(0, 15);
    const { shared } = this.pools;
    this.#activity = new ActivityModel(this.tokens, seed);
    this.#state = new PoolReserves(this.pools.all.length, this.#activity, seed);
    this.#routes = new RouteFinder(this.tokens, this.pools, this.#state);
    const builder = new TransactionBuilder(shared, this.#state);
    const [sol] = this.tokens;
    if (!sol) throw new RangeError('the market needs SOL');
    const writer = new SwapWriter(builder, shared);
    const tools = {
      routes: this.#routes,
      activity: this.#activity,
      sol,
      feeAccount: feeAccounts(this.tokens, seed),
    };
    this.#transactionGenerator = new ArbitrageGenerator({ ...tools, builder, writer });
    this.#recordGenerator = new ArbitrageGenerator({
      ...tools,
      builder: recordOnlyBuilder(this.#state),
      writer: recordOnlySwapWriter(writer.eventAuthority),
    });
    // Registered first, so that their lookup table indexes do not depend on the generated blocks.
    for (const program of [computeBudgetProgram, systemProgram, tokenProgram, jupiterProgram]) {
      shared.id(program);
    }
    for (const { executor } of this.wallets.searchers) shared.id(executor.program);
  }

  block(first: number, last: number): SimulatedBlock {
    const transactions: RpcBlockTransaction[] = [];
    const expectedRecords: ExpectedRecord[] = [];
    for (let second = first; second <= last; second++) {
      for (const { transaction, expected } of this.#second(second, this.#transactionGenerator)) {
        transactions.push(transaction);
        expectedRecords.push(expected);
      }
    }
    const block = { ...this.blockHeader(first, last), transactions };
    return { slot: slotAtSecond(last), block, expectedRecords };
  }

  /**
   * The decoded form of `block`, several times faster, because no transactions are built. Blocks
   * without records still change prices and pools.
   */
  generateRecords(
    first: number,
    last: number,
    wantsSwap: WantsSwapAccounts,
    hasRecords = true,
  ): DecodedBlock {
    const builder = new RecordBlockBuilder({
      slot: slotAtSecond(last),
      timeSeconds: last,
      wantsSwap,
      hasRecords,
      shared: this.pools.shared,
      state: this.#state,
    });
    for (let second = first; second <= last; second++) {
      builder.add(this.#second(second, this.#recordGenerator));
    }
    return builder.build(this.blockhash(last));
  }

  /** Transactions of a wallet in a second, except ordinary swaps. Much faster than its block. */
  attemptsAt(second: number, wallet: string): number {
    return this.#second(second, this.#recordGenerator).filter(
      ({ expected }) => expected.wallet === wallet && expected.kind !== 'swap',
    ).length;
  }

  blockHeader(first: number, last: number): Omit<RpcBlock, 'transactions'> {
    return {
      blockhash: this.blockhash(last),
      previousBlockhash: this.blockhash(first - 1),
      parentSlot: slotAtSecond(first - 1),
      blockHeight: slotAtSecond(last),
      blockTime: last,
    };
  }

  blockhash(second: number): string {
    this.#hashes.reseed(this.seed, second, 0xb10c);
    return this.#hashes.address();
  }

  #second(second: number, generator: ArbitrageGenerator): GeneratedTransaction[] {
    const timeOfDay = second % secondsPerDay;
    this.#activity.advanceTo(timeOfDay);
    this.#state.advanceTo(timeOfDay);
    const random = this.#random;
    random.reseed(this.seed, timeOfDay, 0x5ec);
    const busyness = this.#activity.activityLevel(timeOfDay) / secondsPerDay;
    const context = {
      recentBlockhash: this.blockhash(second - 1),
      signatureSuffix: daySignatureSuffix(Math.floor(second / secondsPerDay)),
    };
    const transactions: GeneratedTransaction[] = [];
    const generate = (
      eventsOfDay: number,
      event: (generator: ArbitrageGenerator, context: BlockContext) => GeneratedTransaction[],
    ) => {
      for (let left = random.poisson(eventsOfDay * busyness); left > 0; left--) {
        transactions.push(...event.call(this, generator, context));
      }
    };
    generate(eventsPerDay.opportunities, this.#opportunity);
    generate(eventsPerDay.losses, this.#loss);
    generate(eventsPerDay.noProfits, this.#noProfit);
    generate(eventsPerDay.solSwaps, this.#solSwap);
    transactions.push(...this.#ordinarySwaps(timeOfDay, generator, context));
    return transactions;
  }

  /** A trader's swap opens it, one searcher wins, others break, come too late or take the rest. */
  #opportunity(generator: ArbitrageGenerator, context: BlockContext): GeneratedTransaction[] {
    const random = this.#random;
    const route = this.#findRoute();
    if (!route) return [];
    const trigger = random.chance(chances.trigger)
      ? [this.#triggerOf(route, generator, context)]
      : [];
    const winner = this.wallets.pickSearcher(random);
    const trade = this.#trade(winner, route, 1, generator, context);
    const gain = trade.expected.grossGains.get(route.base.mint) ?? 0;
    const [ahead, behind]: [GeneratedTransaction[], GeneratedTransaction[]] = [[], []];
    for (let left = random.poisson(failuresPerSuccess); left > 0; left--) {
      const isCopy = random.chance(chances.ownCopy);
      const loser = isCopy ? winner : this.#lateSearcher();
      const end = this.#endOf(loser);
      const isAhead = end === 'broken' && random.chance(0.5);
      const size = { amount: this.#tradeSize(route, loser), gain };
      const attempt = generator.generateAttempt(loser, route, size, end, context, random);
      (isAhead ? ahead : behind).push(attempt);
    }
    const taker = random.chance(chances.laterTaker) ? this.wallets.pickSearcher(random) : winner;
    const later = taker === winner ? [] : [this.#trade(taker, route, 0.3, generator, context)];
    return [...trigger, ...ahead, trade, ...behind, ...later];
  }

  /** Against the direction of the route, which it makes profitable. */
  #triggerOf(
    { mispricedStage }: Route,
    { tools }: ArbitrageGenerator,
    context: BlockContext,
  ): GeneratedTransaction {
    const random = this.#random;
    const pool = random.pick(mispricedStage.pools);
    const input = otherSide(pool, mispricedStage.input);
    const wallet = random.pick(this.wallets.traders);
    return generateOrdinarySwap(tools, this.#state, wallet, { pool, input }, context, random);
  }

  /** `part`: of the usual gain. */
  #trade(
    wallet: SimulatedWallet,
    route: Route,
    part: number,
    generator: ArbitrageGenerator,
    context: BlockContext,
  ): GeneratedTransaction {
    const random = this.#random;
    const amount = this.#tradeSize(route, wallet);
    const inputUsd = (amount / 10 ** route.base.decimals) * this.#activity.priceUsd(route.base);
    const gain = part * random.lognormal(0.2, 1.5);
    const gainRate = Math.min(0.03, Math.max(2e-5, gain / inputUsd));
    const lot = random.chance(0.06) ? 1_000 : 1;
    return generator.generateTrade(wallet, route, amount, gainRate, lot, context, random);
  }

  /** SMB's program often looks at the pools before it swaps. */
  #endOf({ executor }: SimulatedWallet): AttemptEnd {
    const random = this.#random;
    if (random.chance(chances.broken)) return 'broken';
    const isSmb = executor.kind === 'bot' && executor.family === 'SMB';
    return random.chance(isSmb ? chances.smbStopped : chances.stopped) ? 'stopped' : 'swapped';
  }

  /** Late attempts are mostly from bots that try continuously. */
  #lateSearcher(): SimulatedWallet {
    const one = this.wallets.pickSearcher(this.#random);
    return one.executor.kind === 'own-program' ? this.wallets.pickSearcher(this.#random) : one;
  }

  #loss(generator: ArbitrageGenerator, context: BlockContext): GeneratedTransaction[] {
    const random = this.#random;
    const route = this.#findRoute();
    if (!route) return [];
    const wallet = this.wallets.pickSearcher(random);
    const amount = this.#tradeSize(route, wallet);
    const lossRate = -random.between(0.0005, 0.006);
    return [generator.generateTrade(wallet, route, amount, lossRate, 1, context, random)];
  }

  #noProfit(generator: ArbitrageGenerator, context: BlockContext): GeneratedTransaction[] {
    const random = this.#random;
    const route = this.#findRoute();
    const wallet = this.wallets.pickSearcher(random);
    // Without a swap, only a known bot's program is recognizable.
    if (!route || wallet.executor.kind !== 'bot') return [];
    const size = { amount: this.#tradeSize(route, wallet), gain: 0 };
    return [generator.generateAttempt(wallet, route, size, 'idle', context, random)];
  }

  #solSwap(generator: ArbitrageGenerator, context: BlockContext): GeneratedTransaction[] {
    return [this.#swapOn(this.#random.pick(this.#solPools), generator, context)];
  }

  #ordinarySwaps(
    second: number,
    generator: ArbitrageGenerator,
    context: BlockContext,
  ): GeneratedTransaction[] {
    const { all } = this.pools;
    const turn = second % secondsBetweenOrdinarySwaps;
    const poolsBefore = (seconds: number) =>
      Math.ceil((seconds * all.length) / secondsBetweenOrdinarySwaps);
    return all
      .slice(poolsBefore(turn), poolsBefore(turn + 1))
      .map((pool) => this.#swapOn(pool, generator, context));
  }

  #swapOn(
    pool: SimulatedPool,
    { tools }: ArbitrageGenerator,
    context: BlockContext,
  ): GeneratedTransaction {
    const random = this.#random;
    const wallet = random.pick(this.wallets.traders);
    const input = random.chance(0.5) ? pool.tokenA : pool.tokenB;
    return generateOrdinarySwap(tools, this.#state, wallet, { pool, input }, context, random);
  }

  #findRoute(): Route | null {
    const token = this.tokens[this.#random.weightedIndex(this.#activity.cumulativePopularity)];
    return token ? this.#routes.find(token, this.#random) : null;
  }

  #tradeSize(route: Route, wallet: SimulatedWallet): number {
    const usd = this.#random.lognormal(wallet.typicalTradeUsd, 0.8);
    const bearable = Math.min(usd, this.#routes.maximumTradeUsd(route));
    return this.#activity.rawAmountOfUsd(route.base, Math.max(5, bearable));
  }
}

function feeAccounts(tokens: readonly SimulatedToken[], seed: number) {
  const accounts = tokens.map(({ id }) => new Random(seed, fnv1a('bot fee'), id).address());
  return (token: SimulatedToken) => accounts[token.id] ?? '';
}

const unitLimit = 200_000;

function generateOrdinarySwap(
  { builder, writer, activity }: GeneratorTools,
  state: PoolReserves,
  wallet: SimulatedWallet,
  { pool, input }: Pick<RoutedSwap, 'pool' | 'input'>,
  { recentBlockhash, signatureSuffix }: BlockContext,
  random: Random,
): GeneratedTransaction {
  const output = otherSide(pool, input);
  const usd = Math.min(pool.liquidityUsd * 0.002, random.lognormal(90, 1.2));
  const amount = activity.rawAmountOfUsd(input, usd);
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
