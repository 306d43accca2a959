import type { MissingPool } from './coverage.ts';

type Added = Pick<MissingPool, 'adds'>;

/**
 * Missing pools, best first, by what covers further arbitrages: a route with several missing pools is
 * covered with the last of them only, so those before it add nothing.
 */
export function addedTogether<Pool extends Added>(
  pools: readonly Pool[],
): readonly (readonly [Pool, ...Pool[]])[] {
  const groups: [Pool, ...Pool[]][] = [];
  let isOpen = false;
  for (const pool of pools) {
    const last = groups.at(-1);
    if (isOpen && last !== undefined) last.push(pool);
    else groups.push([pool]);
    isOpen = pool.adds.transactions === 0;
  }
  return groups;
}
