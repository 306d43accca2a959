import { t } from '@vscode/l10n';
import {
  type Choice,
  type Complaint,
  isLeaving,
  type Leaving,
  type Prompter,
} from '../prompts/prompter.ts';
import {
  type FilterField,
  type FilterName,
  filterField,
  filterFields,
  filterGroups,
} from '../views/filters/filterFields.ts';
import {
  changedNames,
  conflictsOf,
  type Filters,
  valueWords,
  withFilter,
} from '../views/filters/filters.ts';
import { type FilterValue, readFilter, writeFilter } from '../views/filters/filterText.ts';
import type { FinderChoices } from '../views/finderChoices.ts';
import { editList, type ListWords } from './listEditor.ts';
import type { PresetMenu } from './presetMenu.ts';

export interface FilterFormOptions {
  readonly choices: Pick<FinderChoices, 'filters' | 'usual' | 'filter'>;
  readonly presets: Pick<PresetMenu, 'run'>;
  readonly prompter: Prompter;
  readonly words: ListWords;
}

const title = t('Finder Filters');

type Act = FilterName | 'presets' | 'clear';

/**
 * Every filter of the Finder with its present value, as a list; each is edited in a box of its own
 * and in effect from then on.
 */
export class FilterForm {
  readonly #options: FilterFormOptions;

  constructor(options: FilterFormOptions) {
    this.#options = options;
  }

  /** @param given A filter that is edited at once, without the list. */
  async run(given: FilterName | null): Promise<void> {
    const { choices, presets } = this.#options;
    if (given !== null) {
      await this.#edit(given);
      return;
    }
    let last: Act | null = null;
    while (true) {
      const act = await this.#list(last);
      if (act === null) return;
      last = act;
      if (act === 'presets') {
        if ((await presets.run()) !== 'back') return;
      } else if (act === 'clear') await choices.filter(choices.usual);
      else if ((await this.#edit(act)) === 'cancelled') return;
    }
  }

  async #list(last: Act | null): Promise<Act | null> {
    const { prompter, choices } = this.#options;
    const { filters, usual } = choices;
    const changed = changedNames(filters, usual);
    const words = changed.length === 1 ? t('1 changed') : t('{0} changed', changed.length);
    const chosen = await prompter.choose<Act>({
      title: changed.length === 0 ? title : `${title}: ${words}`,
      step: 1,
      totalSteps: 2,
      placeholder: t('Which filter; each is in effect as soon as it is entered'),
      choices: [...this.#acts(changed.length > 0), ...this.#fields(filters, changed)].map(
        (choice) => ({ ...choice, isCurrent: choice.value === last }),
      ),
    });
    return isLeaving(chosen) ? null : chosen.value;
  }

  #acts(isChanged: boolean): Choice<Act>[] {
    const clear: Choice<Act> = {
      label: `$(clear-all) ${t('Clear Filters')}`,
      description: t('back to what the settings say'),
      value: 'clear',
    };
    const presets = `$(bookmark) ${t('Presets…')}`;
    return [{ label: presets, value: 'presets' }, ...(isChanged ? [clear] : [])];
  }

  #fields(filters: Filters, changed: readonly FilterName[]): Choice<Act>[] {
    const conflicts = conflictsOf(filters);
    return filterFields.map(({ name, label, group }, index) => {
      const value = filters[name];
      const isChanged = changed.includes(name);
      const conflict = conflicts.find(({ names }) => names.includes(name));
      const icon = conflict !== undefined ? 'warning' : isChanged ? 'filter-filled' : 'filter';
      const isFirst = filterFields[index - 1]?.group !== group;
      return {
        label: `$(${icon}) ${label}`,
        description: value === undefined ? t('any') : valueWords(name, value),
        value: name,
        ...(conflict === undefined ? {} : { detail: conflict.reason }),
        ...(isFirst ? { group: filterGroups[group] } : {}),
      };
    });
  }

  async #edit(name: FilterName): Promise<'done' | Leaving> {
    const { choices, prompter, words } = this.#options;
    const field = filterField(name);
    const { is } = field;
    const { [name]: value } = choices.filters;
    const step = { title: `${title}: ${field.label}`, step: 2, totalSteps: 2 };
    if (is.kind === 'addresses' || is.kind === 'caps') {
      const list = Array.isArray(value) ? (value as readonly string[]) : [];
      const keep = (entries: readonly string[]) =>
        this.#set(name, entries.length === 0 ? null : entries);
      return await editList({ prompter, field, step, list, keep, words });
    }
    const answer =
      is.kind === 'choice'
        ? await this.#choose(field, is.choices, value)
        : await prompter.text({
            ...step,
            prompt: `${field.hint} ${this.#usualWords(name)}`,
            placeholder: t('Empty: any'),
            value: value === undefined ? '' : writeFilter(field, value),
            check: (text) => this.#complaint(field, text),
          });
    if (isLeaving(answer)) return answer;
    const reading = readFilter(field, answer.text);
    await this.#set(name, reading.kind === 'value' ? reading.value : null);
    return 'done';
  }

  async #choose(
    field: FilterField,
    given: readonly string[],
    value: FilterValue | undefined,
  ): Promise<{ readonly text: string } | Leaving> {
    const chosen = await this.#options.prompter.choose({
      title: `${title}: ${field.label}`,
      step: 2,
      totalSteps: 2,
      placeholder: field.hint,
      choices: [
        { label: t('any'), description: t('not asked for'), value: '' },
        ...given.map((each) => ({ label: valueWords(field.name, each), value: each })),
      ].map((choice) => ({ ...choice, isCurrent: choice.value === (value ?? '') })),
    });
    return isLeaving(chosen) ? chosen : { text: chosen.value };
  }

  #complaint(field: FilterField, text: string): Complaint | null {
    const reading = readFilter(field, text);
    if (reading.kind === 'wrong') return { message: reading.reason, severity: 'error' };
    const value = reading.kind === 'value' ? reading.value : null;
    const conflicts = conflictsOf(withFilter(this.#options.choices.filters, field.name, value));
    const conflict = conflicts.find(({ names }) => names.includes(field.name));
    // The other one may be changed next.
    return conflict === undefined ? null : { message: conflict.reason, severity: 'warning' };
  }

  #usualWords(name: FilterName): string {
    const { [name]: usual } = this.#options.choices.usual;
    return usual === undefined ? '' : t('Usually {0}.', valueWords(name, usual));
  }

  async #set(name: FilterName, value: FilterValue | null): Promise<void> {
    const { choices } = this.#options;
    await choices.filter(withFilter(choices.filters, name, value));
  }
}
