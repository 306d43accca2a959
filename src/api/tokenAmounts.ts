import { t } from '@vscode/l10n';
import { formatCount } from './format.ts';

/** Formats raw token amounts for people, with the typographic signs `−` and `+`. */

/** All digits, grouped, without trailing zeros: `1,234.000001`. */
export function formatExactAmount(raw: bigint, decimals: number): string {
  const { sign, whole, fraction } = splitAmount(raw, decimals);
  return `${sign}${formatCount(whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

const significantDigits = 5;
const maxLeadingZeros = 9;
const magnitudeSuffixes = [
  [15, 'Q'],
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
] as const;

/** About five digits: `0.016411`, `1,234.5`, `12.346M`. */
export function formatShortAmount(raw: bigint, decimals: number): string {
  const { sign, whole, fraction } = splitAmount(raw, decimals);
  if (whole === 0n && fraction === '') return '0';
  const wholeText = whole.toString();
  if (whole === 0n) {
    const zeros = fraction.length - fraction.replace(/^0+/, '').length;
    if (zeros >= maxLeadingZeros) {
      const digits = fraction.slice(zeros, zeros + 3);
      return `${sign}${formatMantissa(digits)}e-${zeros + 1}`;
    }
    return `${sign}0.${trimTrailingZeros(fraction.slice(0, zeros + significantDigits))}`;
  }
  if (wholeText.length > 18) {
    return `${sign}${formatMantissa(wholeText.slice(0, 4))}e${wholeText.length - 1}`;
  }
  for (const [zeros, letter] of magnitudeSuffixes) {
    if (wholeText.length <= zeros) continue;
    const tail = trimTrailingZeros(wholeText.slice(-zeros).slice(0, 3));
    return `${sign}${wholeText.slice(0, -zeros)}${tail === '' ? '' : `.${tail}`}${letter}`;
  }
  const room = Math.max(0, significantDigits - wholeText.length);
  const rest = trimTrailingZeros(fraction.slice(0, room));
  return `${sign}${formatCount(whole)}${rest === '' ? '' : `.${rest}`}`;
}

/** The double nearest to the amount, which prints without further digits. */
export function amountToNumber(raw: bigint, decimals: number): number {
  const number = Number(raw);
  const power = powersOfTen[decimals];
  // The quotient of two exact doubles is rounded once.
  if (power !== undefined && Number.isSafeInteger(number)) return number / power;
  const { sign, whole, fraction } = splitAmount(raw, decimals);
  return Number(`${sign === '' ? '' : '-'}${whole}.${fraction === '' ? '0' : fraction}`);
}

/** Those that a double holds exactly. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

export const solDecimals = 9;
export const lamportsPerSol = 1e9;

export const lamportsToSol = (lamports: bigint): number => amountToNumber(lamports, solDecimals);

/** The nearest whole lamport. Throws a RangeError for NaN and infinity. */
export const solToLamports = (sol: number): bigint => BigInt(Math.round(sol * lamportsPerSol));

/** Six significant digits, without an exponent. */
export function formatSignificant(value: number): string {
  if (!Number.isFinite(value)) return t('unknown');
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-9 || size >= 1e15)) return value.toPrecision(4).replace('-', '−');
  const text = size.toFixed(
    Math.min(15, Math.max(0, 5 - Math.floor(Math.log10(size === 0 ? 1 : size)))),
  );
  const [whole = '0', fraction = ''] = text.split('.');
  const rest = trimTrailingZeros(fraction);
  return `${value < 0 ? '−' : ''}${formatCount(BigInt(whole))}${rest === '' ? '' : `.${rest}`}`;
}

export const withPlusSign = (text: string): string =>
  text.startsWith('−') || !/[1-9]/.test(text) ? text : `+${text}`;

function splitAmount(raw: bigint, decimals: number) {
  const size = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0');
  const split = size.length - decimals;
  return {
    sign: raw < 0n ? '−' : '',
    whole: BigInt(size.slice(0, split)),
    fraction: trimTrailingZeros(size.slice(split)),
  };
}

const trimTrailingZeros = (fraction: string): string => fraction.replace(/0+$/, '');

const formatMantissa = (digits: string): string => {
  const rest = trimTrailingZeros(digits.slice(1));
  return rest === '' ? digits.slice(0, 1) : `${digits.slice(0, 1)}.${rest}`;
};
