import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatUsd } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';

import type { MarketFigures, Sampled } from '../messages/market.ts';
import { formatLamportCount, isSmallSample } from './marketChartData.ts';

interface SelectionSummaryProps {
  readonly figures: MarketFigures;
  /** Median tip of the last 24 hours, which the tip is compared with. */
  readonly dayTip: number | null;
}

export function SelectionSummary({ figures, dayTip }: SelectionSummaryProps) {
  const { transactions, failures, revenuesUsd, netGainsUsd, tips } = figures;
  const all = transactions + failures;
  return (
    <dl class="figures">
      <Figure name={t('Transactions')} value={formatCount(all)} />
      <Figure name={t('Succeeded')} value={all === 0 ? '—' : formatPercent(transactions / all)} />
      <Figure name={t('Gross gains')} value={formatUsd(revenuesUsd)} />
      <Figure
        name={t('Net gains')}
        value={formatUsd(netGainsUsd)}
        class={netGainsUsd < 0 ? 'down' : 'up'}
      />
      <Figure name={t('Median tip')} value={medianLabel(tips)} />
      <Figure
        name={t('Median tip vs. last 24 h')}
        value={ratioLabel(tips.values[0] ?? null, dayTip)}
      />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly class?: string;
}

const Figure = ({ name, value, class: className }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd class={className}>{value}</dd>
  </div>
);

function medianLabel(tips: Sampled): string {
  const [median = null] = tips.values;
  if (median === null) return t('none');
  const text = `${formatLamportCount(median)} lamports`;
  return isSmallSample(tips) ? joinNote(text, t('small sample')) : text;
}

/** `1.0×`, `0.45×`, `12×`. */
function ratioLabel(tip: number | null, dayTip: number | null): string {
  if (tip === null || dayTip === null || dayTip === 0) return t('unknown');
  const ratio = tip / dayTip;
  return `${ratio < 9.95 ? ratio.toPrecision(2) : formatCount(ratio)}×`;
}
