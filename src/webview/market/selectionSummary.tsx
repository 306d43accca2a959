import { t } from '@vscode/l10n';
import {
  formatChange,
  formatCount,
  formatPercent,
  formatRatio,
  formatUsd,
} from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { formatLamportCount, isSmallSample } from '../charts/marketChartData.ts';
import type { FormerFigures, MarketFigures, Sampled } from '../messages/market.ts';

interface SelectionSummaryProps {
  readonly figures: MarketFigures;
  /** Median tip of the last 24 hours, which the tip is compared with. */
  readonly dayTip: number | null;
  readonly before: FormerFigures | null;
}

export function SelectionSummary({ figures, dayTip, before }: SelectionSummaryProps) {
  const { transactions, failures, revenuesUsd, netGainsUsd, tips } = figures;
  const all = transactions + failures;
  const withChange = (text: string, value: number, former: number | undefined): string => {
    const change = formatChange(value, former);
    return change === null ? text : joinNote(text, change);
  };
  return (
    <dl class="figures">
      <Figure
        name={t('Transactions')}
        value={withChange(
          formatCount(all),
          all,
          before === null ? undefined : before.transactions + before.failures,
        )}
      />
      <Figure name={t('Succeeded')} value={all === 0 ? '—' : formatPercent(transactions / all)} />
      <Figure
        name={t('Gross gains')}
        value={withChange(formatUsd(revenuesUsd), revenuesUsd, before?.revenuesUsd)}
      />
      <Figure
        name={t('Net gains')}
        value={withChange(formatUsd(netGainsUsd), netGainsUsd, before?.netGainsUsd)}
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

function ratioLabel(tip: number | null, dayTip: number | null): string {
  if (tip === null || dayTip === null || dayTip === 0) return t('unknown');
  return formatRatio(tip / dayTip);
}
