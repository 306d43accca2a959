import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { type AddressLabels, editList } from '../finder/filters/listEditor.ts';
import { type FilterValue, formatFilterInput, parseFilter } from '../finder/filters/parseFilter.ts';
import { isPromptExit, type PromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import {
  formatLiveValue,
  isDefaultOutcomes,
  type LiveFilterField,
  type LiveFilterName,
  liveFilterFields,
  withLiveFilter,
} from './liveFilter.ts';
import type { LivePreferences } from './livePreferences.ts';

export interface LiveFilterFormOptions {
  readonly preferences: Pick<
    LivePreferences,
    'filter' | 'shownFilter' | 'isFiltered' | 'setFilter' | 'labelOf'
  >;
  readonly prompter: Prompter;
  readonly suggestionsFor: AddressLabels['suggestionsFor'];
}

const title = t('Filter Live');
type FormAction = LiveFilterName | 'clear';

/** Changes apply at once. */
export async function showLiveFilterForm(options: LiveFilterFormOptions): Promise<void> {
  let last: FormAction | null = null;
  while (true) {
    const act = await pickAction(options, last);
    if (act === null) return;
    last = act;
    if (act === 'clear') await options.preferences.setFilter({});
    else if ((await edit(options, act)) === 'cancelled') return;
  }
}

async function pickAction(
  { preferences, prompter }: LiveFilterFormOptions,
  last: FormAction | null,
): Promise<FormAction | null> {
  const { filter, shownFilter, isFiltered, labelOf } = preferences;
  const fields = liveFilterFields.map(({ name, label }) => ({
    label: `$(${filter[name] === undefined ? 'filter' : 'filter-filled'}) ${label}`,
    description: formatLiveValue(shownFilter, name, labelOf) ?? t('any'),
    value: name as FormAction,
  }));
  const clear = { label: `$(clear-all) ${t('Clear Filters')}`, value: 'clear' as FormAction };
  const activeCount = Object.keys(filter).length;
  const chosen = await prompter.choose<FormAction>({
    title: activeCount === 0 ? title : t('{0}: {1} active', title, activeCount),
    staysOpen: true,
    placeholder: t('Choose a filter. Changes apply at once.'),
    choices: [...(isFiltered ? [clear] : []), ...fields].map((choice) => ({
      ...choice,
      isCurrent: choice.value === last,
    })),
  });
  return isPromptExit(chosen) ? null : chosen.value;
}

async function edit(
  options: LiveFilterFormOptions,
  name: LiveFilterName,
): Promise<'done' | PromptExit> {
  const { preferences, prompter, suggestionsFor } = options;
  const field = liveFilterFields.find((each) => each.name === name);
  if (field === undefined) return 'done';
  const { [name]: value } = preferences.filter;
  const step = { title: joinLabel(title, field.label), step: 2, totalSteps: 2 };
  const save = (entry: FilterValue | null) =>
    preferences.setFilter(withLiveFilter(preferences.filter, name, toFilterPart(entry)));
  if (field.type.kind === 'addresses') {
    return await editList({
      ...{ prompter, field, step },
      list: Array.isArray(value) ? (value as readonly string[]) : [],
      save: (entries) => save(entries.length === 0 ? null : entries),
      addressLabels: { labelOf: preferences.labelOf, suggestionsFor },
    });
  }
  if (field.type.kind === 'choice') return await pickChoices(options, field, step);
  const text = await prompter.text({
    ...step,
    prompt: field.hint,
    placeholder: t('Leave empty for any value'),
    value: typeof value === 'number' ? formatFilterInput(field, value) : '',
    validate: (typed) => {
      const reading = parseFilter(field, typed);
      if (reading.kind !== 'wrong') return null;
      return { message: reading.reason, severity: 'error' };
    },
  });
  if (isPromptExit(text)) return text;
  const reading = parseFilter(field, text.text);
  await save(reading.kind === 'value' ? reading.value : null);
  return 'done';
}

/** Each choice is added or removed at once, and the list stays open. */
async function pickChoices(
  { preferences, prompter }: LiveFilterFormOptions,
  { name, type, hint }: LiveFilterField,
  step: { readonly title: string; readonly step: number; readonly totalSteps: number },
): Promise<'done' | PromptExit> {
  const choices = type.kind === 'choice' ? type.choices : [];
  const label = (choice: string): string =>
    formatLiveValue(withLiveFilter({}, name, [choice]), name, preferences.labelOf) ?? choice;
  let last = '';
  while (true) {
    const { [name]: value } = preferences.shownFilter;
    const chosen: readonly string[] = Array.isArray(value) ? (value as readonly string[]) : [];
    const isChosen = (choice: string): boolean => chosen.includes(choice);
    const picked = await prompter.choose({
      ...step,
      placeholder: `${hint} ${t('Enter adds or removes, Esc closes.')}`,
      choices: [
        { label: `$(${chosen.length === 0 ? 'check' : 'blank'}) ${t('any')}`, value: '' },
        ...choices.map((choice) => ({
          label: `$(${isChosen(choice) ? 'check' : 'blank'}) ${label(choice)}`,
          value: choice,
        })),
      ].map((choice) => ({ ...choice, isCurrent: choice.value === last })),
    });
    if (isPromptExit(picked)) return picked === 'back' ? 'done' : picked;
    last = picked.value;
    const others = chosen.filter((choice) => choice !== last);
    const next = last === '' ? [] : isChosen(last) ? others : [...chosen, last];
    // No outcome stands for all of them; without the member Live shows its default.
    const isDefault = name === 'outcomes' ? isDefaultOutcomes(next) : next.length === 0;
    await preferences.setFilter(withLiveFilter(preferences.filter, name, isDefault ? null : next));
  }
}

const toFilterPart = (value: FilterValue | null): readonly string[] | number | null =>
  typeof value === 'string' ? [value] : value;
