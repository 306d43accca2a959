import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { CoverageContent, CoverageState, ReportContent } from '../messages/coverage.ts';
import { sampleOf } from './gainShares.ts';
import { Figure, RowName, type Send } from './section.tsx';

interface AssumptionsProps {
  readonly content: CoverageContent;
  readonly send: Send;
}

export function Assumptions({ content, send }: AssumptionsProps) {
  const { coverage, state, source } = content;
  if (coverage === null) return null;
  const isBounds = coverage.kind === 'bounds';
  const texts = isBounds
    ? [
        t(
          'Bounds: {0} provides only rollups by token, AMM and pool, not single arbitrages.',
          source,
        ),
      ]
    : reportTexts(state);
  return (
    <div class="assumptions">
      <p class={isBounds ? 'note-line' : 'dim small'}>
        {texts.join(' ')}{' '}
        <button type="button" class="link" onClick={() => send({ type: 'open-definitions' })}>
          {t('Definitions')}
        </button>
      </p>
      {coverage.kind === 'report' && <ReportNotes report={coverage} />}
    </div>
  );
}

const reportTexts = ({ percentile }: CoverageState): string[] => [
  t('Upper bound: other bots would have competed for the same arbitrages.'),
  percentile === null
    ? t('Tips and fees as paid.')
    : t('Tips at {0} of each provider, fees at {0}, in this window.', percentile),
];

interface ReportProps {
  readonly report: ReportContent;
}

const ReportNotes = ({ report }: ReportProps) => (
  <>
    {report.assumed.length > 0 && <AssumedTable report={report} />}
    {report.window.coverage === null ? (
      <p class="note-line">{t('No block of this window is indexed: its figures are unknown.')}</p>
    ) : (
      sampleOf(report) === 0 && <p class="note-line">{t('No arbitrage in this window.')}</p>
    )}
  </>
);

function AssumedTable({ report }: ReportProps) {
  const title = t('Tips and fees assumed, by provider');
  const columns: readonly Column[] = [
    { name: t('Provider') },
    { name: 'n', isFigure: true },
    { name: t('Tip, lamports'), isFigure: true },
    { name: t('Fee, lamports'), isFigure: true },
  ];
  return (
    <details class="assumed small">
      <summary>{title}</summary>
      <ScrollRegion label={title}>
        <Table class="rows" caption={title} columns={columns}>
          {report.assumed.map(({ provider, number, tips, fees }) => (
            <tr key={provider}>
              <RowName>
                <bdi>{providerLabel(provider)}</bdi>
                {number < smallSampleSize && <span class="dim"> {t('small sample')}</span>}
              </RowName>
              <Figure>{formatCount(number)}</Figure>
              <Figure>{formatCount(tips)}</Figure>
              <Figure>{formatCount(fees)}</Figure>
            </tr>
          ))}
        </Table>
      </ScrollRegion>
    </details>
  );
}
