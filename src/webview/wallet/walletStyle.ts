import { linePatterns } from '../charts/marks.ts';

/** How a wallet is drawn in every chart: by its place in the table. Never by colour alone. */
export const walletStyle = (at: number) => ({
  color: at,
  pattern: at % linePatterns.length,
  shape: at,
});
