import type { TokenRanking } from '../../api/finder.ts';

/** A row of the Finder for a token; a dropped one is in the newest response no more. */
export interface TokenSlot {
  readonly token: TokenRanking;
  readonly isDropped: boolean;
}

/** The rows of tokens in their own order. */
export const sortedSlots = (tokens: readonly TokenRanking[]): readonly TokenSlot[] =>
  tokens.map((token) => ({ token, isDropped: false }));

/**
 * The rows after a refresh that nobody asked for: each token stays where it is, with its new
 * figures. A token that has dropped out keeps its row until a new one takes it; others are added at
 * the end.
 */
export function keptSlots(
  slots: readonly TokenSlot[],
  tokens: readonly TokenRanking[],
): readonly TokenSlot[] {
  const byMint = new Map(tokens.map((token) => [token.mint, token]));
  const before = new Set(slots.map(({ token }) => token.mint));
  const added = tokens.filter(({ mint }) => !before.has(mint));
  const kept = slots.map((slot): TokenSlot => {
    const token = byMint.get(slot.token.mint);
    if (token !== undefined) return { token, isDropped: false };
    // One that has been there for a refresh already: nobody misses it.
    const replacement = slot.isDropped ? added.shift() : undefined;
    return replacement === undefined
      ? { ...slot, isDropped: true }
      : { token: replacement, isDropped: false };
  });
  const all = [...kept, ...sortedSlots(added)];
  return all.slice(0, all.findLastIndex(({ isDropped }) => !isDropped) + 1);
}
