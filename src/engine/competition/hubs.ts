import type { BlockTransaction, CompetitionBlock } from './blockTransaction.ts';

/**
 * A hub connects many tokens, so two circles that share it alone may want different things. These are
 * the least numbers of routes with different tokens, and of wallets, in one window.
 */
const hubMinimums = { routes: 3, wallets: 3 } as const;

/** Pools that many of the window's circles use, successful or not. */
export function findHubs(blocks: readonly CompetitionBlock[]): ReadonlySet<string> {
  const uses = new Map<string, { readonly routes: Set<string>; readonly wallets: Set<string> }>();
  for (const { transactions } of blocks) {
    for (const transaction of transactions) addUses(transaction, uses);
  }
  const hubs = [...uses].filter(
    ([, { routes, wallets }]) =>
      routes.size >= hubMinimums.routes && wallets.size >= hubMinimums.wallets,
  );
  return new Set(hubs.map(([pool]) => pool));
}

function addUses(
  { circle, message }: BlockTransaction,
  uses: Map<string, { readonly routes: Set<string>; readonly wallets: Set<string> }>,
): void {
  if (circle.cycle.kind === 'none') return;
  const mints = new Set(circle.swaps.map(({ inputMint }) => inputMint));
  const route = [...mints].sort().join(' ');
  for (const { pool } of circle.swaps) {
    if (pool === null) continue;
    const known = uses.get(pool) ?? { routes: new Set<string>(), wallets: new Set<string>() };
    known.routes.add(route);
    known.wallets.add(message.keys.at(0));
    uses.set(pool, known);
  }
}
