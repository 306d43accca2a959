import type { WalletPlace } from '../../../../src/extension/shared/walletRankings.ts';

/** A wallet in a ranking of 412 wallets. */
export const rankedWallet = (change: Partial<WalletPlace> & { wallet: string }): WalletPlace => ({
  walletsTotal: 412,
  rank: 3,
  share: 0.042,
  net_gains_usd: 1_093.56,
  net_gains_sol: 6.564,
  revenues_usd: 2_000,
  volume_usd: 90_000,
  transactions: { success: 280, fail: 41, total: 321 },
  success_rate: 280 / 321,
  tips: 8_214_000_000n,
  fees: 1_210_000_000n,
  bot: 'SMB',
  ...change,
});
