import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { formatDuration, formatUsdShort } from '../../api/format.ts';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { TimeChart } from '../charts/timeChart.tsx';
import type { TimeSelection } from '../charts/timeSelection.ts';
import { useStateOf } from '../components/useStateOf.ts';
import type { CoverageContent, ReplayContent } from '../messages/coverage.ts';
import { arbitragesText } from './format.ts';
import { replayChart } from './replayChart.ts';
import { ReplayTable } from './replayTable.tsx';
import {
  Caption,
  type CoverageView,
  DimLine,
  Section,
  type SectionProps,
  type Send,
} from './section.tsx';

export function ReplaySection({ content, view, send }: SectionProps) {
  const { replay, config, coverage, state } = content;
  const isBounds = coverage?.kind === 'bounds';
  const head = !isBounds && (
    <>
      <bdi class="chip" title={config.name}>
        A: {config.name}
      </bdi>
      <span class="dim">{t('with')}</span>
      <ComparedSelect content={content} send={send} />
    </>
  );
  return (
    <Section title={t('Replay')} head={head}>
      {replay === null || replay.points.length === 0 ? (
        <DimLine
          text={
            isBounds
              ? t('This service offers no replay. A node or an Arbscope server does.')
              : t('No replay of this window.')
          }
        />
      ) : (
        <ReplayedGains replay={replay} view={view} windowSeconds={state.windowSeconds} />
      )}
    </Section>
  );
}

interface ComparedSelectProps {
  readonly content: CoverageContent;
  readonly send: Send;
}

function ComparedSelect({ content, send }: ComparedSelectProps) {
  const { state, compared, commitLabel } = content;
  /** Shown until the panel responds with new content. */
  const [kind, setKind] = useStateOf(content, state.compared?.kind ?? 'none');
  const label = compared?.label ?? '';
  const isCommit = state.compared?.kind === 'commit';
  const commit = isCommit && label !== '' ? label : commitLabel;
  const shown = kind === 'file' ? 'shown' : kind;
  return (
    <select
      class="compare"
      aria-label={t('Compare with')}
      value={shown}
      onChange={({ currentTarget: select }) => {
        const { value } = select;
        // Keeps the old choice until a file is chosen.
        if (value === 'file') select.value = shown;
        if (value === 'none' || value === 'commit') setKind(value);
        if (value === 'none' || value === 'commit' || value === 'file') {
          send({ type: 'compare', kind: value });
        }
      }}
    >
      <option value="none">{joinLabel('B', t('nothing'))}</option>
      {commit !== '' && <option value="commit">{joinLabel('B', commit)}</option>}
      {state.compared?.kind === 'file' && <option value="shown">{joinLabel('B', label)}</option>}
      <option value="file">{t('B: another file…')}</option>
    </select>
  );
}

interface ReplayedGainsProps {
  readonly replay: ReplayContent;
  readonly view: CoverageView;
  readonly windowSeconds: number;
}

function ReplayedGains({ replay, view, windowSeconds }: ReplayedGainsProps) {
  /** Kept when new content has only progress of the settings. */
  const [selection, setSelection] = useState<TimeSelection | null>(null);
  const data = useMemo(
    () => replayChart(replay, t('Replay, {0}', t('net gain by time'))),
    [replay],
  );
  const names = [t('market'), 'A', 'B'];
  const gains = [replay.total, ...replay.configs.map(({ covered }) => covered)].map(
    ({ net_gains_usd: usd }) => formatUsdShort(usd),
  );
  return (
    <>
      {view === 'table' ? (
        <ReplayTable replay={replay} caption={t('Replay')} />
      ) : (
        <TimeChart
          label={t('Replay by time')}
          data={data}
          selection={selection !== null && selection.last < replay.points.length ? selection : null}
          onSelect={setSelection}
        />
      )}
      <Caption
        sentences={[
          joinClauses([
            ...gains.map((gain, at) => `${names[at] ?? ''} ${gain}`),
            t('n = {0} with a net gain', arbitragesText(replay.total.transactions)),
            formatDuration(windowSeconds),
          ]),
        ]}
      />
    </>
  );
}
