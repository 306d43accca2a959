import { t } from '@vscode/l10n';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { TimeChart } from '../charts/timeChart.ts';
import type { TimeChartData } from '../charts/timeChartData.ts';
import type { TimeSelection } from '../charts/timeSelection.ts';
import { addListeners, element, replaceContent } from '../dom.ts';
import type { CoverageContent } from '../messages/coverage.ts';
import { arbitragesText, formatUsdSum, formatWindow } from './format.ts';
import { replayChart } from './replayChart.ts';
import { replayTable } from './replayTable.ts';
import {
  type CoverageSection,
  type CoverageView,
  caption,
  dimLine,
  type Send,
  section,
  showOptions,
} from './section.ts';

export class ReplaySection implements CoverageSection {
  readonly element: HTMLElement;
  readonly #name = element('bdi', { class: 'chip' });
  readonly #select: HTMLSelectElement;
  readonly #chart = new TimeChart({
    label: t('Replay by time'),
    onSelect: (selection) => {
      this.#selection = selection;
    },
  });
  readonly #choice: readonly HTMLElement[];
  readonly #room = element('div');
  #shown = 'none';
  /** Kept when new content has only progress of the settings. */
  #selection: TimeSelection | null = null;

  constructor(send: Send) {
    this.#select = addListeners(
      element('select', { class: 'compare', 'aria-label': t('Compare with') }),
      {
        change: () => {
          const { value } = this.#select;
          // Keeps the old choice until a file is chosen.
          this.#select.value = this.#shown;
          if (value === 'none' || value === 'commit') this.#select.value = value;
          if (value === 'none' || value === 'commit' || value === 'file')
            send({ type: 'compare', kind: value });
        },
      },
    );
    this.#choice = [this.#name, element('span', { class: 'dim' }, t('with')), this.#select];
    this.element = section(t('Replay'), this.#choice, [this.#room]);
  }

  show(content: CoverageContent, view: CoverageView): void {
    const { replay, config } = content;
    this.#name.textContent = `A: ${config.name}`;
    this.#name.title = config.name;
    for (const each of this.#choice) each.hidden = content.coverage?.kind === 'bounds';
    this.#showChoices(content);
    if (replay === null || replay.points.length === 0) {
      const text =
        content.coverage?.kind === 'bounds'
          ? t('This service offers no replay. A node or an Arbscope server does.')
          : t('No replay of this window.');
      replaceContent(this.#room, dimLine(text));
      return;
    }
    const data = replayChart(replay, t('Replay, {0}', t('net gain by time')));
    const shown = view === 'table' ? replayTable(replay, t('Replay')) : this.#chart.element;
    const gains = [replay.total, ...replay.configs.map(({ covered }) => covered)].map(
      ({ net_gains_usd: usd }) => formatUsdSum(usd),
    );
    const names = [t('market'), 'A', 'B'];
    const note = caption(
      joinClauses([
        ...gains.map((gain, at) => `${names[at] ?? ''} ${gain}`),
        t('n = {0} with a net gain', arbitragesText(replay.total.transactions)),
        formatWindow(content.state.windowSeconds),
      ]),
    );
    if (shown !== this.#room.firstChild) replaceContent(this.#room, shown, note);
    else this.#room.lastElementChild?.replaceWith(note);
    if (view === 'charts') this.#chart.show(data, this.#selectionIn(data));
  }

  #selectionIn({ isUnknown }: TimeChartData): TimeSelection | null {
    if (this.#selection !== null && this.#selection.last >= isUnknown.length)
      this.#selection = null;
    return this.#selection;
  }

  #showChoices({ state, compared, commitLabel }: CoverageContent): void {
    const label = compared?.label ?? '';
    const kind = state.compared?.kind ?? 'none';
    const commit = kind === 'commit' && label !== '' ? label : commitLabel;
    showOptions(this.#select, [
      ['none', joinLabel('B', t('nothing'))],
      ...(commit === '' ? [] : [['commit', joinLabel('B', commit)] as const]),
      ...(kind === 'file' ? [['shown', joinLabel('B', label)] as const] : []),
      ['file', t('B: another file…')],
    ]);
    this.#shown = kind === 'file' ? 'shown' : kind;
    this.#select.value = this.#shown;
  }
}
