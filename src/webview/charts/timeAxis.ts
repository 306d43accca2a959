/** Labels are in UTC. */
export interface TimeAxis {
  readonly fromMilliseconds: number;
  readonly toMilliseconds: number;
  readonly left: number;
  readonly right: number;
  readonly position: (milliseconds: number) => number;
  readonly ticks: readonly { readonly position: number; readonly label: string }[];
}

/** Pixels. */
const tickWidth = 60;
const dayMilliseconds = 86_400_000;

export function createTimeAxis({
  fromMilliseconds,
  toMilliseconds,
  left,
  right,
}: Omit<TimeAxis, 'position' | 'ticks'>): TimeAxis {
  const span = Math.max(1, toMilliseconds - fromMilliseconds);
  const position = (milliseconds: number) =>
    left + ((milliseconds - fromMilliseconds) / span) * (right - left);
  const most = Math.max(2, (right - left) / tickWidth);
  return {
    ...{ fromMilliseconds, toMilliseconds, left, right, position },
    ticks: timeTicks(fromMilliseconds, toMilliseconds, most).map((at) => ({
      position: position(at),
      label: tickLabel(at, span),
    })),
  };
}

/**
 * Hours and minutes, with seconds in short spans. In spans from a day, midnight has the date, and
 * the start of a year its number; in spans of about a year, the start of a month has both.
 */
function tickLabel(at: number, spanMilliseconds: number): string {
  const iso = new Date(at).toISOString();
  if (spanMilliseconds < 180_000) return iso.slice(11, 19);
  if (at % dayMilliseconds !== 0 || spanMilliseconds < dayMilliseconds) return iso.slice(11, 16);
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  if (month === '01' && day === '01') return year;
  return day === '01' && spanMilliseconds > 300 * dayMilliseconds
    ? `${year}-${month}`
    : `${month}-${day}`;
}

/** Round times for an axis: whole seconds, minutes, hours, days, months or years. */
export function timeTicks(
  fromMilliseconds: number,
  toMilliseconds: number,
  most: number,
): readonly number[] {
  const span = Math.max(1, toMilliseconds - fromMilliseconds);
  const step = timeSteps.find((each) => span / each <= most);
  if (step === undefined) return monthTicks(fromMilliseconds, toMilliseconds, most);
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMilliseconds / step) * step; at <= toMilliseconds; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** Starts of every month, quarter, half-year, year, or further years. */
function monthTicks(
  fromMilliseconds: number,
  toMilliseconds: number,
  most: number,
): readonly number[] {
  const from = new Date(fromMilliseconds);
  const span = (toMilliseconds - fromMilliseconds) / dayMilliseconds / daysPerMonth;
  const step = monthSteps.find((each) => span / each <= most) ?? Math.ceil(span / most / 12) * 12;
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const ticks: number[] = [];
  for (let month = Math.floor(first / step) * step; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12);
    if (!(at <= toMilliseconds)) return ticks;
    if (at >= fromMilliseconds) ticks.push(at);
  }
}

const timeSteps = [
  ...[1, 5, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200],
  ...[1, 2, 7, 14].map((days) => days * 86_400),
].map((seconds) => seconds * 1_000);
const monthSteps = [1, 3, 6, 12, 24, 60];
const daysPerMonth = 365.25 / 12;
