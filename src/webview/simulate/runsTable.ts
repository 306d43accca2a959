import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatPercent } from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { withPlusSign } from '../../api/tokenAmounts.ts';
import { button, element } from '../dom.ts';
import { maxSimulationRuns, type SimulationRun } from '../messages/simulate.ts';
import { scrollingTable, table } from '../tables.ts';
import { decayChart } from './decayChart.ts';
import { comparedRuns, formatRunGain } from './runsModel.ts';

/** Shows how long the opportunity lasts. */
export function runsSection(runs: readonly SimulationRun[], clear: () => void): HTMLElement {
  const compared = comparedRuns(runs);
  const columns = [
    t('Run'),
    t('Slot'),
    t('Slots later'),
    t('Net gain, SOL'),
    t('To run 1'),
    t('Compute units'),
    t('Result'),
  ];
  const rows = [...compared].reverse().map(({ run, slotsLater, change }) => {
    const figure = (value: string, style = '') =>
      element('td', { class: `figure ${style}` }, value);
    return element('tr', { class: run === runs.at(-1) ? 'newest' : null }, [
      element('th', { scope: 'row', class: 'figure' }, String(run.number)),
      figure(run.slot === null ? t('unknown') : formatCount(run.slot)),
      figure(slotsLater === null ? '–' : withPlusSign(formatCount(slotsLater))),
      figure(formatRunGain(run)),
      figure(change === null ? '–' : withPlusSign(formatPercent(change))),
      figure(run.computeUnits === null ? t('unknown') : formatCount(run.computeUnits)),
      element('td', { class: 'result' }, [
        element(
          'span',
          { class: run.isSuccess ? 'up' : 'down' },
          run.isSuccess ? t('✓ succeeds') : `⊘\u00a0${run.error || t('fails')}`,
        ),
        run.errorDetail !== '' && element('span', { class: 'dim block' }, run.errorDetail),
      ]),
    ]);
  });
  return element('section', { class: 'runs' }, [
    element('div', { class: 'section-head' }, [
      element('h2', {}, t('Runs')),
      element('span', { class: 'dim small' }, runsNote(runs)),
      runs.length > 1 &&
        button(t('Start Over'), clear, {
          class: 'quiet',
          title: t('Forget these runs and simulate again'),
        }),
    ]),
    scrollingTable(
      t('Runs'),
      table({}, t('Runs, newest first'), columns, (at) => at < 6, rows),
    ),
    decayChart(compared),
  ]);
}

/** `5 of at most 20 kept; 30 slots; 12 s`. */
function runsNote(runs: readonly SimulationRun[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  const kept = t('{0} of at most {1} saved', runs.length, maxSimulationRuns);
  if (first === undefined || last === undefined || runs.length < 2) return kept;
  const slots =
    first.slot === null || last.slot === null
      ? ''
      : t('{0} slots', formatCount(last.slot - first.slot));
  const seconds = Math.max(0, Math.round((last.atMilliseconds - first.atMilliseconds) / 1_000));
  return joinClauses([kept, slots, formatDuration(seconds)]);
}
