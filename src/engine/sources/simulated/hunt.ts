import { wrappedSolMint } from '../../../solana/knownMints.ts';
import {
  computeBudgetProgram,
  systemProgram,
  tokenProgram,
} from '../../../solana/knownPrograms.ts';
import { tipAccountsByProvider } from '../../../solana/tipAccounts.ts';
import type { RpcBlockTransaction } from '../../decode/rpcBlock.ts';
import { jupiterRouteData, unitLimitData, unitPriceData } from './instructionData.ts';
import type { IntendedBotFee, IntendedTip, Intent } from './intents.ts';
import type { SimulatedPool } from './pools.ts';
import type { Random } from './random.ts';
import type { Rhythm } from './rhythm.ts';
import type { Route, RouteFinder } from './routes.ts';
import { grossGains, intendedLeg, type SwapWriter } from './swapWriter.ts';
import type { SimulatedToken } from './tokens.ts';
import type { TransactionBuilder } from './transactionBuilder.ts';
import { jupiterProgram, type SimulatedWallet } from './wallets.ts';

export interface MadeTransaction {
  readonly transaction: RpcBlockTransaction;
  readonly intent: Intent;
}

/** When a transaction is made. */
export interface Moment {
  readonly recentBlockhash: string;
  /** What its signature ends with (`calendar.ts`). */
  readonly dayMark: string;
}

/** Owner of the accounts into which NotArb's programs pay their fee. */
const notArbFeeOwner = 'AtfwFfmzS5BQr5fe2cfSSm44XG1Ruqh9BvtXoXThGbd6';
const notArbFeeRate = 0.1;

/** Least tips that providers take, lamports. */
const leastTip = (provider: string) => (provider === 'JITO' ? 1_000 : 50_000);
const mostTip = 1_000_000_000;

/** Dependencies of the hunts. */
export interface HuntTools {
  readonly builder: TransactionBuilder;
  readonly writer: SwapWriter;
  readonly routes: RouteFinder;
  readonly rhythm: Rhythm;
  readonly sol: SimulatedToken;
  /** NotArb's account for a base token. */
  feeAccount(token: SimulatedToken): string;
}

/** Writes the transactions of arbitrage hunters. */
export class Hunt {
  readonly #tools: HuntTools;

  constructor(tools: HuntTools) {
    this.#tools = tools;
  }

  /**
   * Trades a route at a size in raw units of its base token, and pays for it. A lot above 1 leaves
   * dust in the middle tokens.
   */
  trade(
    wallet: SimulatedWallet,
    route: Route,
    amount: number,
    gainRate: number,
    lot: number,
    moment: Moment,
    random: Random,
  ): MadeTransaction {
    const { builder, routes, writer } = this.#tools;
    routes.setGain(route, amount, gainRate);
    const start = this.#start(wallet, route, amount, random);
    const swaps = routes.trade(route, amount, lot);
    const legs = swaps.map(intendedLeg);
    const gains = grossGains(legs);
    const gain = gains.get(route.base.mint) ?? 0;
    const out = swaps.at(-1)?.amounts.received ?? 0;
    const tip = paidTip(start, this.#tipLamports(gain, start, random));
    const feeLamports = start.feeLamports;

    this.#callEngine(wallet, start, amount, out);
    swaps.forEach((swap, position) => {
      writer.write(swap, position, start.accountOf, 2);
      if (wallet.engine.kind === 'jupiter') writer.writeEvent(swap);
    });
    const botFee = this.#payBotFee(start, gain, feeLamports + (tip?.lamports ?? 0));
    if (tip) builder.payLamports(start.system, start.tipIndex, tip.lamports, tip.inner ? 2 : 1);

    const isLoss = [...gains.values()].some((value) => value < 0) || gains.size === 0;
    const intent = this.#intent(wallet, start, moment, random, {
      kind: isLoss ? 'circular-with-loss' : 'arbitrage',
      legs,
      grossGains: gains,
      baseMint: route.base.mint,
      tip,
      botFee,
    });
    return this.#finish(intent, null, moment);
  }

  /** An attempt on a route that came too late: it fails, and its tip is reverted with it. */
  fail(
    wallet: SimulatedWallet,
    route: Route,
    amount: number,
    moment: Moment,
    random: Random,
  ): MadeTransaction {
    const start = this.#start(wallet, route, amount, random);
    this.#callEngine(wallet, start, amount, amount);
    if (start.tip && !start.tip.inner) {
      const lamports = this.#tipLamports(amount * 0.002, start, random);
      this.#tools.builder.payLamports(start.system, start.tipIndex, lamports, 1);
    }
    const intent = this.#intent(wallet, start, moment, random, {
      kind: wallet.engine.kind === 'own-program' ? 'unmarked-failure' : 'failed',
    });
    return this.#finish(intent, { InstructionError: [2, { Custom: failureOf(wallet) }] }, moment);
  }

  /** A bot that looked, found nothing, and succeeded at that; its tip is paid all the same. */
  noProfit(
    wallet: SimulatedWallet,
    route: Route,
    amount: number,
    moment: Moment,
    random: Random,
  ): MadeTransaction {
    const start = this.#start(wallet, route, amount, random);
    this.#callEngine(wallet, start, amount, amount);
    const pays = start.tip !== null && !start.tip.inner;
    const tip = pays ? paidTip(start, leastTip(start.tip?.provider ?? '')) : null;
    if (tip) this.#tools.builder.payLamports(start.system, start.tipIndex, tip.lamports, 1);
    const intent = this.#intent(wallet, start, moment, random, { kind: 'bot-no-profit', tip });
    return this.#finish(intent, null, moment);
  }

  /** Names the accounts, loads the pools and sets the budget. */
  #start(wallet: SimulatedWallet, route: Route, amount: number, random: Random): Started {
    const { builder, writer } = this.#tools;
    const { base } = route;
    builder.begin(wallet.address, 1_200_000_000 + Math.floor(random.around(3e9, 0.8)));
    const accounts = new Map<SimulatedToken, number>();
    const pools: SimulatedPool[] = [];
    for (const stage of route.stages) {
      const { input } = stage;
      const held =
        input === base ? Math.floor(amount * random.between(1.05, 4)) : random.below(9e5);
      const address = wallet.tokenAccount(input);
      accounts.set(input, builder.tokenAccount(address, input, wallet.address, held));
      pools.push(...stage.pools);
    }
    const provider = random.chance(wallet.untipped) ? null : random.pick(wallet.providers);
    const recipient = provider && random.pick(tipAccountsByProvider.get(provider) ?? []);
    const tipIndex = recipient ? builder.writable(recipient, 1e6 + random.below(1e11)) : -1;
    const isNotArb = wallet.engine.kind === 'bot' && wallet.engine.family === 'NOTARB';
    const botFeeIndex = isNotArb
      ? builder.tokenAccount(this.#tools.feeAccount(base), base, notArbFeeOwner, random.below(5e9))
      : -1;
    const budget = builder.program(computeBudgetProgram);
    const engine = builder.program(wallet.engine.program);
    const system = recipient ? builder.program(systemProgram) : -1;
    const isJupiter = wallet.engine.kind === 'jupiter';
    builder.load(pools, isJupiter ? [writer.eventAuthority] : []);

    const unitLimit = 60_000 + pools.length * 90_000;
    builder.instruct(budget, [], unitLimitData(unitLimit));
    builder.instruct(budget, [], unitPriceData(wallet.microLamports));
    return {
      base,
      pools,
      engine,
      system,
      tipIndex,
      botFeeIndex,
      unitLimit,
      generosity: wallet.generosity,
      feeLamports: 5_000 + Math.ceil((unitLimit * wallet.microLamports) / 1e6),
      accountOf: (token) => accounts.get(token) ?? -1,
      tip:
        provider && recipient
          ? { provider, recipient, lamports: 0, inner: wallet.tipsInside }
          : null,
    };
  }

  #callEngine(wallet: SimulatedWallet, start: Started, amount: number, out: number): void {
    const { builder, writer } = this.#tools;
    if (wallet.engine.kind !== 'jupiter') {
      builder.instruct(start.engine, firstIndexes(builder.accountCount), wallet.callData);
      return;
    }
    const account = start.accountOf(start.base);
    const { engine } = start;
    const fixed = [
      builder.shared(tokenProgram),
      ...[0, account, account, engine],
      builder.shared(start.base.mint),
      ...[engine, builder.shared(writer.eventAuthority), engine],
    ];
    const data = jupiterRouteData(start.pools.length, amount, out);
    builder.instruct(engine, [...fixed, ...firstIndexes(builder.accountCount)], data);
  }

  #tipLamports(gain: number, start: Started, random: Random): number {
    const { rhythm, sol } = this.#tools;
    const least = leastTip(start.tip?.provider ?? '');
    const usd = (gain / 10 ** start.base.decimals) * rhythm.priceUsd(start.base);
    const worth = (usd / rhythm.priceUsd(sol)) * 1e9;
    const offered = Math.floor(worth * start.generosity * random.between(0.6, 1.2));
    return Math.min(mostTip, Math.max(least, offered));
  }

  #payBotFee(start: Started, gain: number, costLamports: number): IntendedBotFee | null {
    if (start.botFeeIndex < 0) return null;
    const { mint } = start.base;
    const net = mint === wrappedSolMint ? gain - costLamports : gain;
    const amount = Math.floor(net * notArbFeeRate);
    if (amount <= 0) return null;
    const from = start.accountOf(start.base);
    this.#tools.builder.transfer(from, start.botFeeIndex, amount, false, 2);
    return { to: notArbFeeOwner, mint, amount };
  }

  #intent(
    wallet: SimulatedWallet,
    start: Started,
    moment: Moment,
    random: Random,
    meant: Pick<Intent, 'kind'> & Partial<Intent>,
  ): Intent {
    const { engine } = wallet;
    return {
      signature: random.signature(moment.dayMark),
      kind: meant.kind,
      wallet: wallet.address,
      bot: engine.kind === 'bot' ? { family: engine.family, program: engine.program } : null,
      legs: meant.legs ?? [],
      grossGains: meant.grossGains ?? new Map(),
      baseMint: meant.baseMint ?? null,
      tip: meant.tip ?? null,
      botFee: meant.botFee ?? null,
      feeLamports: start.feeLamports,
      computeUnits: Math.floor(start.unitLimit * random.between(0.45, 0.85)),
      computeUnitLimit: start.unitLimit,
    };
  }

  #finish(intent: Intent, error: unknown, { recentBlockhash }: Moment): MadeTransaction {
    const { signature, feeLamports, computeUnits } = intent;
    const outcome = { signature, feeLamports, computeUnits, error, recentBlockhash };
    return { transaction: this.#tools.builder.finish(outcome), intent };
  }
}

/** What a hunt's transaction has once its accounts are named. */
interface Started {
  readonly base: SimulatedToken;
  readonly pools: readonly SimulatedPool[];
  readonly engine: number;
  readonly system: number;
  readonly tipIndex: number;
  readonly botFeeIndex: number;
  readonly unitLimit: number;
  readonly generosity: number;
  readonly feeLamports: number;
  readonly tip: IntendedTip | null;
  accountOf(token: SimulatedToken): number;
}

function paidTip({ tip }: Started, lamports: number): IntendedTip | null {
  if (tip === null) return null;
  // Member by member: a spread is slow on older engines, and a day has many of these.
  return { provider: tip.provider, recipient: tip.recipient, lamports, inner: tip.inner };
}

/** Error numbers as the programs give them: no profit, or Jupiter's slippage. */
function failureOf({ engine }: SimulatedWallet): number {
  if (engine.program === jupiterProgram) return 6_001;
  return engine.kind === 'bot' && engine.family === 'SMB' ? 1 : 6_000;
}

const sequences: (readonly number[])[] = [];

/** 0, 1, 2 … up to a count; one list for each count. */
function firstIndexes(count: number): readonly number[] {
  const known = sequences[count];
  if (known) return known;
  const fresh = Array.from({ length: count }, (_, index) => index);
  sequences[count] = fresh;
  return fresh;
}
