import {
  computeBudgetProgram,
  systemProgram,
  tokenProgram,
} from '../../../solana/knownPrograms.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../decode/rpcBlock.ts';
import type { SourcedBlock } from '../blockSource.ts';
import { dayMark, secondsPerDay, slotOf } from './calendar.ts';
import { Hunt, type HuntTools, type MadeTransaction, type Moment } from './hunt.ts';
import type { Intent } from './intents.ts';
import { ordinarySwap } from './ordinarySwap.ts';
import { PoolState } from './poolState.ts';
import { PoolBook } from './pools.ts';
import { hashText, Random } from './random.ts';
import { Rhythm } from './rhythm.ts';
import { type Route, RouteFinder } from './routes.ts';
import { SwapWriter } from './swapWriter.ts';
import { makeTokens, type SimulatedToken } from './tokens.ts';
import { TransactionBuilder } from './transactionBuilder.ts';
import { jupiterProgram, type SimulatedWallet, Wallets } from './wallets.ts';

/** How often things happen, per day. */
const perDay = {
  arbitrages: 21_200,
  losses: 550,
  noProfits: 1_100,
  ordinarySwaps: 3_500,
} as const;
/** Attempts that come too late, for each that succeeds. */
const failuresPerSuccess = 1.3;

/** A block with what was meant by its transactions, in their order. */
export interface SimulatedBlock extends SourcedBlock {
  readonly intents: readonly Intent[];
}

/**
 * The simulated market. What happens in a second follows from the seed and the second alone, so
 * blocks of any time can be made in any order, and the same ones come again after a restart; and
 * but for its marks (`calendar.ts`) every day is the same.
 */
export class Market {
  readonly tokens: readonly SimulatedToken[];
  readonly pools: PoolBook;
  readonly wallets: Wallets;
  readonly seed: number;
  readonly #daySeconds: number;
  readonly #state: PoolState;
  readonly #rhythm: Rhythm;
  readonly #routes: RouteFinder;
  readonly #tools: HuntTools;
  readonly #hunt: Hunt;
  readonly #random = new Random();
  readonly #hashes = new Random();

  /** A shorter day has as much in an hour, and its prices move as fast. */
  constructor(seed: number, daySeconds: number = secondsPerDay) {
    this.seed = seed;
    this.#daySeconds = daySeconds;
    this.tokens = makeTokens(seed);
    this.pools = new PoolBook(this.tokens, seed);
    this.wallets = new Wallets(seed);
    const { shared } = this.pools;
    this.#rhythm = new Rhythm(this.tokens, seed, daySeconds);
    this.#state = new PoolState(this.pools.all.length, this.#rhythm, seed);
    this.#routes = new RouteFinder(this.tokens, this.pools, this.#state, this.#rhythm);
    const builder = new TransactionBuilder(shared, this.#state);
    const [sol] = this.tokens;
    if (!sol) throw new RangeError('the market needs SOL');
    this.#tools = {
      builder,
      writer: new SwapWriter(builder, shared),
      routes: this.#routes,
      rhythm: this.#rhythm,
      sol,
      feeAccount: feeAccounts(this.tokens, seed),
    };
    this.#hunt = new Hunt(this.#tools);
    // Named now, so that their places in the lookup table do not depend on what happens first.
    for (const program of [computeBudgetProgram, systemProgram, tokenProgram, jupiterProgram]) {
      shared.id(program);
    }
    for (const { engine } of this.wallets.hunters) shared.id(engine.program);
  }

  /** One block with all that happens in the seconds from `first` to `last`, Unix time. */
  block(first: number, last: number): SimulatedBlock {
    const transactions: RpcBlockTransaction[] = [];
    const intents: Intent[] = [];
    for (let second = first; second <= last; second++) {
      for (const { transaction, intent } of this.#second(second)) {
        transactions.push(transaction);
        intents.push(intent);
      }
    }
    const block = { ...this.#frame(first, last), transactions };
    return { slot: slotOf(last), block, intents };
  }

  /** A second's block without what the market did in it. */
  emptyBlock(second: number): RpcBlock {
    return { ...this.#frame(second, second), transactions: [] };
  }

  #frame(first: number, last: number): Omit<RpcBlock, 'transactions'> {
    return {
      blockhash: this.blockhash(last),
      previousBlockhash: this.blockhash(first - 1),
      parentSlot: slotOf(first - 1),
      blockHeight: slotOf(last),
      blockTime: last,
    };
  }

  /** Blockhash of the block that ends with this second. */
  blockhash(second: number): string {
    this.#hashes.reseed(this.seed, second, 0xb10c);
    return this.#hashes.address();
  }

  #second(second: number): MadeTransaction[] {
    const timeOfDay = second % this.#daySeconds;
    this.#rhythm.moveTo(timeOfDay);
    this.#state.moveTo(timeOfDay);
    const random = this.#random;
    random.reseed(this.seed, timeOfDay, 0x5ec);
    const busyness = this.#rhythm.busyness(timeOfDay) / secondsPerDay;
    const moment = {
      recentBlockhash: this.blockhash(second - 1),
      dayMark: dayMark(Math.floor(second / this.#daySeconds)),
    };
    const made: MadeTransaction[] = [];
    for (let left = random.count(perDay.arbitrages * busyness); left > 0; left--) {
      this.#opportunity(made, moment);
    }
    for (let left = random.count(perDay.losses * busyness); left > 0; left--) {
      this.#loss(made, moment);
    }
    for (let left = random.count(perDay.noProfits * busyness); left > 0; left--) {
      this.#noProfit(made, moment);
    }
    for (let left = random.count(perDay.ordinarySwaps * busyness); left > 0; left--) {
      made.push(this.#ordinarySwap(moment));
    }
    return made;
  }

  /** One hunter gets it; others come too late. */
  #opportunity(made: MadeTransaction[], moment: Moment): void {
    const random = this.#random;
    const route = this.#findRoute();
    if (!route) return;
    const winner = this.wallets.hunter(random);
    const amount = this.#size(route, winner);
    const inputUsd = (amount / 10 ** route.base.decimals) * this.#rhythm.priceUsd(route.base);
    const gainRate = Math.min(0.03, Math.max(2e-5, random.around(0.2, 1.5) / inputUsd));
    const lot = random.chance(0.06) ? 1_000 : 1;
    made.push(this.#hunt.trade(winner, route, amount, gainRate, lot, moment, random));
    for (let late = random.count(failuresPerSuccess); late > 0; late--) {
      const loser = this.#loser();
      made.push(this.#hunt.fail(loser, route, this.#size(route, loser), moment, random));
    }
  }

  /** Those who come too late are mostly the bots that try without end. */
  #loser(): SimulatedWallet {
    const one = this.wallets.hunter(this.#random);
    return one.engine.kind === 'own-program' ? this.wallets.hunter(this.#random) : one;
  }

  #loss(made: MadeTransaction[], moment: Moment): void {
    const random = this.#random;
    const route = this.#findRoute();
    if (!route) return;
    const wallet = this.wallets.hunter(random);
    const amount = this.#size(route, wallet);
    const lossRate = -random.between(0.0005, 0.006);
    made.push(this.#hunt.trade(wallet, route, amount, lossRate, 1, moment, random));
  }

  #noProfit(made: MadeTransaction[], moment: Moment): void {
    const random = this.#random;
    const route = this.#findRoute();
    const wallet = this.wallets.hunter(random);
    // Only a bot's program can be told to have looked.
    if (!route || wallet.engine.kind !== 'bot') return;
    const amount = this.#size(route, wallet);
    made.push(this.#hunt.noProfit(wallet, route, amount, moment, random));
  }

  /** Half of the ordinary swaps are of SOL against dollars, which is where prices come from. */
  #ordinarySwap(moment: Moment): MadeTransaction {
    const random = this.#random;
    const pools = random.chance(0.5) ? this.pools.all.slice(0, 15) : this.pools.all;
    const pool = random.pick(pools);
    const wallet = random.pick(this.wallets.traders);
    return ordinarySwap(this.#tools, this.#state, wallet, pool, moment, random);
  }

  #findRoute(): Route | null {
    const token = this.tokens[this.#random.weighted(this.#rhythm.attention)];
    return token ? this.#routes.find(token, this.#random) : null;
  }

  #size(route: Route, wallet: SimulatedWallet): number {
    const usd = this.#random.around(wallet.sizeUsd, 0.8);
    const bearable = Math.min(usd, this.#routes.bearableUsd(route));
    return this.#routes.rawOfUsd(route.base, Math.max(5, bearable));
  }
}

function feeAccounts(tokens: readonly SimulatedToken[], seed: number) {
  const accounts = tokens.map(({ id }) => new Random(seed, hashText('bot fee'), id).address());
  return (token: SimulatedToken) => accounts[token.id] ?? '';
}
