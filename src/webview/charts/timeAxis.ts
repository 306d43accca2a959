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

/** Hours and minutes; the date at midnight in long spans; with seconds in short ones. */
function tickLabel(at: number, spanMilliseconds: number): string {
  const iso = new Date(at).toISOString();
  if (spanMilliseconds < 180_000) return iso.slice(11, 19);
  const isMidnight = at % dayMilliseconds === 0;
  return isMidnight && spanMilliseconds >= dayMilliseconds ? iso.slice(5, 10) : iso.slice(11, 16);
}

/** Round times for an axis: whole seconds, minutes, hours or days, up to a maximum count. */
export function timeTicks(
  fromMilliseconds: number,
  toMilliseconds: number,
  most: number,
): readonly number[] {
  const span = Math.max(1, toMilliseconds - fromMilliseconds);
  const step = timeSteps.find((each) => span / each <= most) ?? timeSteps.at(-1) ?? span;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMilliseconds / step) * step; at <= toMilliseconds; at += step) {
    ticks.push(at);
  }
  return ticks;
}

const timeSteps = [
  ...[1, 5, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200],
  ...[1, 2, 7, 14, 28].map((days) => days * 86_400),
].map((seconds) => seconds * 1_000);
