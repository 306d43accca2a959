import { t } from '@vscode/l10n';
import { joinLabel } from '../../../api/join.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import { ammLabel } from '../../ui/addressLabels.ts';
import {
  type Choice,
  isPromptExit,
  type PromptExit,
  type Prompter,
  type PromptOptions,
} from '../../ui/prompts/prompter.ts';
import type { AddressesOf, FilterField } from './filterFields.ts';
import { parseFilter } from './parseFilter.ts';

export interface AddressLabels {
  readonly labelOf: (address: string) => string;
  /** Suggests the Finder's tokens, tracked wallets or known AMMs. */
  readonly suggestionsFor: (of: AddressesOf) => readonly string[];
}

type ListField = Pick<FilterField, 'label' | 'hint' | 'type'>;

export interface ListEditorOptions {
  readonly prompter: Prompter;
  readonly field: ListField;
  readonly step: PromptOptions;
  readonly list: readonly string[];
  readonly save: (list: readonly string[]) => Promise<void>;
  readonly addressLabels: AddressLabels;
}

type ListAction =
  | { readonly kind: 'add' | 'clear' | 'type' }
  | { readonly kind: 'entry'; readonly entry: string };

/** Saves every change at once. */
export async function editList(edit: ListEditorOptions): Promise<'done' | PromptExit> {
  let { list } = edit;
  while (true) {
    const act = await pickAction({ ...edit, list });
    if (isPromptExit(act)) return act === 'back' ? 'done' : act;
    const changed = await applyAction({ ...edit, list }, act);
    if (changed === 'cancelled') return changed;
    if (changed === 'back') continue;
    list = changed;
    await edit.save(list);
  }
}

async function pickAction({
  prompter,
  field,
  step,
  list,
  addressLabels,
}: ListEditorOptions): Promise<ListAction | PromptExit> {
  const isNeeded = field.type.kind === 'addresses' && field.type.minimum > 0;
  const isCaps = field.type.kind === 'caps';
  const entries = list.map((entry): Choice<ListAction> => {
    const [address = '', most = ''] = entry.split(',');
    const name = isCaps ? ammLabel(address) : addressLabels.labelOf(address);
    return {
      label: isCaps ? `$(edit) ${joinLabel(name, t('max {0}', most))}` : `$(trash) ${name}`,
      description: address,
      value: { kind: 'entry', entry },
    };
  });
  const chosen = await prompter.choose<ListAction>({
    ...step,
    placeholder: isCaps ? t('Choose an AMM') : t('Choose an address'),
    choices: [
      {
        label: `$(add) ${t('Add…')}`,
        description: field.hint,
        value: { kind: 'add' },
      },
      { label: `$(edit) ${t('Edit as Text…')}`, value: { kind: 'type' } },
      ...(list.length === 0 || isNeeded
        ? []
        : [{ label: `$(clear-all) ${t('Remove All')}`, value: { kind: 'clear' } as const }]),
      ...entries.map((entry, index) => (index === 0 ? { ...entry, group: field.label } : entry)),
    ],
  });
  return isPromptExit(chosen) ? chosen : chosen.value;
}

async function applyAction(
  edit: ListEditorOptions,
  act: ListAction,
): Promise<readonly string[] | PromptExit> {
  const { list, field } = edit;
  switch (act.kind) {
    case 'clear':
      return [];
    case 'type':
      return await editAsText(edit, list);
    case 'add':
      return field.type.kind === 'caps' ? await addPoolLimit(edit) : await addAddress(edit);
    case 'entry': {
      const others = list.filter((each) => each !== act.entry);
      if (field.type.kind === 'caps') {
        const [program = '', most = ''] = act.entry.split(',');
        return await editPoolLimit(edit, program, most);
      }
      // Removing the last entry of a required list prompts for a replacement.
      return others.length === 0 && field.type.kind === 'addresses' && field.type.minimum > 0
        ? await editAsText(edit, [])
        : others;
    }
  }
}

async function editAsText(
  edit: ListEditorOptions,
  shown: readonly string[],
): Promise<readonly string[] | PromptExit> {
  const { prompter, field, step } = edit;
  const isCaps = field.type.kind === 'caps';
  const answer = await prompter.text({
    ...step,
    prompt: field.hint,
    placeholder: isCaps ? 'Orca Whirlpool 4; Raydium CPMM 2' : t('Addresses, separated by spaces'),
    value: shown.join(separatorOf(field)),
    validate: (text) => validateInput(field, text),
  });
  return isPromptExit(answer) ? answer : parseList(field, answer.text);
}

async function addAddress(edit: ListEditorOptions): Promise<readonly string[] | PromptExit> {
  const { prompter, field, step, list, addressLabels } = edit;
  if (field.type.kind !== 'addresses') return list;
  const suggested = addressLabels
    .suggestionsFor(field.type.of)
    .filter((address) => !list.includes(address));
  if (suggested.length > 0) {
    const other = '';
    const chosen = await prompter.choose<string>({
      ...step,
      placeholder: t('Choose an address'),
      choices: [
        { label: `$(edit) ${t('Enter Addresses…')}`, value: other },
        ...suggested.map((address) => ({
          label: addressLabels.labelOf(address),
          description: address,
          value: address,
        })),
      ],
    });
    if (isPromptExit(chosen)) return chosen;
    if (chosen.value !== other) return [...list, chosen.value];
  }
  const joined = (text: string): string => [...list, text].join(separatorOf(field));
  const answer = await prompter.text({
    ...step,
    prompt: field.hint,
    placeholder: t('Addresses, separated by spaces'),
    validate: (text) => (text.trim() === '' ? missingAddress : validateInput(field, joined(text))),
  });
  return isPromptExit(answer) ? answer : parseList(field, joined(answer.text));
}

async function addPoolLimit(edit: ListEditorOptions): Promise<readonly string[] | PromptExit> {
  const { prompter, step, list } = edit;
  const taken = new Set(list.map((entry) => entry.split(',')[0]));
  const chosen = await prompter.choose<string>({
    ...step,
    placeholder: t('Choose an AMM'),
    choices: [...ammPrograms]
      .filter(([program]) => !taken.has(program))
      .map(([program, { name }]) => ({ label: name, description: program, value: program })),
  });
  return isPromptExit(chosen) ? chosen : await editPoolLimit(edit, chosen.value, '');
}

async function editPoolLimit(
  { prompter, field, step, list }: ListEditorOptions,
  program: string,
  most: string,
): Promise<readonly string[] | PromptExit> {
  const isIt = (entry: string): boolean => entry.split(',')[0] === program;
  const answer = await prompter.text({
    ...step,
    prompt: t('Max pools of {0}. Leave empty for no limit.', ammLabel(program)),
    value: most,
    validate: (text) =>
      text.trim() === '' ? null : validateInput(field, `${program} ${text.trim()}`),
  });
  if (isPromptExit(answer)) return answer;
  const others = list.filter((entry) => !isIt(entry));
  const entry =
    answer.text.trim() === '' ? [] : parseList(field, `${program} ${answer.text.trim()}`);
  return [...others, ...entry];
}

/** Names of AMMs contain spaces. */
const separatorOf = ({ type }: ListField): string =>
  type.kind === 'addresses' && type.of !== 'amms' ? ' ' : '; ';

const missingAddress = { message: t('Enter an address.'), severity: 'info' } as const;

function validateInput(field: ListField, text: string) {
  const reading = parseFilter(field, text);
  return reading.kind === 'wrong'
    ? ({ message: reading.reason, severity: 'error' } as const)
    : null;
}

function parseList(field: ListField, text: string): readonly string[] {
  const reading = parseFilter(field, text);
  return reading.kind === 'value' && Array.isArray(reading.value)
    ? (reading.value as readonly string[])
    : [];
}
