import { lamportsPerSol } from '../../api/tokenAmounts.ts';

/**
 * SQL of both stores for the sum of a column in SOL, in lamports as a double. A sum of doubles with
 * decimals drifts and depends on the order of the rows; one of whole numbers is exact up to 2^53.
 * @param column A column or expression from this code, never user input.
 */
export const sumLamports = (column: string): string => `sum(round(${column} * ${lamportsPerSol}))`;
