import type { MintAmount } from './arbitrageRecord.ts';

export function sumByMint(amounts: readonly MintAmount[]): MintAmount[] {
  const sums = new Map<string, bigint>();
  for (const { mint, amount } of amounts) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
  return [...sums].map(([mint, amount]) => ({ mint, amount }));
}
