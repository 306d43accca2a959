const explorers = {
  solscan: { transaction: 'https://solscan.io/tx/', address: 'https://solscan.io/account/' },
  solanaExplorer: {
    transaction: 'https://explorer.solana.com/tx/',
    address: 'https://explorer.solana.com/address/',
  },
  solanaFm: { transaction: 'https://solana.fm/tx/', address: 'https://solana.fm/address/' },
  orb: { transaction: 'https://orbmarkets.io/tx/', address: 'https://orbmarkets.io/address/' },
} as const;
export type ExplorerId = keyof typeof explorers;

const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/;

/** Null if `id` is neither a transaction nor an address. */
export function explorerUrl(
  explorer: ExplorerId,
  what: 'transaction' | 'address',
  id: string,
): string | null {
  // The setting may contain any value.
  const pages = Object.hasOwn(explorers, explorer) ? explorers[explorer] : explorers.solscan;
  return base58.test(id) ? `${pages[what]}${id}` : null;
}
