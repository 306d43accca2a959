import { t } from '@vscode/l10n';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  type Choice,
  isLeaving,
  type Leaving,
  type Prompter,
  type Step,
} from '../prompts/prompter.ts';
import type { FilterField } from '../views/filters/filterFields.ts';
import { readFilter } from '../views/filters/filterText.ts';

/** What addresses are called, and which may be chosen without being typed. */
export interface ListWords {
  readonly nameOf: (address: string) => string;
  /** Of mints: the tokens that are shown. Of wallets: those that are tracked. */
  readonly suggested: (of: 'mints' | 'wallets') => readonly string[];
}

export interface ListEdit {
  readonly prompter: Prompter;
  readonly field: FilterField;
  readonly step: Step;
  readonly list: readonly string[];
  readonly keep: (list: readonly string[]) => Promise<void>;
  readonly words: ListWords;
}

type Act =
  | { readonly kind: 'add' | 'clear' | 'type' }
  | { readonly kind: 'entry'; readonly entry: string };

/** Edits a list of addresses, or of AMMs with their most pools; every change is kept at once. */
export async function editList(edit: ListEdit): Promise<'done' | Leaving> {
  let { list } = edit;
  while (true) {
    const act = await chooseAct({ ...edit, list });
    if (isLeaving(act)) return act === 'back' ? 'done' : act;
    const changed = await changedList({ ...edit, list }, act);
    if (changed === 'cancelled') return changed;
    if (changed === 'back') continue;
    list = changed;
    await edit.keep(list);
  }
}

async function chooseAct({ prompter, field, step, list, words }: ListEdit): Promise<Act | Leaving> {
  const isNeeded = field.is.kind === 'addresses' && field.is.minimum > 0;
  const isCaps = field.is.kind === 'caps';
  const entries = list.map((entry): Choice<Act> => {
    const [address = '', most = ''] = entry.split(',');
    const name = isCaps ? ammName(address) : words.nameOf(address);
    return {
      label: isCaps ? `$(edit) ${t('{0}: at most {1}', name, most)}` : `$(trash) ${name}`,
      description: address,
      value: { kind: 'entry', entry },
    };
  });
  const chosen = await prompter.choose<Act>({
    ...step,
    placeholder: isCaps ? t('An AMM to change or leave out') : t('An address to leave out'),
    choices: [
      {
        label: `$(add) ${isCaps ? t('Add AMM…') : t('Add…')}`,
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
  return isLeaving(chosen) ? chosen : chosen.value;
}

async function changedList(edit: ListEdit, act: Act): Promise<readonly string[] | Leaving> {
  const { list, field } = edit;
  switch (act.kind) {
    case 'clear':
      return [];
    case 'type':
      return await typed(edit, list);
    case 'add':
      return field.is.kind === 'caps' ? await addCap(edit) : await addAddress(edit);
    case 'entry': {
      const others = list.filter((each) => each !== act.entry);
      if (field.is.kind === 'caps') {
        const [program = '', most = ''] = act.entry.split(',');
        return await capOf(edit, program, most);
      }
      // Some lists may not be empty: what replaces the last entry is asked for.
      return others.length === 0 && field.is.kind === 'addresses' && field.is.minimum > 0
        ? await typed(edit, [])
        : others;
    }
  }
}

/** The whole list as one text. */
async function typed(
  edit: ListEdit,
  shown: readonly string[],
): Promise<readonly string[] | Leaving> {
  const { prompter, field, step } = edit;
  const isCaps = field.is.kind === 'caps';
  const answer = await prompter.text({
    ...step,
    prompt: field.hint,
    placeholder: isCaps ? 'Orca Whirlpool 4; Raydium CPMM 2' : t('Addresses, separated by spaces'),
    value: shown.join(isCaps ? '; ' : ' '),
    check: (text) => complaint(field, text),
  });
  return isLeaving(answer) ? answer : listOf(field, answer.text);
}

async function addAddress(edit: ListEdit): Promise<readonly string[] | Leaving> {
  const { prompter, field, step, list, words } = edit;
  if (field.is.kind !== 'addresses') return list;
  const suggested = words.suggested(field.is.of).filter((address) => !list.includes(address));
  if (suggested.length > 0) {
    const other = '';
    const chosen = await prompter.choose<string>({
      ...step,
      placeholder: t('What to add'),
      choices: [
        { label: `$(edit) ${t('Enter Addresses…')}`, value: other },
        ...suggested.map((address) => ({
          label: words.nameOf(address),
          description: address,
          value: address,
        })),
      ],
    });
    if (isLeaving(chosen)) return chosen;
    if (chosen.value !== other) return [...list, chosen.value];
  }
  const joined = (text: string): string => [...list, text].join(' ');
  const answer = await prompter.text({
    ...step,
    prompt: field.hint,
    placeholder: t('One or more addresses, separated by spaces'),
    check: (text) => (text.trim() === '' ? missing : complaint(field, joined(text))),
  });
  return isLeaving(answer) ? answer : listOf(field, joined(answer.text));
}

async function addCap(edit: ListEdit): Promise<readonly string[] | Leaving> {
  const { prompter, step, list } = edit;
  const taken = new Set(list.map((entry) => entry.split(',')[0]));
  const chosen = await prompter.choose<string>({
    ...step,
    placeholder: t('Which AMM'),
    choices: [...ammPrograms]
      .filter(([program]) => !taken.has(program))
      .map(([program, { name }]) => ({ label: name, description: program, value: program })),
  });
  return isLeaving(chosen) ? chosen : await capOf(edit, chosen.value, '');
}

async function capOf(
  { prompter, field, step, list }: ListEdit,
  program: string,
  most: string,
): Promise<readonly string[] | Leaving> {
  const isIt = (entry: string): boolean => entry.split(',')[0] === program;
  const answer = await prompter.text({
    ...step,
    prompt: t('Most pools of {0}; empty: no bound.', ammName(program)),
    value: most,
    check: (text) => (text.trim() === '' ? null : complaint(field, `${program} ${text.trim()}`)),
  });
  if (isLeaving(answer)) return answer;
  const others = list.filter((entry) => !isIt(entry));
  const entry = answer.text.trim() === '' ? [] : listOf(field, `${program} ${answer.text.trim()}`);
  return [...others, ...entry];
}

const missing = { message: t('An address is missing.'), severity: 'info' } as const;

function complaint(field: FilterField, text: string) {
  const reading = readFilter(field, text);
  return reading.kind === 'wrong'
    ? ({ message: reading.reason, severity: 'error' } as const)
    : null;
}

function listOf(field: FilterField, text: string): readonly string[] {
  const reading = readFilter(field, text);
  return reading.kind === 'value' && Array.isArray(reading.value)
    ? (reading.value as readonly string[])
    : [];
}

const ammName = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);
