import {
  ammPrograms,
  botPrograms,
  lendingPrograms,
  routerPrograms,
  terminalPrograms,
} from '../../solana/knownPrograms.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { AccountBalances } from './accountBalances.ts';
import { isKnownNonSwap, isSettlement, issuesTokens } from './ammInstructions.ts';
import type { Movement } from './movement.ts';
import type { ProgramCall, TransactionFlow } from './transactionFlow.ts';

/**
 * A swap is the deepest call in which a trader pays one mint and receives another: a known swap
 * instruction, or one whose transfers go through the vaults of one pool, unless the program
 * publishes it as something else (liquidity, fees, rewards, orders).
 */

/** Programs that only forward swaps. */
const passThroughPrograms: readonly ReadonlyMap<string, unknown>[] = [
  routerPrograms,
  terminalPrograms,
  botPrograms,
];

export interface SwapCall {
  /** The AMM's call; if input and output are in separate calls, the call of the output. */
  readonly call: ProgramCall;
  readonly inputMint: string;
  readonly inputAmount: bigint;
  readonly outputMint: string;
  readonly outputAmount: bigint;
  readonly movements: readonly Movement[];
}

export interface SwapSearchResult {
  readonly swaps: readonly SwapCall[];
  readonly otherMovements: readonly Movement[];
  /** Those of them that an AMM moved outside of swaps: liquidity, its fees, funds of orders. */
  readonly liquidityMovements: ReadonlySet<Movement>;
  /** AMM calls that show only one side; the other side moved without a transfer. */
  readonly halfSwaps: readonly HalfSwap[];
  /** Unknown programs that exchanged tokens, but not exactly one mint for another. */
  readonly unreadPrograms: ReadonlySet<string>;
}

/** The other side is in a sibling call. */
export interface HalfSwap {
  readonly call: ProgramCall;
  readonly movements: Movement[];
}

export type IsTraderAccount = (account: number) => boolean;

export function findSwaps(
  flow: TransactionFlow,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): SwapSearchResult {
  const swaps: SwapCall[] = [];
  const search = new SwapSearcher(balances, isTraders, swaps);
  const left = search.collect(flow.root.movements, flow.root.calls);
  const { rest, pending } = search.joinHalves(left);
  swaps.sort((a, b) => firstOrder(a.movements) - firstOrder(b.movements));
  return {
    swaps,
    otherMovements: [
      ...rest,
      ...pending.flatMap((side) => side.movements),
      ...search.settledMovements,
    ].sort((a, b) => a.order - b.order),
    liquidityMovements: search.liquidityMovements,
    halfSwaps: pending,
    unreadPrograms: search.unreadPrograms,
  };
}

interface Unmatched {
  readonly rest: Movement[];
  readonly pending: HalfSwap[];
}

const nothing = (): Unmatched => ({ rest: [], pending: [] });

const allOf = ({ rest, pending }: Unmatched): Movement[] => [
  ...rest,
  ...pending.flatMap((side) => side.movements),
];

class SwapSearcher {
  readonly unreadPrograms = new Set<string>();
  /** Of calls that are not swaps, and so not part of a caller's swap either. */
  readonly settledMovements: Movement[] = [];
  readonly liquidityMovements = new Set<Movement>();
  readonly #balances: AccountBalances;
  readonly #isTraders: IsTraderAccount;
  readonly #swaps: SwapCall[];

  constructor(balances: AccountBalances, isTraders: IsTraderAccount, swaps: SwapCall[]) {
    this.#balances = balances;
    this.#isTraders = isTraders;
    this.#swaps = swaps;
  }

  collect(own: readonly Movement[], calls: readonly ProgramCall[]): Unmatched {
    const left: Unmatched = { rest: [...own], pending: [] };
    for (const call of calls) {
      const below = this.#visit(call);
      left.rest.push(...below.rest);
      left.pending.push(...below.pending);
    }
    return left;
  }

  #visit(call: ProgramCall): Unmatched {
    const swapsBefore = this.#swaps.length;
    const settledBefore = this.settledMovements.length;
    const left = this.collect(call.movements, call.calls);
    if (left.rest.length === 0 && left.pending.length === 0) return left;
    const kind = ammPrograms.get(call.program)?.kind;
    if (kind === 'vault') return left;
    if (kind !== undefined) return this.#visitAmm(call, allOf(left));
    const joined = this.joinHalves(left);
    if (lendingPrograms.has(call.program)) {
      this.settledMovements.push(...joined.rest);
      return { rest: [], pending: joined.pending };
    }
    // Callers of a swap are only wrappers: their other movements are fees, tips or loans. Callers
    // that deposit or lend are not markets either.
    const isWrapper =
      passThroughPrograms.some((programs) => programs.has(call.program)) ||
      this.#swaps.length > swapsBefore ||
      this.settledMovements.length > settledBefore;
    if (isWrapper) return joined;
    const all = allOf(joined);
    const crossing = all.filter((movement) => this.#crosses(movement));
    const swap = this.#matchSwap(call, crossing, all);
    if (swap) {
      this.#swaps.push(swap);
      return nothing();
    }
    if (this.#looksLikeSwap(crossing)) this.unreadPrograms.add(call.program);
    return joined;
  }

  #visitAmm(call: ProgramCall, all: Movement[]): Unmatched {
    const { program, instruction, layout } = call;
    if (layout === null && isKnownNonSwap(program, instruction)) {
      for (const movement of all) this.liquidityMovements.add(movement);
      this.settledMovements.push(...all);
      return nothing();
    }
    const crossing = all.filter((movement) => this.#crosses(movement));
    if (crossing.length === 0) return { rest: all, pending: [] };
    const swap = this.#matchSwap(call, crossing, all);
    if (swap) {
      this.#swaps.push(swap);
      return nothing();
    }
    if (layout !== null || issuesTokens(program)) {
      return { rest: [], pending: [{ call, movements: all }] };
    }
    if (isSettlement(program, instruction)) return { rest: all, pending: [] };
    this.settledMovements.push(...all);
    return nothing();
  }

  #looksLikeSwap(crossing: readonly Movement[]): boolean {
    const tokens = crossing.filter(({ isNative }) => !isNative);
    const paid = tokens.filter(({ from }) => this.#isTraders(from));
    return paid.some(({ mint }) =>
      tokens.some((one) => !this.#isTraders(one.from) && one.mint !== mint),
    );
  }

  /** Joins halves: AMM calls on one pool, or a router's transfers with the AMM call beside them. */
  joinHalves({ rest, pending }: Unmatched): Unmatched {
    if (pending.length === 0) return { rest, pending };
    const groups = new Map<unknown, HalfSwap>();
    for (const side of pending) {
      const { instruction, program, layout } = side.call;
      const pool = layout ? instruction.accounts[layout.pools[0] ?? 0] : '';
      const key = layout?.discriminator === '' ? side : `${program} ${pool}`;
      const known = groups.get(key);
      groups.set(key, {
        call: side.call,
        movements: [...(known?.movements ?? []), ...side.movements],
      });
    }
    const stillPending: HalfSwap[] = [];
    let free = rest;
    for (const side of groups.values()) {
      const accounts = new Set(Array.from(side.call.instruction.accounts));
      const touches = (movement: Movement) =>
        this.#crosses(movement) &&
        accounts.has(this.#isTraders(movement.from) ? movement.to : movement.from);
      const movements = [...side.movements, ...free.filter(touches)];
      let swap = this.#matchSwap(
        side.call,
        side.movements.filter((movement) => this.#crosses(movement)),
        side.movements,
      );
      if (swap) {
        this.#swaps.push(swap);
        continue;
      }
      swap = this.#matchSwap(
        side.call,
        movements.filter((movement) => this.#crosses(movement)),
        movements,
      );
      if (swap) {
        this.#swaps.push(swap);
        free = free.filter((movement) => !touches(movement));
      } else stillPending.push(side);
    }
    return { rest: free, pending: stillPending };
  }

  /** Tips do not count. */
  #crosses(movement: Movement): boolean {
    const from = movement.from >= 0 && this.#isTraders(movement.from);
    const to = movement.to >= 0 && this.#isTraders(movement.to);
    if (from === to) return false;
    return !(
      from &&
      movement.isNative &&
      movement.to >= 0 &&
      tipProviderByAccount.has(this.#balances.keys.at(movement.to))
    );
  }

  /** `crossing`: the movements of `all` between the traders and others. */
  #matchSwap(
    call: ProgramCall,
    crossing: readonly Movement[],
    movements: readonly Movement[],
  ): SwapCall | null {
    if (crossing.length < 2) return null;
    const swap = this.#matchSides(call, crossing, movements);
    if (swap) return swap;
    // A fee in lamports beside the swap would look like a second input.
    const tokensOnly = crossing.filter((movement) => !movement.isNative);
    return tokensOnly.length < crossing.length
      ? this.#matchSides(call, tokensOnly, movements)
      : null;
  }

  /** `null` unless the traders paid exactly one mint and received exactly one other. */
  #matchSides(
    call: ProgramCall,
    crossing: readonly Movement[],
    movements: readonly Movement[],
  ): SwapCall | null {
    const net = new Map<string, bigint>();
    for (const movement of crossing) {
      const change = this.#isTraders(movement.from)
        ? -movement.amount
        : movement.amount - movement.fee;
      net.set(movement.mint, (net.get(movement.mint) ?? 0n) + change);
    }
    let input: [string, bigint] | undefined;
    let output: [string, bigint] | undefined;
    for (const [mint, change] of net) {
      if (change < 0n) {
        if (input) return null;
        input = [mint, -change];
      } else if (change > 0n) {
        if (output) return null;
        output = [mint, change];
      }
    }
    if (!input || !output) return null;
    if (!isPublishedSwap(call) && !this.#usesOnePool(call, crossing, input[0], output[0])) {
      return null;
    }
    return {
      call,
      inputMint: input[0],
      inputAmount: input[1],
      outputMint: output[0],
      outputAmount: output[1],
      movements,
    };
  }

  /**
   * Whether the input went to a pool's vault and the output came from one. A minted or burned LP
   * token comes from no vault.
   */
  #usesOnePool(
    { program }: ProgramCall,
    crossing: readonly Movement[],
    inputMint: string,
    outputMint: string,
  ): boolean {
    const receivers = crossing.filter(
      ({ mint, from }) => mint === inputMint && this.#isTraders(from),
    );
    const senders = crossing.filter(({ mint, to }) => mint === outputMint && this.#isTraders(to));
    return receivers.some(({ to }) =>
      senders.some(({ from }) => {
        if (to < 0 || from < 0) return issuesTokens(program);
        return this.#haveOneOwner(to, from);
      }),
    );
  }

  /** Also true for vaults that own themselves. */
  #haveOneOwner(...vaults: readonly [number, number]): boolean {
    const [first, second] = vaults.map((vault) => this.#balances.ownerOf(vault));
    if (first === second) return true;
    return vaults.every((vault) => this.#balances.ownerOf(vault) === this.#balances.keys.at(vault));
  }
}

/** Whether the instruction is known to be a swap, so that its sides need no further evidence. */
const isPublishedSwap = ({ layout }: ProgramCall): boolean =>
  layout !== null && layout.discriminator !== '';

export function firstOrder(movements: readonly Movement[]): number {
  return movements.reduce((least, movement) => Math.min(least, movement.order), Infinity);
}
