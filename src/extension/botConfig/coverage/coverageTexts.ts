import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatTimeAgo,
  formatTransactionCount,
  formatUsdShort,
} from '../../../api/format.ts';
import type { Figures } from '../../../webview/messages/coverage.ts';
import { compileMessage } from '../../base/messageTemplate.ts';
import type { Coverage } from './configCoverage.ts';

const separator = ' · ';

/** Texts of the editor's lenses, hints and status bar about one coverage. */

/** `Covers 55.2% of net gains: at most $15,514 of $28,105 · 24 h · n = 72,184`. */
export function coverageLine(coverage: Coverage, windowSeconds: number): string {
  const duration = formatDuration(windowSeconds);
  if (coverage.kind === 'bounds') {
    const { lower, upper } = coverage.covered;
    return [
      t(
        'Covers between {0} and {1} of net gains, from the service’s rollups',
        formatUsdShort(lower.net_gains_usd),
        formatUsdShort(upper.net_gains_usd),
      ),
      duration,
    ].join(separator);
  }
  const { window, total, covered } = coverage;
  if (window.coverage === null) return t('Coverage unknown: nothing of {0} is indexed', duration);
  if (total.transactions === 0) return noArbitrage(windowSeconds);
  const share = coveredShare(coverage);
  return [
    t(
      'Covers {0} of net gains: at most {1} of {2}',
      formatPercent(share),
      formatUsdShort(covered.net_gains_usd),
      formatUsdShort(total.net_gains_usd),
    ),
    duration,
    `n = ${formatCount(total.transactions)}`,
  ].join(separator);
}

/** Share of the window's net gains; null: unknown, or there are no gains. */
export function coveredShare(coverage: Coverage): number | null {
  if (coverage.kind === 'bounds' || coverage.window.coverage === null) return null;
  const { total, covered } = coverage;
  return total.net_gains_usd > 0 ? covered.net_gains_usd / total.net_gains_usd : null;
}

const noArbitrageTemplate = compileMessage(t('no arbitrage in {0}'));

export const noArbitrage = (windowSeconds: number): string =>
  noArbitrageTemplate(formatDuration(windowSeconds));

const netTemplate = compileMessage(t('{0} net'));

export interface RankedFigures extends Figures {
  readonly newest?: string | null;
  /** From 1; 0: not ranked. */
  readonly rank: number;
}

/** `$41.71 net · 58 tx · #2 · 12 s ago`; `of`: number of ranked entries. */
export function figuresLine(
  figures: RankedFigures,
  options: { readonly windowSeconds: number; readonly now: number; readonly of?: number },
): string {
  const { windowSeconds, now, of } = options;
  const { transactions, net_gains_usd, newest = null, rank } = figures;
  if (transactions === 0) return noArbitrage(windowSeconds);
  const rankText = of === undefined ? `#${rank}` : t('#{0} of {1}', rank, formatCount(of));
  return [
    netTemplate(formatUsdShort(net_gains_usd)),
    formatTransactionCount(transactions),
    ...(rank > 0 ? [rankText] : []),
    ...(newest === null ? [] : [formatTimeAgo(Date.parse(newest), now)]),
  ].join(separator);
}

/** `between $0.00 and $41 net`, from a service's rollups. */
export const boundsLine = (lower: Figures, upper: Figures): string =>
  t(
    'between {0} and {1} net',
    formatUsdShort(lower.net_gains_usd),
    formatUsdShort(upper.net_gains_usd),
  );

export const addPoolsTitle = (count: number): string =>
  count === 1 ? t('Add 1 Pool…') : t('Add {0} Pools…', formatCount(count));

export const removePoolsTitle = (count: number): string =>
  count === 1 ? t('Remove 1 Pool…') : t('Remove {0} Pools…', formatCount(count));

/** Ranks by net gain from 1; 0 without arbitrage. */
export function ranksOf(figures: readonly Figures[]): number[] {
  const order = figures
    .map((each, index) => ({ index, each }))
    .filter(({ each }) => each.transactions > 0)
    .sort((one, other) => other.each.net_gains_usd - one.each.net_gains_usd);
  const ranks = figures.map(() => 0);
  for (const [at, { index }] of order.entries()) ranks[index] = at + 1;
  return ranks;
}
