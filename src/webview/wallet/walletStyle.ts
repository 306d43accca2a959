import { linePatterns } from '../charts/marks.ts';

/** Style of a wallet in every chart, by its position in the table; not only by colour. */
export const walletStyle = (at: number) => ({
  color: at,
  pattern: at % linePatterns.length,
  shape: at,
});
