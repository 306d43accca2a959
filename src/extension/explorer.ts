const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/;

/** Page of a block explorer for a transaction or an address; null for what is neither. */
export function explorerUrl(what: 'transaction' | 'address', id: string): string | null {
  if (!base58.test(id)) return null;
  return `https://solscan.io/${what === 'transaction' ? 'tx' : 'account'}/${id}`;
}
