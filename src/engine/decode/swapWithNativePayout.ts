import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { IsTraderAccount, SwapCall, SwapSearchResult } from './findSwaps.ts';

/**
 * Some programs (bonding curves) pay SOL by changing lamports without any instruction, so only the
 * token side of the swap shows. Where there is one such call, the lamports that nothing else
 * explains are what it paid.
 */
export function swapWithNativePayout(
  search: SwapSearchResult,
  unexplainedLamports: bigint,
  isTraders: IsTraderAccount,
): SwapCall | null {
  const [side, second] = search.halfSwaps;
  if (!side || second || unexplainedLamports <= 0n) return null;
  const paid = side.movements.filter(({ from, to }) => isTraders(from) && !isTraders(to));
  const [first] = paid;
  if (!first || first.mint === wrappedSolMint) return null;
  if (paid.some(({ mint }) => mint !== first.mint)) return null;
  return {
    call: side.call,
    inputMint: first.mint,
    inputAmount: paid.reduce((sum, { amount }) => sum + amount, 0n),
    outputMint: wrappedSolMint,
    outputAmount: unexplainedLamports,
    movements: side.movements,
  };
}
