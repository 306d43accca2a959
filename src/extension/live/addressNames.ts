import { tokenLabel } from '../finder/tokenRows.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';

/** Look up at draw time, since a row may be drawn before its symbol is known. */
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
