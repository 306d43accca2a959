import { t } from '@vscode/l10n';

/**
 * Formats of figures for people, the same in every locale. Machine-readable output has ISO times
 * and plain numbers instead.
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

/** Like `formatUsd`, but without cents from $10: `$79`. */
export function formatUsdShort(value: number | null | undefined): string {
  if (typeof value !== 'number' || !(Math.abs(value) >= 10) || Math.abs(value) >= 999_999.995) {
    return formatUsd(value);
  }
  return `${value < 0 ? minusSign : ''}$${formatCount(Math.abs(value))}`;
}

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

/**
 * A duration in its largest whole unit, to the second: `45 s`, `90 min`, `24 h`, and beyond a day `7 d`;
 * from two minutes in two units: `59 min 59 s`. `otherwise` if it is invalid.
 */
export function formatDuration(duration: number, otherwise: string = unknownLabel): string {
  if (!Number.isFinite(duration) || duration < 0) return otherwise;
  const seconds = Math.round(duration);
  const rest = seconds % 60;
  if (seconds < 120 && (rest !== 0 || seconds === 0)) return `${seconds} s`;
  if (seconds > 86_400 && seconds % 86_400 === 0) return `${formatCount(seconds / 86_400)} d`;
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
  if (share > 0 && share < 0.0005) return '<0.1%';
  if (share < 1 && share >= 0.9995) return '>99.9%';
  const percent = Number((Math.abs(share) * 100).toFixed(1));
  const decimals = Number.isInteger(percent) ? '' : percent.toFixed(1).slice(-2);
  return `${share < 0 ? minusSign : ''}${formatCount(Math.trunc(percent))}${decimals}%`;
}

/**
 * Change from a former value: `+12.1%`, `−6.1%`; null if there was nothing before, or a loss, whose
 * share says nothing.
 */
export function formatChange(value: number, former: number | undefined): string | null {
  if (former === undefined || former <= 0) return null;
  const change = value / former - 1;
  return `${change > 0 ? '+' : ''}${formatPercent(change)}`;
}
