import { t } from '@vscode/l10n';

/**
 * Formats of figures for people, the same in every locale and on every page, row and hover. Files for
 * machines have ISO times and plain numbers instead. The rule by unit:
 *
 * - Signs: `−`, and `+` only where a gain can be told from a loss; zero has none.
 * - USD: cents; below a cent two significant digits, from a million a suffix. Rows and sums leave out
 *   the cents from $10.
 * - SOL: six decimals at most; one payment, and steps that must add up, have all nine. Columns have six.
 * - Lamports, counts: whole, grouped. Other amounts: all digits, or about five where room is short.
 * - Shares: a tenth of a percent. Ratios: two digits. Ticks of an axis: three.
 * - Ages: the largest whole unit; after 30 days a date. Windows: the largest unit that is exact.
 * - What is too small to show is `<` the smallest step, never 0. What is not known is `unknown`.
 */

/** Typographic minus, for display only: machine-readable files use `-`. */
const minusSign = '−';
const lamportsPerSol = 1_000_000_000n;
const unknownLabel = t('unknown');

/** `12,345`. */
export function formatCount(value: number | bigint): string {
  const text = String(typeof value === 'number' ? Math.round(value) : value);
  // Fast path: trees format thousands of figures at once, most of them short.
  return text.length <= 3 ? text : text.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export const formatTransactionCount = (value: number): string =>
  Number.isFinite(value) ? `${formatCount(value)} tx` : `${unknownLabel} tx`;

/** US dollars: two decimals, more below a cent, and a suffix from a million: `$1.20M`. */
export function formatUsd(value: number | null | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return unknownLabel;
  const sign = value < 0 ? minusSign : '';
  return `${sign}${formatPositiveUsd(Math.abs(value))}`;
}

/** Like `formatUsd`, with a plus sign for gains: `+$0.0042`, `−$3.49`. Zero has no sign. */
export const formatSignedUsd = (value: number | null | undefined): string =>
  `${typeof value === 'number' && Number.isFinite(value) && value > 0 ? '+' : ''}${formatUsd(value)}`;

/** Like `formatUsd`, but without cents from $10 and for zero: `$79`, `$0`. */
export function formatUsdShort(value: number | null | undefined): string {
  if (value === 0) return '$0';
  if (typeof value !== 'number' || !(Math.abs(value) >= 10) || Math.abs(value) >= 999_999.995) {
    return formatUsd(value);
  }
  return `${value < 0 ? minusSign : ''}$${formatCount(Math.abs(value))}`;
}

/** Like `formatUsdShort`, with a plus sign for gains: `+$1,736`. */
export const formatSignedUsdShort = (value: number | null | undefined): string =>
  withPlusSign(formatUsdShort(value));

const magnitudeSuffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const;

function formatPositiveUsd(value: number): string {
  if (value > 0 && value < 1e-6) return '<$0.000001';
  return `$${formatMagnitude(value)}`;
}

function formatMagnitude(value: number): string {
  if (value === 0) return '0.00';
  if (value < 0.01) return value.toFixed(1 - Math.floor(Math.log10(value)));
  // A value that rounds up to a million counts as a million.
  const scale = magnitudeSuffixes.find(([size]) => value >= size - size / 2e8);
  if (scale !== undefined) return `${formatGrouped(value / scale[0])}${scale[1]}`;
  return formatGrouped(value);
}

function formatGrouped(value: number): string {
  if (value >= 1e15) return value.toPrecision(4);
  const text = value.toFixed(2);
  if (value < 999) return text;
  const [whole = '0', decimals = '00'] = text.split('.');
  return `${formatCount(BigInt(whole))}.${decimals}`;
}

export const formatLamports = (value: bigint): string =>
  `${formatCount(value)} ${value === 1n ? 'lamport' : 'lamports'}`;

/** Lamports as SOL with all digits and no trailing zeros: `0.000012345 SOL`. */
export function formatLamportsAsSol(value: bigint): string {
  const sign = value < 0n ? minusSign : '';
  const size = value < 0n ? -value : value;
  const fraction = (size % lamportsPerSol).toString().padStart(9, '0').replace(/0+$/, '');
  const whole = formatCount(size / lamportsPerSol);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} SOL`;
}

/**
 * An amount of SOL with at most six decimals: `8.2 SOL`, `0.021458 SOL`. The amount of one payment, and
 * steps that must add up, have all nine: `formatLamportsAsSol`, `formatExactAmount`.
 */
export function formatSol(value: number): string {
  if (!Number.isFinite(value)) return `${unknownLabel} SOL`;
  const rounded = Math.round(value * 1e6);
  if (rounded === 0 && value !== 0) return `${value < 0 ? minusSign : ''}<0.000001 SOL`;
  return formatLamportsAsSol(BigInt(rounded) * 1_000n);
}

/** SOL in a column, without the unit and with all six decimals: `0.021458`. */
export function formatSolColumn(sol: number): string {
  if (!Number.isFinite(sol)) return unknownLabel;
  const sign = sol < 0 ? minusSign : '';
  const size = Math.abs(sol);
  if (size > 0 && size < 0.5e-6) return `${sign}<0.000001`;
  const [whole = '0', decimals = ''] = size.toFixed(6).split('.');
  return `${sign}${formatCount(BigInt(whole))}.${decimals}`;
}

/**
 * A duration in its largest whole unit, to the second: `45 s`, `90 min`, `24 h`, `3 d`; from two
 * minutes in two units: `59 min 59 s`. `otherwise` if it is invalid.
 */
export function formatDuration(duration: number, otherwise: string = unknownLabel): string {
  if (!Number.isFinite(duration) || duration < 0) return otherwise;
  const seconds = Math.round(duration);
  const rest = seconds % 60;
  if (seconds < 120 && (rest !== 0 || seconds === 0)) return `${seconds} s`;
  if (seconds > 86_400 && seconds % 86_400 === 0) {
    return t('{0} d', formatCount(seconds / 86_400));
  }
  if (seconds % 3_600 === 0) return `${formatCount(seconds / 3_600)} h`;
  const minutes = `${formatCount(Math.floor(seconds / 60))} min`;
  return rest === 0 ? minutes : `${minutes} ${rest} s`;
}

/** Like `formatDuration`, but below a minute to a tenth of a second: `0.6 s`. */
export function formatShortDuration(duration: number): string {
  const isShort = duration >= 0 && duration < 59.95;
  return isShort ? `${duration.toFixed(1)} s` : formatDuration(duration);
}

/** Like `formatSol`, with a plus sign for gains: `+0.021458 SOL`. */
export const formatSignedSol = (value: number): string =>
  `${value > 0 && Number.isFinite(value) ? '+' : ''}${formatSol(value)}`;

/** Approximate age: `just now`, `40 s ago`, `5 h ago`, `2 d ago`; after 30 days, a date. */
export function formatTimeAgo(thenMilliseconds: number, nowMilliseconds: number): string {
  const seconds = Math.floor((nowMilliseconds - thenMilliseconds) / 1_000);
  if (seconds < 5) return t('just now');
  if (seconds < 60) return t('{0} s ago', seconds);
  if (seconds < 3_600) return t('{0} min ago', Math.floor(seconds / 60));
  if (seconds < 86_400) return t('{0} h ago', Math.floor(seconds / 3_600));
  if (seconds <= 30 * 86_400) return t('{0} d ago', Math.floor(seconds / 86_400));
  return formatUtcDate(thenMilliseconds);
}

/** `14 Mar 2024`, in UTC. */
function formatUtcDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  const month = monthNames[date.getUTCMonth()] ?? '';
  return t('{0} {1} {2}', date.getUTCDate(), month, date.getUTCFullYear());
}

const monthNames = [
  ...[t('Jan'), t('Feb'), t('Mar'), t('Apr'), t('May'), t('Jun')],
  ...[t('Jul'), t('Aug'), t('Sep'), t('Oct'), t('Nov'), t('Dec')],
];

/** Time of day in UTC: `14:03:59 UTC`. */
export const formatUtcTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(11, 19)} UTC`;

/** Date and time in UTC, if the day is not obvious: `2026-01-02 14:03:59 UTC`. */
export const formatUtcDateTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 10)} ${formatUtcTime(milliseconds)}`;

/** A share in percent: `40.9%`, `100%`, `<0.1%`. Only exact values show as 0% or 100%. */
export function formatPercent(share: number | null | undefined): string {
  if (typeof share !== 'number' || !Number.isFinite(share)) return unknownLabel;
  const size = Math.abs(share);
  const sign = share < 0 ? minusSign : '';
  if (size > 0 && size < 0.0005) return `${sign}<0.1%`;
  if (size < 1 && size >= 0.9995) return `${sign}>99.9%`;
  return `${sign}${formatTenths(size * 100)}%`;
}

/**
 * Change from a former value: `+12.1%`, `−6.1%`; null if there was nothing before, or a loss, whose
 * share says nothing.
 */
export function formatChange(value: number, former: number | undefined): string | null {
  if (former === undefined || former <= 0) return null;
  const change = value / former - 1;
  return Number.isFinite(change) ? formatSignedShare(change) : null;
}

/** A change in percent, which may exceed 100%: `+12.1%`, `−<0.1%`, `0%`. */
export function formatSignedShare(change: number): string {
  const sign = change < 0 ? minusSign : '+';
  const size = Math.abs(change);
  if (size > 0 && size < 0.0005) return `${sign}<0.1%`;
  return size === 0 ? '0%' : `${sign}${formatTenths(size * 100)}%`;
}

/** `40.9`, `1,234`. */
function formatTenths(value: number): string {
  const rounded = Number(value.toFixed(1));
  const decimals = Number.isInteger(rounded) ? '' : rounded.toFixed(1).slice(-2);
  return `${formatCount(Math.trunc(rounded))}${decimals}`;
}

/** All digits, grouped, without trailing zeros: `1,234.000001`. */
export function formatExactAmount(raw: bigint, decimals: number): string {
  const { sign, whole, fraction } = splitAmount(raw, decimals);
  return `${sign}${formatCount(whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

const significantDigits = 5;
const maxLeadingZeros = 9;
const amountSuffixes = [
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
  for (const [zeros, letter] of amountSuffixes) {
    if (wholeText.length <= zeros) continue;
    const tail = trimTrailingZeros(wholeText.slice(-zeros).slice(0, 3));
    return `${sign}${wholeText.slice(0, -zeros)}${tail === '' ? '' : `.${tail}`}${letter}`;
  }
  const room = Math.max(0, significantDigits - wholeText.length);
  const rest = trimTrailingZeros(fraction.slice(0, room));
  return `${sign}${formatCount(whole)}${rest === '' ? '' : `.${rest}`}`;
}

/** Six significant digits, without an exponent. */
export function formatSignificant(value: number): string {
  if (!Number.isFinite(value)) return unknownLabel;
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

const shortSuffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Three significant digits, as ticks of an axis have: `250k`, `1.94M`, `0.00075`. */
export function formatShort(value: number): string {
  // Rounded first, so that 999,500 is 1M and not 1,000k.
  const rounded = Number(value.toPrecision(3));
  const [divisor, letter] = shortSuffixes.find(([least]) => Math.abs(rounded) >= least) ?? [1, ''];
  return `${formatSignificant(rounded / divisor)}${letter}`;
}

/** `1.0×`, `0.45×`, `12×`. */
export const formatRatio = (ratio: number): string =>
  `${ratio < 9.95 ? ratio.toPrecision(2) : formatCount(ratio)}×`;

/** `12.3 MB`: what a request has received. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const kibibyte = 1_024;

/** `64 MiB`, `1,600 KiB`, `812 bytes`: sizes of memory and of accounts. */
export function formatBytes(bytes: number): string {
  if (bytes < kibibyte) return t('{0} bytes', formatCount(bytes));
  const kibibytes = bytes / kibibyte;
  return kibibytes >= 10 * kibibyte || kibibytes % kibibyte === 0
    ? `${Number((kibibytes / kibibyte).toFixed(1))} MiB`
    : `${formatCount(kibibytes)} KiB`;
}
