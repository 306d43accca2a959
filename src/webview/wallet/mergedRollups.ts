import type { WalletRollup } from '../messages/wallet.ts';

const maxRows = 8;

interface MergedRollup {
  readonly address: string;
  readonly name: string;
  /** In wallet order; null if a wallet has none. */
  readonly own: readonly (WalletRollup | null)[];
}

/** By descending gains of all wallets. */
export function mergedRollups(lists: readonly (readonly WalletRollup[])[]): MergedRollup[] {
  const names = new Map(lists.flat().map(({ address, name }) => [address, name]));
  const gains = ({ own }: MergedRollup) =>
    own.reduce((sum, each) => sum + (each?.netGainsUsd ?? 0), 0);
  return [...names]
    .map(([address, name]) => ({
      address,
      name,
      own: lists.map((list) => list.find((each) => each.address === address) ?? null),
    }))
    .sort((a, b) => gains(b) - gains(a))
    .slice(0, maxRows);
}
