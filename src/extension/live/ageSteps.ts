import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';

/** Seconds. Coarse, so that a row changes a dozen times a day and not every second. */
const stepsSeconds = [5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600].concat(
  Array.from({ length: 23 }, (_, index) => (index + 2) * 3_600),
);

/** `now`, `5 s`, `20 s`, `2 min`, `3 h`; `unknown` without a time. */
export function formatAgeStep(thenMilliseconds: number | null, nowMilliseconds: number): string {
  if (thenMilliseconds === null) return t('unknown');
  const seconds = (nowMilliseconds - thenMilliseconds) / 1_000;
  const step = stepsSeconds.findLast((each) => each <= seconds);
  return step === undefined ? t('now') : formatDuration(step);
}
