import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatDuration } from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import {
  type CoverageContent,
  deadPools,
  minIndexedForDead,
  type ReportContent,
} from '../messages/coverage.ts';
import { CurveChart } from './curveChart.tsx';
import { curveReading } from './curvePicture.tsx';
import { addPoolsText, arbitragesText, removePoolsText } from './format.ts';
import { poolCurve } from './poolCurve.ts';
import { Caption, type CoverageView, DimLine, Section, type SectionProps } from './section.tsx';

interface GainCurveSectionProps extends SectionProps {
  /** Number of missing pools to add. */
  readonly count: number;
  readonly onChoose: (count: number) => void;
}

export function GainCurveSection({ content, view, send, count, onChoose }: GainCurveSectionProps) {
  const { coverage } = content;
  const { canEdit } = content.config;
  const dead = countDead(content);
  const buttons = (
    <span class="buttons">
      {canEdit && count > 0 && (
        <button
          type="button"
          class="primary"
          key="add"
          onClick={() => send({ type: 'add-pools', count })}
        >
          {addPoolsText(count)}
        </button>
      )}
      {canEdit && dead > 0 && (
        <button type="button" key="remove" onClick={() => send({ type: 'remove-dead-pools' })}>
          {removePoolsText(dead)}
        </button>
      )}
    </span>
  );
  return (
    <Section title={t('Gain from more pools')} head={buttons}>
      {coverage === null || coverage.missing_pools.length === 0 ? (
        <DimLine text={t('No other pool would add to the net gain.')} />
      ) : coverage.kind === 'bounds' ? (
        <>
          <PoolCount
            count={count}
            most={coverage.missing_pools.length}
            reading=""
            onChoose={onChoose}
          />
          <DimLine text={t('Rollups do not show which arbitrages pass through the same pools.')} />
          <DimLine text={t('So what several pools add together is unknown.')} />
        </>
      ) : (
        <GainCurve
          report={coverage}
          windowSeconds={content.state.windowSeconds}
          view={view}
          count={count}
          onChoose={onChoose}
        />
      )}
    </Section>
  );
}

/** Rollups and incomplete windows lack arbitrages, so a pool without one may not be dead. */
function countDead({ coverage }: CoverageContent): number {
  const isKnown =
    coverage?.kind === 'report' && (coverage.window.coverage ?? 0) >= minIndexedForDead;
  return isKnown ? deadPools(coverage.pools).length : 0;
}

interface GainCurveProps {
  readonly report: ReportContent;
  readonly windowSeconds: number;
  readonly view: CoverageView;
  readonly count: number;
  readonly onChoose: (count: number) => void;
}

function GainCurve({ report, windowSeconds, view, count, onChoose }: GainCurveProps) {
  const missed = report.causes.find(({ cause }) => cause === 'missing-pool');
  const points = poolCurve(report);
  const point = points[count];
  return (
    <>
      {view === 'table' ? (
        <PoolCount
          count={count}
          most={report.missing_pools.length}
          reading={point === undefined ? '' : curveReading(point)}
          onChoose={onChoose}
        />
      ) : (
        <CurveChart
          points={points}
          count={count}
          totalUsd={report.total.net_gains_usd}
          label={t('Coverage by the number of pools added')}
          onChoose={onChoose}
        />
      )}
      <Caption
        sentences={[
          view === 'table'
            ? ''
            : t('Choose a number on the curve, by the pointer or the arrow keys.'),
          t('Adding and removing show a diff first.'),
          joinClauses([
            t('n = {0} that miss a pool', arbitragesText(missed?.transactions ?? 0)),
            formatDuration(windowSeconds),
          ]),
        ]}
      />
    </>
  );
}

interface PoolCountProps {
  readonly count: number;
  readonly most: number;
  readonly reading: string;
  readonly onChoose: (count: number) => void;
}

/** Replaces the curve in the table view. */
function PoolCount({ count, most, reading, onChoose }: PoolCountProps) {
  /** While the user types, which may be an empty field; null: not typing. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div class="pool-count">
      <label for="pool-count">{t('Number of missing pools to add')}</label>
      <input
        type="number"
        min={0}
        max={most}
        id="pool-count"
        value={typed ?? count}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          if (Number.isInteger(Number(value))) {
            onChoose(Math.min(most, Math.max(0, Number(value))));
          }
        }}
        onBlur={() => setTyped(null)}
      />
      <span class="dim">{reading}</span>
    </div>
  );
}
