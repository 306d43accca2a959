import { tokenLabel } from '../finder/tokenRows.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';

/**
 * Names that the user gave wallets, and symbols that a response told of tokens; undefined for any
 * other address. A row may have been drawn before its symbol was known.
 */
export const addressNames =
  (
    tracked: Pick<TrackedWallets, 'find'>,
    recentResponses: Pick<RecentResponses, 'mint'>,
  ): ((address: string) => string | undefined) =>
  (address) => {
    const name = tracked.find(address)?.name;
    if (name) return name;
    const symbol = recentResponses.mint(address)?.symbol.trim();
    return symbol ? tokenLabel(address, symbol) : undefined;
  };
