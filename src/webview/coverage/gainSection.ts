import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { element, replaceKeepingFocus } from '../dom.ts';
import type { CoverageContent } from '../messages/coverage.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { formatWindow } from './format.ts';
import { entryRows, type GainRow, type GainSubject, poolRows, replayedRows } from './gainRows.ts';
import { boundsTable, gainTable } from './gainTable.ts';
import {
  type CoverageSection,
  type CoverageView,
  dimLine,
  moreButton,
  type Send,
  section,
} from './section.ts';

const fewRows = 8;
/** For more rows the CSV is more useful. */
const maxRows = 500;

export class GainSection implements CoverageSection {
  readonly element: HTMLElement;
  readonly #send: Send;
  readonly #subjects: SegmentedControl<GainSubject>;
  readonly #note = element('span', { class: 'dim small' });
  readonly #room = element('div');
  #subject: GainSubject = 'entry';
  #isAll = false;
  #shown: readonly [CoverageContent, CoverageView] | null = null;

  constructor(send: Send) {
    this.#send = send;
    this.#subjects = new SegmentedControl<GainSubject>(
      'subject',
      t('Rows'),
      { entry: t('Entry'), pool: t('Pool'), token: t('Token'), amm: t('AMM') },
      (subject) => {
        this.#subject = subject;
        this.#isAll = false;
        if (this.#shown !== null) this.show(...this.#shown);
      },
    );
    this.#subjects.show('entry');
    this.element = section(t('Net gain by'), [this.#subjects.element, this.#note], [this.#room]);
  }

  show(content: CoverageContent, view: CoverageView): void {
    this.#shown = [content, view];
    const { coverage, state, config, compared, replay } = content;
    const window = formatWindow(state.windowSeconds);
    const subject = this.#subject;
    this.#note.textContent =
      subject === 'pool'
        ? t('arbitrages through each pool, covered or not, {0}', window)
        : t('net gain, {0}', window);
    const rows = this.#rowsOf(content);
    const bounds = coverage?.kind === 'bounds' && subject === 'entry' ? coverage : null;
    const count = bounds === null ? rows.length : bounds.groups.length;
    const isAll = this.#isAll || view === 'table';
    const options = {
      caption: joinLabel(t('Net gain by'), subjectText(subject)),
      most: isAll ? maxRows : fewRows,
      send: this.#send,
    };
    const end = Date.parse(coverage?.window.to ?? '');
    replaceKeepingFocus(
      this.#room,
      count === 0
        ? dimLine(emptyText(content, subject))
        : bounds !== null
          ? boundsTable(config.groups, bounds, options)
          : gainTable(rows, {
              ...options,
              subject,
              window,
              comparedLabel:
                replay !== null && replay.configs.length > 1 ? (compared?.label ?? '') : null,
              nowMilliseconds: Number.isNaN(end) ? 0 : end,
            }),
      view === 'charts' &&
        moreButton(this.#isAll, {
          count: Math.min(count, maxRows),
          most: fewRows,
          toggle: () => {
            this.#isAll = !this.#isAll;
            this.show(content, view);
          },
        }),
    );
  }

  #rowsOf(content: CoverageContent): readonly GainRow[] {
    const { coverage, replay } = content;
    switch (this.#subject) {
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
}

const subjectText = (subject: GainSubject): string =>
  ({ entry: t('entry'), pool: t('pool'), token: t('token'), amm: t('AMM') })[subject];

function emptyText({ config, replay }: CoverageContent, subject: GainSubject): string {
  if (config.groups.length === 0 || config.poolCount === 0) return t('The file lists no pools.');
  return replay === null && subject !== 'entry' && subject !== 'pool'
    ? t('No replay of this window.')
    : t('None in this window.');
}
