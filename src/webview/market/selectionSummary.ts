import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatUsd } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { formatSignificant } from '../../api/tokenAmounts.ts';
import { element } from '../dom.ts';
import type { MarketFigures, MarketHistoryContent } from '../messages/market.ts';
import { formatLamportCount, isSmallSample } from './marketChartData.ts';

/** Compares the tip with the last 24 hours. */
export function selectionSummary(
  figures: MarketFigures,
  { dayTip }: MarketHistoryContent,
): HTMLElement {
  const { transactions, failures, tips } = figures;
  const all = transactions + failures;
  const [tip = null] = tips.values;
  const small = isSmallSample(tips) ? t('small sample') : null;
  const withSample = (text: string) => (small === null ? text : joinNote(text, small));
  const entry = (name: string, value: string, style: string | null = null) =>
    element('div', {}, [element('dt', {}, name), element('dd', { class: style }, value)]);
  return element('dl', { class: 'figures' }, [
    entry(t('Transactions'), formatCount(all)),
    entry(t('Succeeded'), all === 0 ? '—' : formatPercent(transactions / all)),
    entry(t('Gross gains'), formatUsd(figures.revenuesUsd)),
    entry(t('Net gains'), formatUsd(figures.netGainsUsd), figures.netGainsUsd < 0 ? 'down' : 'up'),
    entry(
      t('Tip p50'),
      tip === null ? t('none') : withSample(`${formatLamportCount(tip)} lamports`),
    ),
    entry(t('Tip p50 to 24 h'), ratioLabel(tip, dayTip)),
  ]);
}

/** `1.7 ×`. */
const ratioLabel = (tip: number | null, dayTip: number | null): string =>
  tip === null || dayTip === null || dayTip === 0
    ? t('unknown')
    : `${formatSignificant(Number((tip / dayTip).toPrecision(2)))} ×`;
