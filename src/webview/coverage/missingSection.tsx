import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { addedTogether } from '../../api/arbscope/addedTogether.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { BoundsContent, ReportContent } from '../messages/coverage.ts';
import { MissedTokensTable, MissingPoolsTable, PossiblePoolsTable } from './missingTables.tsx';
import { DimLine, MoreButton, Section, type SectionProps, type Send } from './section.tsx';

const fewRows = 7;
type Listed = 'pools' | 'tokens';

interface MissingSectionProps extends SectionProps {
  /** Number of missing pools to add. */
  readonly chosen: number;
}

export function MissingSection({ content, view, send, chosen }: MissingSectionProps) {
  const [selected, setSelected] = useState<Listed>('pools');
  const [isAll, setIsAll] = useState(false);
  const { coverage } = content;
  if (coverage === null) return null;
  const listed = coverage.kind === 'report' ? selected : 'pools';
  const count = rowsOf(coverage, listed).length;
  const most = isAll || view === 'table' ? count : fewRows;
  const head = (
    <>
      {coverage.kind === 'report' && (
        <SegmentedControl<Listed>
          name="listed"
          legend={t('Missing')}
          labels={{ pools: t('Pools'), tokens: t('Tokens') }}
          value={selected}
          onChange={(next) => {
            setSelected(next);
            setIsAll(false);
          }}
        />
      )}
      <span class="dim small">{noteOf(coverage, listed)}</span>
    </>
  );
  return (
    <Section title={t('Best missing pools')} head={head}>
      {count === 0 ? (
        <DimLine text={t('None in this window.')} />
      ) : (
        <MissingTable coverage={coverage} listed={listed} chosen={chosen} most={most} send={send} />
      )}
      {view === 'charts' && (
        <MoreButton isAll={isAll} count={count} most={fewRows} onToggle={() => setIsAll(!isAll)} />
      )}
    </Section>
  );
}

interface MissingTableProps {
  readonly coverage: ReportContent | BoundsContent;
  readonly listed: Listed;
  readonly chosen: number;
  readonly most: number;
  readonly send: Send;
}

function MissingTable({ coverage, listed, chosen, most, send }: MissingTableProps) {
  const caption = listed === 'tokens' ? t('Tokens missed') : t('Best missing pools');
  const shown = { caption, most, send };
  if (coverage.kind === 'bounds') return <PossiblePoolsTable bounds={coverage} {...shown} />;
  return listed === 'tokens' ? (
    <MissedTokensTable report={coverage} {...shown} />
  ) : (
    <MissingPoolsTable report={coverage} chosen={chosen} {...shown} />
  );
}

function rowsOf(coverage: ReportContent | BoundsContent, listed: Listed): readonly unknown[] {
  if (coverage.kind === 'bounds') return coverage.missing_pools;
  return listed === 'tokens' ? coverage.missed_tokens : addedTogether(coverage.missing_pools);
}

function noteOf(coverage: ReportContent | BoundsContent, listed: Listed): string {
  if (listed === 'tokens') return t('a token counts each arbitrage of its routes in full');
  return coverage.kind === 'report'
    ? t('each row assumes the rows above it')
    : t('each row alone, and at most');
}
