import { t } from '@vscode/l10n';
import { joinClauses } from '../../api/join.ts';
import { addListeners, button, element, replaceContent, replaceKeepingFocus } from '../dom.ts';
import {
  bestPoolCount,
  type CoverageContent,
  deadPools,
  minIndexedForDead,
} from '../messages/coverage.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { CurveChart } from './curveChart.ts';
import { curveReading } from './drawCurve.ts';
import { addPoolsText, arbitragesText, formatWindow, removePoolsText } from './format.ts';
import { missedTokensTable, missingPoolsTable, possiblePoolsTable } from './missingTables.ts';
import { poolCurve } from './poolCurve.ts';
import {
  type CoverageSection,
  type CoverageView,
  caption,
  dimLine,
  moreButton,
  type Send,
  section,
} from './section.ts';

const fewRows = 7;
type Listed = 'pools' | 'tokens';

export class MissingPools {
  readonly curve: CoverageSection;
  readonly list: CoverageSection;
  readonly #send: Send;
  readonly #chart = new CurveChart((count) => this.#choose(count));
  /** Replaces the curve in the table view. */
  readonly #number = addListeners(element('input', { type: 'number', min: 0, id: 'pool-count' }), {
    input: () => {
      const count = Number(this.#number.value);
      if (Number.isInteger(count)) this.#choose(count);
    },
  });
  readonly #reading = element('span', { class: 'dim' });
  readonly #field = element('div', { class: 'pool-count' }, [
    element('label', { for: 'pool-count' }, t('Number of missing pools to add')),
    this.#number,
    this.#reading,
  ]);
  readonly #buttons = element('span', { class: 'buttons' });
  readonly #curveRoom = element('div');
  readonly #note = element('span', { class: 'dim small' });
  readonly #listRoom = element('div');
  readonly #listed: SegmentedControl<Listed>;
  #shownList: Listed = 'pools';
  #content: CoverageContent | null = null;
  #view: CoverageView = 'charts';
  #isAll = false;
  /** Chosen number of pools; `#reportKey` resets it to the best number for another report. */
  #count = 0;
  #reportKey = '';

  constructor(send: Send) {
    this.#send = send;
    this.#listed = new SegmentedControl<Listed>(
      'listed',
      t('Missing'),
      { pools: t('Pools'), tokens: t('Tokens') },
      (listed) => {
        this.#shownList = listed;
        this.#isAll = false;
        this.#showList();
      },
    );
    this.#listed.show('pools');
    this.curve = {
      element: section(t('Gain from more pools'), [this.#buttons], [this.#curveRoom]),
      show: (content, view) => this.#show(content, view),
    };
    this.list = {
      element: section(
        t('Best missing pools'),
        [this.#listed.element, this.#note],
        [this.#listRoom],
      ),
      show: () => this.#showList(),
    };
  }

  #show(content: CoverageContent, view: CoverageView): void {
    this.#content = content;
    this.#view = view;
    const { coverage } = content;
    const missing = coverage?.missing_pools ?? [];
    const key = missing.map(({ pool }) => pool).join();
    if (key !== this.#reportKey) {
      this.#reportKey = key;
      this.#count = bestPoolCount(missing);
    }
    this.#count = Math.min(this.#count, missing.length);
    this.#showButtons();
    this.#showCurve(content, view);
  }

  #showCurve(content: CoverageContent, view: CoverageView): void {
    const { coverage, state } = content;
    const room = this.#curveRoom;
    if (coverage === null || coverage.missing_pools.length === 0) {
      replaceContent(room, dimLine(t('No other pool would add to the net gain.')));
      return;
    }
    if (coverage.kind === 'bounds') {
      this.#showNumber();
      replaceContent(
        room,
        this.#field,
        dimLine(t('Rollups do not show which arbitrages pass through the same pools.')),
        dimLine(t('So what several pools add together is unknown.')),
      );
      return;
    }
    const missed = coverage.causes.find(({ cause }) => cause === 'missing-pool');
    const window = formatWindow(state.windowSeconds);
    const note = caption(
      view === 'table' ? '' : t('Choose a number on the curve, by the pointer or the arrow keys.'),
      t('Adding and removing show a diff first.'),
      joinClauses([
        t('n = {0} that miss a pool', arbitragesText(missed?.transactions ?? 0)),
        window,
      ]),
    );
    if (view === 'table') {
      this.#showNumber();
      if (this.#field.parentElement !== room) replaceContent(room, this.#field, note);
      else room.lastElementChild?.replaceWith(note);
      return;
    }
    if (this.#chart.element.parentElement !== room) replaceContent(room, this.#chart.element, note);
    else room.lastElementChild?.replaceWith(note);
    this.#chart.show({
      points: poolCurve(coverage),
      count: this.#count,
      totalUsd: coverage.total.net_gains_usd,
      label: t('Coverage by the number of pools added'),
    });
  }

  #choose(count: number): void {
    const most = this.#content?.coverage?.missing_pools.length ?? 0;
    this.#count = Math.min(most, Math.max(0, count));
    this.#showButtons();
    this.#showNumber();
    this.#showList();
  }

  #showNumber(): void {
    const coverage = this.#content?.coverage ?? null;
    if (document.activeElement !== this.#number) this.#number.value = String(this.#count);
    this.#number.max = String(coverage?.missing_pools.length ?? 0);
    const point = coverage?.kind === 'report' ? poolCurve(coverage)[this.#count] : undefined;
    this.#reading.textContent = point === undefined ? '' : curveReading(point);
  }

  #showButtons(): void {
    const content = this.#content;
    if (content === null) return;
    const { coverage, config } = content;
    // Rollups and incomplete windows lack arbitrages, so a pool without one may not be dead.
    const isKnown =
      coverage?.kind === 'report' && (coverage.window.coverage ?? 0) >= minIndexedForDead;
    const dead = isKnown ? deadPools(coverage.pools).length : 0;
    const count = this.#count;
    replaceKeepingFocus(
      this.#buttons,
      config.canEdit &&
        count > 0 &&
        button(addPoolsText(count), () => this.#send({ type: 'add-pools', count }), {
          class: 'primary',
          'data-focus': 'add-pools',
        }),
      config.canEdit &&
        dead > 0 &&
        button(removePoolsText(dead), () => this.#send({ type: 'remove-dead-pools' }), {
          'data-focus': 'remove-pools',
        }),
    );
  }

  #showList(): void {
    const coverage = this.#content?.coverage ?? null;
    if (coverage === null) return;
    const isReport = coverage.kind === 'report';
    const isTokens = isReport && this.#shownList === 'tokens';
    const count = isTokens ? coverage.missed_tokens.length : coverage.missing_pools.length;
    const isAll = this.#isAll || this.#view === 'table';
    const most = isAll ? count : fewRows;
    const options = { most, send: this.#send };
    this.#listed.element.hidden = !isReport;
    this.#note.textContent = isTokens
      ? t('a token counts each arbitrage of its routes in full')
      : isReport
        ? t('each row assumes the rows above it')
        : t('each row alone, and at most');
    const shown =
      count === 0
        ? dimLine(t('None in this window.'))
        : isTokens
          ? missedTokensTable(coverage, { ...options, caption: t('Tokens missed') })
          : isReport
            ? missingPoolsTable(coverage, {
                ...options,
                caption: t('Best missing pools'),
                chosen: this.#count,
              })
            : possiblePoolsTable(coverage, { ...options, caption: t('Best missing pools') });
    replaceKeepingFocus(
      this.#listRoom,
      shown,
      this.#view === 'charts' &&
        moreButton(this.#isAll, {
          count,
          most: fewRows,
          toggle: () => {
            this.#isAll = !this.#isAll;
            this.#showList();
          },
        }),
    );
  }
}
