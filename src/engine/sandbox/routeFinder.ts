import { otherSide, type PoolReserves, type SwapAmounts } from './poolReserves.ts';
import type { Random } from './random.ts';
import type { SimulatedPool, SimulatedPools } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

/** Over one pool, or split over two. */
export interface RouteStage {
  readonly input: SimulatedToken;
  readonly pools: readonly SimulatedPool[];
  /** Share of the first pool. */
  readonly share: number;
}

export interface RoutedSwap {
  readonly pool: SimulatedPool;
  readonly input: SimulatedToken;
  readonly amounts: SwapAmounts;
}

export interface Route {
  readonly base: SimulatedToken;
  readonly stages: readonly RouteStage[];
  /** Its pools deviate from the market price, which makes the route profitable. */
  readonly mispricedStage: RouteStage;
}

/** A loss that is clear of rounding. */
const lateRate = -0.001;

export class RouteFinder {
  readonly #pools: SimulatedPools;
  readonly #state: PoolReserves;
  readonly #sol: SimulatedToken;
  readonly #usdc: SimulatedToken;
  readonly #usdt: SimulatedToken;

  constructor(tokens: readonly SimulatedToken[], pools: SimulatedPools, state: PoolReserves) {
    const [sol, usdc, usdt] = tokens;
    if (!sol || !usdc || !usdt) throw new RangeError('the market needs SOL, USDC and USDT');
    this.#sol = sol;
    this.#usdc = usdc;
    this.#usdt = usdt;
    this.#pools = pools;
    this.#state = state;
  }

  /** Its mispriced pools are untouched. `null`: none found. */
  find(token: SimulatedToken, random: Random): Route | null {
    for (let attempt = 0; attempt < 4; attempt++) {
      const route = this.#draw(token, random);
      if (route?.mispricedStage.pools.every((pool) => this.#state.isUntouched(pool))) return route;
    }
    return null;
  }

  #draw(token: SimulatedToken, random: Random): Route | null {
    const draw = random.next();
    const base = draw < 0.96 ? this.#sol : draw < 0.99 ? this.#usdc : this.#usdt;
    if (base === token) return null;
    const direct = this.#pools.forPair(base, token);
    // Another quote token on the way back makes the route one stage longer.
    const quotes = [this.#sol, this.#usdc, this.#usdt].filter(
      (quote) => quote !== base && quote !== token && this.#pools.forPair(token, quote).length > 0,
    );
    const goesAround = direct.length < 2 || (quotes.length > 0 && random.chance(0.3));
    if (direct.length === 0 || (goesAround && quotes.length === 0)) return null;
    const used = new Set<SimulatedPool>();
    const stage = (input: SimulatedToken, output: SimulatedToken, mayKeep: number) =>
      this.#drawStage(input, this.#pools.forPair(input, output), mayKeep, used, random);

    const first = stage(base, token, goesAround ? 0 : 1);
    if (!first) return null;
    if (!goesAround) {
      const second = stage(token, base, 0);
      return second && { base, stages: [first, second], mispricedStage: second };
    }
    const quote = random.pick(quotes);
    const second = stage(token, quote, 0);
    const third = stage(quote, base, 0);
    return second && third && { base, stages: [first, second, third], mispricedStage: second };
  }

  /** Leaves some pools for the way back. */
  #drawStage(
    input: SimulatedToken,
    candidates: readonly SimulatedPool[],
    leave: number,
    used: Set<SimulatedPool>,
    random: Random,
  ): RouteStage | null {
    const free = candidates.filter((pool) => !used.has(pool));
    if (free.length <= leave) return null;
    const start = random.below(free.length);
    const [one, other] = [free[start], free[(start + 1) % free.length]];
    if (!one || !other) return null;
    // No split for tokens with transfer fees: only the sum of the fees would be visible.
    const isTaxed = [one.tokenA, one.tokenB].some((token) => token.transferFeeBasisPoints > 0);
    const isSplit = free.length > leave + 1 && one !== other && !isTaxed && random.chance(0.12);
    const pools = isSplit ? [one, other] : [one];
    for (const pool of pools) used.add(pool);
    return { input, pools, share: isSplit ? random.between(0.3, 0.7) : 1 };
  }

  maximumTradeUsd(route: Route): number {
    let least = Infinity;
    for (const { pools } of route.stages) {
      for (const pool of pools) least = Math.min(least, pool.liquidityUsd);
    }
    return least * 0.006;
  }

  setGain(route: Route, amount: number, gainRate: number): void {
    const atGoingPrices = this.#walk(route, amount, 0, () => {});
    const factor = (amount * (1 + gainRate)) / atGoingPrices;
    const { input, pools } = route.mispricedStage;
    for (const pool of pools) this.#state.scale(pool, otherSide(pool, input), factor);
  }

  /** With a lot above 1, only whole lots of middle tokens are passed on. */
  trade(route: Route, amount: number, lot: number): readonly RoutedSwap[] {
    const swaps: RoutedSwap[] = [];
    this.#walk(route, amount, lot, (pool, input, amounts) => {
      this.#state.apply(pool, input, amounts);
      swaps.push({ pool, input, amounts });
    });
    return swaps;
  }

  /** What a trade would swap that comes too late for a gain; nothing changes. */
  quoteWithoutGain(route: Route, amount: number): readonly RoutedSwap[] {
    const { input, pools } = route.mispricedStage;
    const before = pools.map((pool) => this.#state.reserve(pool, otherSide(pool, input)));
    if (this.#walk(route, amount, 1, () => {}) >= amount) this.setGain(route, amount, lateRate);
    const swaps: RoutedSwap[] = [];
    this.#walk(route, amount, 1, (pool, paid, amounts) => {
      swaps.push({ pool, input: paid, amounts });
    });
    for (const [at, reserve] of before.entries()) {
      const pool = pools[at];
      if (pool) this.#state.set(pool, otherSide(pool, input), reserve);
    }
    return swaps;
  }

  #walk(
    route: Route,
    amount: number,
    lot: number,
    visit: (pool: SimulatedPool, input: SimulatedToken, amounts: SwapAmounts) => void,
  ): number {
    let carried = amount;
    for (const { input, pools, share } of route.stages) {
      if (lot > 1 && input !== route.base && carried > lot * 200) carried -= carried % lot;
      let received = 0;
      let left = carried;
      for (const pool of pools) {
        const part =
          pools.length === 1 ? left : received === 0 ? Math.floor(carried * share) : left;
        const amounts = this.#state.quote(pool, input, part);
        left -= part;
        received += amounts.received;
        visit(pool, input, amounts);
      }
      carried = received;
    }
    return carried;
  }
}
