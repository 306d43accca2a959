import { isBefore } from './attempt.ts';
import type { BlockTransaction, CompetitionBlock } from './blockTransaction.ts';
import type { Parties } from './parties.ts';
import { changeOf, type PoolChange, type RoutePool } from './poolChanges.ts';

/** What made the arbitrage possible. */
export interface Trigger {
  /** Of the last change. */
  readonly pool: RoutePool;
  /** All pools of the route that its transaction moved so. */
  readonly pools: readonly RoutePool[];
  readonly kind: Exclude<PoolChange['kind'], 'named'>;
  /** The last change. */
  readonly transaction: BlockTransaction;
  /**
   * With the swaps of its slot directly before it on these pools, in the same direction; oldest first.
   * Only the trigger itself if it is no swap.
   */
  readonly transactions: readonly BlockTransaction[];
}

export interface BeforeWinner {
  /** `null`: none in the blocks of the window. */
  readonly trigger: Trigger | null;
  /** Other parties' swaps in the direction of the route behind the trigger; oldest first. */
  readonly earlierTakers: readonly EarlierTaker[];
  /** Behind the trigger; they name a pool whose price somebody sets, and may have set it. */
  readonly candidates: readonly { readonly transaction: BlockTransaction; readonly pool: string }[];
}

export interface EarlierTaker {
  readonly transaction: BlockTransaction;
  readonly pools: readonly string[];
}

interface Change {
  readonly transaction: BlockTransaction;
  readonly route: RoutePool;
  readonly change: PoolChange;
}

/** Looks back from a transaction through the blocks before it. */
export function findTrigger(
  winner: BlockTransaction,
  route: readonly RoutePool[],
  blocks: readonly CompetitionBlock[],
  parties: Parties,
): BeforeWinner {
  const changes = blocks
    .flatMap(({ transactions }) => transactions)
    .filter((one) => isBefore(one, winner) && !parties.isSame(one, winner))
    .flatMap((transaction) => changesOf(transaction, route));
  const last = changes.findLastIndex(isTrigger);
  const behind = changes
    .slice(last + 1)
    .filter(({ transaction }) => transaction !== changes[last]?.transaction);
  return {
    trigger: toTrigger(changes[last], changes.slice(0, last)),
    earlierTakers: takersOf(behind),
    candidates: behind
      .filter(({ change }) => change.kind === 'named')
      .map(({ transaction, change }) => ({ transaction, pool: change.pool })),
  };
}

function changesOf(transaction: BlockTransaction, route: readonly RoutePool[]): Change[] {
  return route.flatMap((pool) => {
    const change = changeOf(transaction, pool);
    return change === null ? [] : [{ transaction, route: pool, change }];
  });
}

const isTrigger = ({ change }: Change): boolean =>
  change.kind === 'swap' ? change.isAgainst : change.kind !== 'named';

function toTrigger(last: Change | undefined, earlier: readonly Change[]): Trigger | null {
  if (last === undefined) return null;
  const { transaction, route, change } = last;
  if (change.kind === 'named') return null;
  const isItself = (one: Change): boolean => one.transaction === transaction;
  const others = earlier.filter((one) => isItself(one) && isTrigger(one));
  const pools = [...others.map((one) => one.route), route];
  const before = earlier.filter((one) => !isItself(one) && pools.includes(one.route));
  const consecutive = change.kind === 'swap' ? swapsEndingIn(before, transaction.slot) : [];
  const { kind } = change;
  return { pool: route, pools, kind, transaction, transactions: [...consecutive, transaction] };
}

/** The swaps of the slot at the end, oldest first. */
function swapsEndingIn(changes: readonly Change[], slot: number): BlockTransaction[] {
  const found = new Set<BlockTransaction>();
  for (const one of changes.toReversed()) {
    if (one.change.kind === 'named') continue;
    const isSame = one.change.kind === 'swap' && one.change.isAgainst;
    if (!isSame || one.transaction.slot !== slot) break;
    found.add(one.transaction);
  }
  return [...found].reverse();
}

function takersOf(changes: readonly Change[]): EarlierTaker[] {
  const takers = new Map<BlockTransaction, string[]>();
  for (const { transaction, change } of changes) {
    if (change.kind !== 'swap') continue;
    takers.set(transaction, [...(takers.get(transaction) ?? []), change.pool]);
  }
  return [...takers].map(([transaction, pools]) => ({ transaction, pools }));
}
