import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatShortDuration,
  withPlusSign,
} from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import { maxSimulationRuns, type SimulationRun } from '../messages/simulate.ts';
import { DecayChart } from './decayChart.tsx';
import { type ComparedRun, comparedRuns, formatRunGain } from './runsModel.ts';

interface RunsSectionProps {
  readonly runs: readonly SimulationRun[];
  readonly clear: () => void;
}

/** Shows how long the opportunity lasts. */
export function RunsSection({ runs, clear }: RunsSectionProps) {
  const compared = comparedRuns(runs);
  return (
    <section class="runs">
      <div class="section-head">
        <h2>{t('Runs')}</h2>
        <span class="dim small">{runsNote(runs)}</span>
        {runs.length > 1 && (
          <button
            type="button"
            class="quiet"
            title={t('Forget these runs and simulate again')}
            onClick={clear}
          >
            {t('Start Over')}
          </button>
        )}
      </div>
      <RunsTable runs={compared} />
      <DecayChart runs={compared} />
    </section>
  );
}

function RunsTable({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const columns: readonly Column[] = [
    { name: t('Run'), isFigure: true },
    { name: t('Slot'), isFigure: true, room: 'wide' },
    { name: t('Time after run 1'), isFigure: true, room: 'medium' },
    { name: t('Net gain, SOL'), isFigure: true },
    { name: t('To run 1'), isFigure: true },
    { name: t('Compute units'), isFigure: true, room: 'medium' },
    { name: t('Result') },
  ];
  return (
    <ScrollRegion label={t('Runs')}>
      <Table caption={t('Runs, newest first')} columns={columns}>
        {runs.toReversed().map((compared, at) => (
          <RunRow key={compared.run.number} compared={compared} isNewest={at === 0} />
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface RunRowProps {
  readonly compared: ComparedRun;
  readonly isNewest: boolean;
}

const RunRow = ({ compared: { run, secondsLater, change }, isNewest }: RunRowProps) => (
  <tr class={isNewest ? 'newest' : undefined}>
    <th scope="row" class="figure">
      {run.number}
    </th>
    <td class="figure">{run.slot === null ? t('unknown') : formatCount(run.slot)}</td>
    <td class="figure">{withPlusSign(formatShortDuration(secondsLater))}</td>
    <td class="figure">{formatRunGain(run)}</td>
    <td class="figure">{change === null ? '–' : withPlusSign(formatPercent(change))}</td>
    <td class="figure">
      {run.computeUnits === null ? t('unknown') : formatCount(run.computeUnits)}
    </td>
    <td class="result">
      <span class={run.isSuccess ? 'up' : 'down'}>
        {run.isSuccess ? t('✓ succeeds') : `⊘\u00a0${run.error || t('fails')}`}
      </span>
      {run.errorDetail !== '' && <span class="dim block">{run.errorDetail}</span>}
    </td>
  </tr>
);

/** `5 of at most 20 kept; 12 s`. */
function runsNote(runs: readonly SimulationRun[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  const kept = t('{0} of at most {1} saved', runs.length, maxSimulationRuns);
  if (first === undefined || last === undefined || runs.length < 2) return kept;
  const seconds = Math.max(0, Math.round((last.atMilliseconds - first.atMilliseconds) / 1_000));
  return joinClauses([kept, formatDuration(seconds)]);
}
