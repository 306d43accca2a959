import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinClauses, joinLabel, joinNote } from '../../api/join.ts';
import { addListeners, button, element, replaceContent, replaceKeepingFocus } from '../dom.ts';
import type { CoverageContent, ExportSettings, SettingsContent } from '../messages/coverage.ts';
import {
  bestOutcome,
  cellText,
  isSameSettings,
  type SettingsSlice,
  settingsText,
  sliceKey,
  slicesOf,
  sliceText,
} from './exportSettings.ts';
import { formatShareOf, formatUsdSum } from './format.ts';
import {
  type CoverageSection,
  type CoverageView,
  dimLine,
  type Send,
  section,
  showOptions,
} from './section.ts';
import { SettingsForm } from './settingsForm.ts';
import { hasGrid, outcomesTable, SettingsGrid } from './settingsGrid.ts';

export class SettingsSection implements CoverageSection {
  readonly element: HTMLElement;
  readonly #send: Send;
  readonly #form: SettingsForm;
  readonly #grid: SettingsGrid;
  readonly #slices: HTMLSelectElement;
  readonly #note = element('span', { class: 'dim small' });
  readonly #room = element('div');
  readonly #foot = element('p', { class: 'small caption' });
  #slice = '';
  #selected: ExportSettings | null = null;
  #shown: readonly [CoverageContent, CoverageView] | null = null;

  constructor(send: Send) {
    this.#send = send;
    this.#form = new SettingsForm(
      (axes) => send({ type: 'run-settings', axes }),
      () => send({ type: 'cancel-settings' }),
    );
    this.#grid = new SettingsGrid((settings) => {
      this.#selected = settings;
      this.#showAgain();
    });
    this.#slices = addListeners(
      element('select', { 'aria-label': t('Refresh and ranking window') }),
      {
        change: () => {
          this.#slice = this.#slices.value;
          this.#selected = null;
          this.#showAgain();
        },
      },
    );
    this.element = section(
      t('Export settings'),
      [this.#note],
      [this.#form.element, this.#slices, this.#room, this.#foot],
    );
  }

  show(content: CoverageContent, view: CoverageView): void {
    this.#shown = [content, view];
    const { settings } = content;
    this.#form.element.hidden = settings === null;
    if (settings === null) {
      this.#slices.hidden = true;
      this.#note.textContent = '';
      replaceContent(this.#foot);
      replaceContent(
        this.#room,
        dimLine(t('This service offers no replay. A node or an Arbscope server does.')),
      );
      return;
    }
    this.#form.show(settings);
    this.#showGrid(settings, view);
  }

  #showAgain(): void {
    if (this.#shown !== null) this.show(...this.#shown);
  }

  #showGrid(settings: SettingsContent, view: CoverageView): void {
    const { outcomes, axes, total, fault } = settings;
    const slice = this.#chooseSlice(settings);
    const selected = this.#chosen(settings);
    const sum = formatUsdSum(total?.net_gains_usd ?? 0);
    this.#note.textContent =
      outcomes === null || total === null
        ? ''
        : joinClauses([
            t('covered net gain, % of {0}', sum),
            t('{0} combinations', formatCount(outcomes.length)),
            this.#slices.hidden && slice !== null ? sliceText(slice) : '',
          ]);
    const faultLine =
      fault === ''
        ? null
        : element('p', { class: 'fault', role: 'alert' }, element('bdi', {}, fault));
    if (outcomes === null || slice === null || !hasGrid(axes)) {
      this.#slices.hidden = true;
      replaceContent(
        this.#room,
        faultLine,
        dimLine(t('Test which settings of an auto-updated export would have covered most.')),
      );
      replaceContent(this.#foot);
      return;
    }
    if (view === 'table') {
      const caption = t('Tested settings');
      replaceContent(this.#room, faultLine, outcomesTable(settings, { caption, most: 200 }));
    } else {
      if (this.#grid.element.parentElement !== this.#room || faultLine !== null)
        replaceContent(this.#room, faultLine, this.#grid.element);
      const caption = joinNote(t('Covered net gain in percent of the market’s'), sliceText(slice));
      this.#grid.show({ settings, slice, selected, caption });
    }
    this.#showFoot(settings, selected, view === 'table' ? null : slice);
  }

  #chooseSlice({ axes, outcomes }: SettingsContent): SettingsSlice | null {
    const slices = slicesOf(axes);
    const best = bestOutcome(outcomes ?? []);
    const wanted = [this.#slice, best === null ? '' : sliceKey(best)];
    const found =
      wanted.map((key) => slices.find((each) => sliceKey(each) === key)).find(Boolean) ??
      slices[0] ??
      null;
    showOptions(
      this.#slices,
      slices.map((each) => [sliceKey(each), sliceText(each)] as const),
    );
    this.#slices.hidden = slices.length < 2 || outcomes === null;
    if (found !== null) this.#slices.value = sliceKey(found);
    return found;
  }

  #chosen({ outcomes }: SettingsContent): ExportSettings | null {
    const selected = this.#selected;
    const kept = (outcomes ?? []).find(
      (each) => selected !== null && isSameSettings(each, selected),
    );
    return kept ?? bestOutcome(outcomes ?? []);
  }

  #showFoot(
    { outcomes, total, current }: SettingsContent,
    selected: ExportSettings | null,
    slice: SettingsSlice | null,
  ): void {
    const hasCurrent =
      current !== null &&
      (outcomes ?? []).some((each) => isSameSettings(each, current)) &&
      (slice === null || sliceKey(slice) === sliceKey(current));
    const best = bestOutcome(outcomes ?? []);
    const chosen = (outcomes ?? []).find(
      (each) => selected !== null && isSameSettings(each, selected),
    );
    const percentOf = (each: { readonly net_gains_usd: number }) =>
      formatShareOf(each.net_gains_usd, total?.net_gains_usd ?? 0);
    replaceKeepingFocus(
      this.#foot,
      best !== null &&
        element('span', { class: 'dim' }, [
          joinLabel(t('★ best {0}', percentOf(best)), cellText(best)),
        ]),
      hasCurrent && element('span', { class: 'dim' }, t('● now')),
      chosen !== undefined &&
        chosen !== best &&
        element('span', {}, [
          joinLabel(t('selected {0}', percentOf(chosen)), settingsText(chosen)),
        ]),
      chosen !== undefined &&
        button(
          t('Use These Settings…'),
          () => {
            const { tokens_max, min_transactions, refresh_seconds, tokens_time_range } = chosen;
            this.#send({
              type: 'use-settings',
              settings: { tokens_max, min_transactions, refresh_seconds, tokens_time_range },
            });
          },
          { class: 'link', title: settingsText(chosen), 'data-focus': 'use-settings' },
        ),
    );
  }
}
