import { t } from '@vscode/l10n';
import { joinLabel } from '../../../api/join.ts';
import {
  type Choice,
  isPromptExit,
  type PromptExit,
  type Prompter,
  type PromptOptions,
  type ValidationMessage,
} from '../../ui/prompts/prompter.ts';
import {
  type FilterField,
  type FilterName,
  filterField,
  filterFields,
  filterGroups,
} from './filterFields.ts';
import {
  changedFilterNames,
  type Filters,
  findConflicts,
  formatFilterValue,
  withFilter,
} from './filters.ts';
import type { FinderPreferences } from './finderPreferences.ts';
import { type AddressLabels, editList } from './listEditor.ts';
import { type FilterValue, formatFilterInput, parseFilter } from './parseFilter.ts';
import type { PresetMenu } from './presetMenu.ts';

export interface FilterFormOptions {
  readonly preferences: Pick<
    FinderPreferences,
    'filters' | 'defaultFilters' | 'usualFilters' | 'setFilters'
  >;
  readonly presets: Pick<PresetMenu, 'show'>;
  readonly prompter: Prompter;
  readonly addressLabels: AddressLabels;
}

const title = t('Filter Finder');

type FilterFormAction = FilterName | 'presets' | 'clear';

/** A list of all Finder filters with their current values; changes apply at once. */
export class FilterForm {
  readonly #options: FilterFormOptions;

  constructor(options: FilterFormOptions) {
    this.#options = options;
  }

  /** @param given Filter to edit directly, without the list. */
  async show(given: FilterName | null): Promise<void> {
    const { preferences, presets } = this.#options;
    if (given !== null) {
      await this.#edit(given);
      return;
    }
    let last: FilterFormAction | null = null;
    while (true) {
      const act = await this.#pickAction(last);
      if (act === null) return;
      last = act;
      if (act === 'presets') {
        if ((await presets.show()) !== 'back') return;
      } else if (act === 'clear') await preferences.setFilters(preferences.defaultFilters);
      else if ((await this.#edit(act)) === 'cancelled') return;
    }
  }

  async #pickAction(last: FilterFormAction | null): Promise<FilterFormAction | null> {
    const { prompter, preferences } = this.#options;
    const { filters, usualFilters } = preferences;
    const changed = changedFilterNames(filters, usualFilters);
    const chosen = await prompter.choose<FilterFormAction>({
      title: changed.length === 0 ? title : t('{0}: {1} active', title, changed.length),
      staysOpen: true,
      placeholder: t('Choose a filter. Changes apply at once.'),
      choices: [
        ...this.#actionChoices(changed.length > 0),
        ...this.#fieldChoices(filters, changed),
      ].map((choice) => ({ ...choice, isCurrent: choice.value === last })),
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }

  #actionChoices(isChanged: boolean): Choice<FilterFormAction>[] {
    const clear: Choice<FilterFormAction> = {
      label: `$(clear-all) ${t('Clear Filters')}`,
      description: t('default filters'),
      value: 'clear',
    };
    const presets = `$(bookmark) ${t('Presets…')}`;
    return [{ label: presets, value: 'presets' }, ...(isChanged ? [clear] : [])];
  }

  #fieldChoices(filters: Filters, changed: readonly FilterName[]): Choice<FilterFormAction>[] {
    const conflicts = findConflicts(filters);
    return filterFields.map(({ name, label, group }, index) => {
      const value = filters[name];
      const isChanged = changed.includes(name);
      const conflict = conflicts.find(({ names }) => names.includes(name));
      const icon = conflict !== undefined ? 'warning' : isChanged ? 'filter-filled' : 'filter';
      const isFirst = filterFields[index - 1]?.group !== group;
      return {
        label: `$(${icon}) ${label}`,
        description: value === undefined ? t('any') : formatFilterValue(name, value),
        value: name,
        ...(conflict === undefined ? {} : { detail: conflict.reason }),
        ...(isFirst ? { group: filterGroups[group] } : {}),
      };
    });
  }

  async #edit(name: FilterName): Promise<'done' | PromptExit> {
    const { preferences, prompter, addressLabels } = this.#options;
    const field = filterField(name);
    const { type } = field;
    const { [name]: value } = preferences.filters;
    const step = { title: joinLabel(title, field.label), step: 2, totalSteps: 2 };
    if (type.kind === 'addresses' || type.kind === 'caps') {
      const list = Array.isArray(value) ? (value as readonly string[]) : [];
      const save = (entries: readonly string[]) =>
        this.#setFilter(name, entries.length === 0 ? null : entries);
      return await editList({ prompter, field, step, list, save, addressLabels });
    }
    const answer =
      type.kind === 'choice'
        ? await this.#pickValue(step, field, type.choices, value)
        : await prompter.text({
            ...step,
            prompt: `${field.hint} ${this.#defaultHint(name)}`,
            placeholder: t('Leave empty for any value'),
            value: value === undefined ? '' : formatFilterInput(field, value),
            validate: (text) => this.#validate(field, text),
          });
    if (isPromptExit(answer)) return answer;
    const reading = parseFilter(field, answer.text);
    await this.#setFilter(name, reading.kind === 'value' ? reading.value : null);
    return 'done';
  }

  async #pickValue(
    step: PromptOptions,
    field: FilterField,
    given: readonly string[],
    value: FilterValue | undefined,
  ): Promise<{ readonly text: string } | PromptExit> {
    const chosen = await this.#options.prompter.choose({
      ...step,
      placeholder: field.hint,
      choices: [
        { label: t('any'), value: '' },
        ...given.map((each) => ({ label: formatFilterValue(field.name, each), value: each })),
      ].map((choice) => ({ ...choice, isCurrent: choice.value === (value ?? '') })),
    });
    return isPromptExit(chosen) ? chosen : { text: chosen.value };
  }

  #validate(field: FilterField, text: string): ValidationMessage | null {
    const reading = parseFilter(field, text);
    if (reading.kind === 'wrong') return { message: reading.reason, severity: 'error' };
    const value = reading.kind === 'value' ? reading.value : null;
    const conflicts = findConflicts(
      withFilter(this.#options.preferences.filters, field.name, value),
    );
    const conflict = conflicts.find(({ names }) => names.includes(field.name));
    // Only a warning, because the user may change the other filter next.
    return conflict === undefined ? null : { message: conflict.reason, severity: 'warning' };
  }

  #defaultHint(name: FilterName): string {
    const { [name]: usual } = this.#options.preferences.usualFilters;
    return usual === undefined ? '' : t('Default: {0}.', formatFilterValue(name, usual));
  }

  async #setFilter(name: FilterName, value: FilterValue | null): Promise<void> {
    const { preferences } = this.#options;
    await preferences.setFilters(withFilter(preferences.filters, name, value));
  }
}
