import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { addListeners, button, element, setAttributes } from '../dom.ts';
import {
  maxSettingsCombinations,
  type SettingName,
  type SettingsAxes,
  type SettingsContent,
} from '../messages/coverage.ts';
import {
  countCombinations,
  isTooMany,
  parseSettingValues,
  settingNames,
} from './exportSettings.ts';

const labels = (): Readonly<Record<SettingName, string>> => ({
  tokens_max: t('Max tokens'),
  min_transactions: t('Min transactions'),
  refresh_seconds: t('Refresh, seconds'),
  tokens_time_range: t('Ranking window, seconds'),
});

export class SettingsForm {
  readonly element: HTMLElement;
  readonly #run: (axes: SettingsAxes) => void;
  readonly #fields: Readonly<
    Record<SettingName, { readonly input: HTMLInputElement; readonly fault: HTMLElement }>
  >;
  readonly #count = element('span', { class: 'dim small', role: 'status' });
  readonly #start: HTMLButtonElement;
  readonly #progress = element('progress', { 'aria-label': t('Combinations tested') });
  readonly #running: HTMLElement;
  readonly #details: HTMLDetailsElement;
  #shownAxes: string | null = null;

  constructor(run: (axes: SettingsAxes) => void, cancel: () => void) {
    this.#run = run;
    const names = labels();
    const field = (name: SettingName) => {
      const fault = element('span', { class: 'fault', id: `fault-${name}` });
      const input = element('input', { type: 'text', id: `setting-${name}`, size: 14 });
      return { input, fault };
    };
    this.#fields = {
      tokens_max: field('tokens_max'),
      min_transactions: field('min_transactions'),
      refresh_seconds: field('refresh_seconds'),
      tokens_time_range: field('tokens_time_range'),
    };
    this.#start = button(t('Run'), () => this.#submit());
    this.#running = element('span', { class: 'running' }, [
      this.#progress,
      button(t('Cancel'), cancel, { 'data-focus': 'cancel-settings' }),
    ]);
    const fields = element(
      'div',
      { class: 'fields' },
      settingNames.map((name) => {
        const { input, fault } = this.#fields[name];
        addListeners(input, {
          input: () => this.#check(),
          keydown: (event) => {
            if (event.key === 'Enter') this.#submit();
          },
        });
        return element('div', { class: 'field' }, [
          element('label', { for: input.id }, names[name]),
          input,
          fault,
        ]);
      }),
    );
    this.#details = element('details', {}, [element('summary', {}, t('Values to test')), fields]);
    this.element = element('div', { class: 'settings-form' }, [
      this.#details,
      element('div', { class: 'start' }, [this.#start, this.#running, this.#count]),
    ]);
  }

  show({ axes, running, outcomes }: SettingsContent): void {
    const text = JSON.stringify(axes);
    // Open before the first run, when there are no outcomes to show.
    if (this.#shownAxes === null) this.#details.open = outcomes === null;
    // Keeps edited values unless the tested values changed.
    if (text !== this.#shownAxes) {
      this.#shownAxes = text;
      for (const name of settingNames)
        this.#fields[name].input.value = joinList(axes[name].map(String));
    }
    this.#running.hidden = running === null;
    this.#start.hidden = running !== null;
    if (running !== null) {
      this.#progress.max = Math.max(1, running.of);
      this.#progress.value = running.done;
      this.#count.textContent = t(
        '{0} of {1} combinations',
        formatCount(running.done),
        formatCount(running.of),
      );
      return;
    }
    this.#check();
  }

  /** Null if a value is invalid. Shows each fault at its field. */
  #check(): SettingsAxes | null {
    const parsed = settingNames.map((name) => {
      const { input, fault } = this.#fields[name];
      const { values, fault: message } = parseSettingValues(name, input.value);
      fault.textContent = message;
      setAttributes(input, {
        'aria-invalid': message === null ? null : 'true',
        'aria-describedby': message === null ? null : fault.id,
      });
      return [name, values] as const;
    });
    const isValid = parsed.every(([, values]) => values !== null);
    const axes = isValid ? (Object.fromEntries(parsed) as unknown as SettingsAxes) : null;
    const isMany = axes !== null && isTooMany(axes);
    this.#count.textContent =
      axes === null
        ? ''
        : t(
            '{0} of at most {1} combinations',
            formatCount(countCombinations(axes)),
            maxSettingsCombinations,
          );
    this.#count.classList.toggle('fault', isMany);
    this.#start.disabled = axes === null || isMany;
    return isMany ? null : axes;
  }

  #submit(): void {
    if (!this.#running.hidden) return;
    const axes = this.#check();
    if (axes !== null) this.#run(axes);
  }
}
