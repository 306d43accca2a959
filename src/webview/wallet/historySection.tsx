import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { joinClauses } from '../../api/join.ts';
import { ReadTimeChart } from '../charts/timeChart.tsx';
import type { TimeChartData } from '../charts/timeChartData.ts';
import { TimeTable } from '../charts/timeTable.tsx';
import type { WalletContent } from '../messages/wallet.ts';
import { windowText } from './format.ts';
import { Caption, Part, type View } from './parts.tsx';
import { hasHistory, historySamples } from './walletCharts.ts';

interface HistorySectionProps {
  readonly content: WalletContent;
  readonly view: View;
  readonly title: string;
  readonly chartOf: (content: WalletContent) => TimeChartData;
  readonly note: string;
}

/** The wallets over time. */
export function HistorySection({ content, view, title, chartOf, note }: HistorySectionProps) {
  const data = useMemo(() => chartOf(content), [content, chartOf]);
  if (!hasHistory(content)) {
    return (
      <Part title={title}>
        <p class="dim">{t('This service offers no history. A node or an Arbscope server does.')}</p>
      </Part>
    );
  }
  return (
    <Part title={title}>
      {view === 'tables' ? (
        <TimeTable caption={data.label} data={data} />
      ) : (
        <ReadTimeChart data={data} label={title} />
      )}
      <Caption sentences={[note, joinClauses([historySamples(content), windowText(content)])]} />
    </Part>
  );
}
