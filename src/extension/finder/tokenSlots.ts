import type { TokenRanking } from '../../api/finder.ts';

/** The Finder's row of a token; `isDropped`: missing in the newest response. */
export interface TokenSlot {
  readonly token: TokenRanking;
  readonly isDropped: boolean;
}

export const sortedSlots = (tokens: readonly TokenRanking[]): readonly TokenSlot[] =>
  tokens.map((token) => ({ token, isDropped: false }));

/**
 * The rows after an automatic refresh: each token keeps its row and gets its new figures. A token
 * that dropped out keeps its row until a new token takes it; other new tokens go to the end.
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
    // Replace only tokens that were already shown as dropped out for one refresh.
    const replacement = slot.isDropped ? added.shift() : undefined;
    return replacement === undefined
      ? { ...slot, isDropped: true }
      : { token: replacement, isDropped: false };
  });
  const all = [...kept, ...sortedSlots(added)];
  return all.slice(0, all.findLastIndex(({ isDropped }) => !isDropped) + 1);
}
