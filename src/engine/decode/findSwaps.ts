import {
  ammPrograms,
  botPrograms,
  lendingPrograms,
  routerPrograms,
  terminalPrograms,
} from '../../solana/knownPrograms.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { AccountBalances } from './accountBalances.ts';
import type { Movement } from './movement.ts';
import type { ProgramCall, TransactionFlow } from './transactionFlow.ts';

/** A swap is the deepest call in which a trader pays one mint and receives another. */

/** Programs that only forward swaps, and lenders: taking a loan or collateral is not a swap. */
const passThroughPrograms: readonly ReadonlyMap<string, unknown>[] = [
  routerPrograms,
  terminalPrograms,
  botPrograms,
  lendingPrograms,
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
    otherMovements: [...rest, ...pending.flatMap((side) => side.movements)].sort(
      (a, b) => a.order - b.order,
    ),
    halfSwaps: pending,
    unreadPrograms: search.unreadPrograms,
  };
}

interface Unmatched {
  readonly rest: Movement[];
  readonly pending: HalfSwap[];
}

class SwapSearcher {
  readonly unreadPrograms = new Set<string>();
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
    const before = this.#swaps.length;
    const kind = ammPrograms.get(call.program)?.kind;
    const left = this.collect(call.movements, call.calls);
    if (left.rest.length === 0 && left.pending.length === 0) return left;
    if (kind === 'vault') return left;
    if (kind !== undefined) {
      const all = [...left.rest, ...left.pending.flatMap((side) => side.movements)];
      const crossing = all.filter((movement) => this.#crosses(movement));
      if (crossing.length === 0) return { rest: all, pending: [] };
      const swap = this.#matchSwap(call, crossing, all);
      if (swap) {
        this.#swaps.push(swap);
        return { rest: [], pending: [] };
      }
      return { rest: [], pending: [{ call, movements: all }] };
    }
    const joined = this.joinHalves(left);
    const isPassing = passThroughPrograms.some((programs) => programs.has(call.program));
    // Callers of a swap are only wrappers: their other movements are fees, tips or loans.
    if (isPassing || this.#swaps.length > before) return joined;
    const all = [...joined.rest, ...joined.pending.flatMap((side) => side.movements)];
    const crossing = all.filter((movement) => this.#crosses(movement));
    const swap = this.#matchSwap(call, crossing, all);
    if (swap) {
      this.#swaps.push(swap);
      return { rest: [], pending: [] };
    }
    if (this.#looksLikeSwap(crossing)) this.unreadPrograms.add(call.program);
    return joined;
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
    const groups = new Map<string, HalfSwap>();
    for (const side of pending) {
      const { instruction, program } = side.call;
      const { layout } = side.call;
      const key = `${program} ${layout ? instruction.accounts[layout.pools[0] ?? 0] : ''}`;
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
    return {
      call,
      inputMint: input[0],
      inputAmount: input[1],
      outputMint: output[0],
      outputAmount: output[1],
      movements,
    };
  }
}

export function firstOrder(movements: readonly Movement[]): number {
  return movements.reduce((least, movement) => Math.min(least, movement.order), Infinity);
}
