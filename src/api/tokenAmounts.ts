/** Raw amounts of tokens as numbers, and back. `format.ts` formats them. */

/** The double nearest to the amount, which prints without further digits. */
export function amountToNumber(raw: bigint, decimals: number): number {
  const number = Number(raw);
  const power = powersOfTen[decimals];
  // The quotient of two exact doubles is rounded once.
  if (power !== undefined && Number.isSafeInteger(number)) return number / power;
  const size = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0');
  const point = size.length - decimals;
  return Number(`${raw < 0n ? '-' : ''}${size.slice(0, point)}.${size.slice(point)}0`);
}

/** Those that a double holds exactly. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

export const solDecimals = 9;
export const lamportsPerSol = 1e9;

export const lamportsToSol = (lamports: bigint): number => amountToNumber(lamports, solDecimals);

/** The nearest whole lamport. Throws a RangeError for NaN and infinity. */
export const solToLamports = (sol: number): bigint => BigInt(Math.round(sol * lamportsPerSol));
