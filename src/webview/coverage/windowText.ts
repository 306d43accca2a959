import { t } from '@vscode/l10n';
import { formatPercent } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import type { CoverageContent } from '../messages/coverage.ts';
import { arbitragesText } from './format.ts';
import { sampleOf } from './gainShares.ts';

/** `2026-11-21 14:00 – 14:00 UTC · n: 72,184 arbitrages · 97.9% indexed`. */
export function windowText({ coverage }: CoverageContent): string {
  if (coverage === null) return '';
  const { from, to, coverage: indexed } = coverage.window;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const sample = coverage.kind === 'report' ? sampleOf(coverage) : coverage.total?.transactions;
  return [
    Number.isNaN(start) || Number.isNaN(end) ? '' : formatTimeRange(start, end),
    sample === undefined ? '' : joinLabel('n', arbitragesText(sample)),
    indexed !== null
      ? t('{0} indexed', formatPercent(indexed))
      : coverage.kind === 'report'
        ? t('not indexed')
        : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
