import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { formatDuration } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { CoverageContent } from '../messages/coverage.ts';
import { BoundsTable } from './boundsTable.tsx';
import { entryRows, type GainRow, type GainSubject, poolRows, replayedRows } from './gainRows.ts';
import { GainTable } from './gainTable.tsx';
import { DimLine, MoreButton, Section, type SectionProps } from './section.tsx';

const fewRows = 8;
/** For more rows the CSV is more useful. */
const maxRows = 500;

export function GainSection({ content, view, send }: SectionProps) {
  const [subject, setSubject] = useState<GainSubject>('entry');
  const [isAll, setIsAll] = useState(false);
  const { coverage, state, config, compared, replay } = content;
  const window = formatDuration(state.windowSeconds);
  /** Up to 50,000 pools, which are not sorted for each rendering. */
  const rows = useMemo(() => rowsOf(content, subject), [content, subject]);
  const bounds = coverage?.kind === 'bounds' && subject === 'entry' ? coverage : null;
  const count = bounds === null ? rows.length : bounds.groups.length;
  const shown = {
    caption: joinLabel(t('Net gain by'), subjectText(subject)),
    most: isAll || view === 'table' ? maxRows : fewRows,
    send,
  };
  const end = Date.parse(coverage?.window.to ?? '');
  const head = (
    <>
      <SegmentedControl<GainSubject>
        name="subject"
        legend={t('Rows')}
        labels={{ entry: t('Entry'), pool: t('Pool'), token: t('Token'), amm: t('AMM') }}
        value={subject}
        onChange={(next) => {
          setSubject(next);
          setIsAll(false);
        }}
      />
      <span class="dim small">
        {subject === 'pool'
          ? t('arbitrages through each pool, covered or not, {0}', window)
          : t('net gain, {0}', window)}
      </span>
    </>
  );
  return (
    <Section title={t('Net gain by')} head={head}>
      {count === 0 ? (
        <DimLine text={emptyText(content, subject)} />
      ) : bounds !== null ? (
        <BoundsTable groups={config.groups} bounds={bounds} {...shown} />
      ) : (
        <GainTable
          rows={rows}
          {...shown}
          subject={subject}
          window={window}
          comparedLabel={
            replay !== null && replay.configs.length > 1 ? (compared?.label ?? '') : null
          }
          nowMilliseconds={Number.isNaN(end) ? 0 : end}
        />
      )}
      {view === 'charts' && (
        <MoreButton
          isAll={isAll}
          count={Math.min(count, maxRows)}
          most={fewRows}
          onToggle={() => setIsAll(!isAll)}
        />
      )}
    </Section>
  );
}

function rowsOf(content: CoverageContent, subject: GainSubject): readonly GainRow[] {
  const { coverage, replay } = content;
  switch (subject) {
    case 'entry':
      return entryRows(content);
    case 'pool':
      return coverage === null ? [] : poolRows(coverage);
    case 'token':
      return replayedRows(replay?.tokens ?? []);
    case 'amm':
      return replayedRows(replay?.amms ?? []);
  }
}

const subjectText = (subject: GainSubject): string =>
  ({ entry: t('entry'), pool: t('pool'), token: t('token'), amm: t('AMM') })[subject];

function emptyText({ config, replay }: CoverageContent, subject: GainSubject): string {
  if (config.groups.length === 0 || config.poolCount === 0) return t('The file lists no pools.');
  return replay === null && subject !== 'entry' && subject !== 'pool'
    ? t('No replay of this window.')
    : t('None in this window.');
}
