import { t } from '@vscode/l10n';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import { minChartWidth } from '../charts/timeChart.tsx';
import { useWidth } from '../components/useWidth.ts';
import type { WalletContent } from '../messages/wallet.ts';
import { countsText, detailWindowText, sampleText } from './format.ts';
import { Caption, Part, type View } from './parts.tsx';
import { type TipsRow, tipsRows, untippedCounts } from './tipsModel.ts';
import { TipsPlot } from './tipsPlot.tsx';
import { TipsTable } from './tipsTable.tsx';

interface TipsSectionProps {
  readonly content: WalletContent;
  readonly view: View;
}

export function TipsSection({ content, view }: TipsSectionProps) {
  const rows = tipsRows(content);
  const label = t('Tips by provider, {0}', detailWindowText(content));
  const samples = content.wallets.map(({ tips }) =>
    tips.reduce((sum, { sample }) => sum + sample, 0),
  );
  return (
    <Part title={t('Tips by provider')}>
      {rows.length === 0 ? (
        <p class="dim">{t('No tips in this window')}</p>
      ) : (
        <>
          {view === 'tables' ? (
            <TipsTable rows={rows} wallets={content.wallets} caption={label} />
          ) : (
            <TipsChart rows={rows} label={label} />
          )}
          <Caption
            sentences={[
              t('Marker and bar: the wallet (median, p25–p75). Box: the market, whisker p95.'),
              t(
                'Interpolated between published percentiles; none below {0} tips.',
                smallSampleSize,
              ),
              joinClauses([
                sampleText(samples),
                joinLabel(t('without a tip'), countsText(untippedCounts(content))),
                detailWindowText(content),
              ]),
            ]}
          />
        </>
      )}
    </Part>
  );
}

interface TipsChartProps {
  readonly rows: readonly TipsRow[];
  readonly label: string;
}

function TipsChart({ rows, label }: TipsChartProps) {
  const [room, width] = useWidth<HTMLDivElement>();
  return (
    <div class="picture-room" ref={room}>
      {width !== null && (
        <TipsPlot rows={rows} width={Math.max(minChartWidth, width)} label={label} />
      )}
    </div>
  );
}
