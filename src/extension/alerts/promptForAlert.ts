import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Choice, isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import {
  type AlertKind,
  type AlertRule,
  type AlertScope,
  alertKinds,
  alertRanges,
  defaultEveryMinutes,
  scopeKinds,
  trackedWallets,
} from './alertRules.ts';
import { alertKindLabels, type NameOf, scopeLabel } from './alertTexts.ts';

export interface PromptForAlertOptions {
  readonly prompter: Pick<Prompter, 'choose' | 'text'>;
  readonly nameOf: NameOf;
  /** Tracked wallets, and the tokens of the Finder. */
  readonly suggestions: () => readonly AlertScope[];
  /** Labels of the tasks that may run; empty in an untrusted workspace. */
  readonly tasks: () => Promise<readonly string[]>;
}

/** Null if the user cancels. `scope`: what the rule is about, if a row has been chosen. */
export async function promptForAlert(
  options: PromptForAlertOptions,
  scope: AlertScope | null,
): Promise<AlertRule | null> {
  try {
    const own = await promptForCause(options, scope);
    return { ...own, ...(await promptForDelivery(options)) };
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

type RuleCause =
  | Pick<Extract<AlertRule, { when: 'gain' }>, 'when' | 'scope' | 'aboveUsd'>
  | Pick<Extract<AlertRule, { when: 'failures' }>, 'when' | 'scope' | 'times' | 'minutes'>
  | Pick<Extract<AlertRule, { when: 'topToken' }>, 'when' | 'top'>
  | { readonly when: Exclude<AlertKind, 'gain' | 'failures' | 'topToken'> };

async function promptForCause(
  options: PromptForAlertOptions,
  given: AlertScope | null,
): Promise<RuleCause> {
  const kinds = alertKinds.filter(
    (kind) => given === null || kind === 'gain' || (kind === 'failures' && given.kind === 'wallet'),
  );
  const when = await choose(
    options,
    t('When to be alerted'),
    kinds.map((value) => ({ label: alertKindLabels[value], value })),
  );
  switch (when) {
    case 'gain': {
      const scope = given ?? (await promptForScope(options, scopeKinds));
      const aboveUsd = await promptForNumber(options, t('Net gain above, USD'), 'aboveUsd', '5');
      return { when, scope, aboveUsd };
    }
    case 'failures': {
      const { value } = given ?? (await promptForScope(options, ['wallet']));
      const times = await promptForNumber(options, t('Number of failures'), 'times', '5');
      const minutes = await promptForNumber(options, t('Time window, minutes'), 'minutes', '10');
      return { when, scope: { kind: 'wallet', value }, times, minutes };
    }
    case 'topToken':
      return {
        when,
        top: await promptForNumber(options, t('Number of top tokens'), 'top', '3'),
      };
    default:
      return { when };
  }
}

function promptForScope(
  options: PromptForAlertOptions,
  kinds: readonly AlertScope['kind'][],
): Promise<AlertScope> {
  const { suggestions, nameOf } = options;
  const kindLabels = { wallet: t('Wallet'), token: t('Token'), pool: t('Pool') };
  const choiceOf = (scope: AlertScope): Choice<AlertScope> => ({
    label: scopeLabel(scope, nameOf),
    ...(scope.value === trackedWallets
      ? {}
      : { description: joinLabel(kindLabels[scope.kind], shortAddress(scope.value)) }),
    value: scope,
  });
  const tracked: AlertScope = { kind: 'wallet', value: trackedWallets };
  return choose(
    options,
    kinds.length === 1 ? t('Wallet, or its address') : t('Wallet, token or pool, or its address'),
    [tracked, ...suggestions()].filter(({ kind }) => kinds.includes(kind)).map(choiceOf),
    (text) =>
      isAddress(text.trim())
        ? kinds.map((kind) => ({
            label: joinLabel(kindLabels[kind], text.trim()),
            value: { kind, value: text.trim() },
          }))
        : [],
  );
}

async function promptForDelivery(
  options: PromptForAlertOptions,
): Promise<Pick<AlertRule, 'everyMinutes' | 'whileHidden' | 'task'>> {
  const whileHidden = await choose(options, t('When to notify'), [
    { label: t('Only while this window is in front'), value: false },
    { label: t('Also while another window or program is in front'), value: true },
  ]);
  const tasks = await options.tasks();
  const task =
    tasks.length === 0
      ? null
      : await choose<string | null>(options, t('Task to run with it'), [
          { label: t('No task'), value: null },
          ...tasks.map((label) => ({ label, value: label })),
        ]);
  return { everyMinutes: defaultEveryMinutes, whileHidden, task };
}

/** The user has cancelled. */
class Cancelled extends Error {}

const title = t('Add Alert');

async function choose<Value>(
  { prompter }: PromptForAlertOptions,
  placeholder: string,
  choices: readonly Choice<Value>[],
  choicesForText?: (text: string) => readonly Choice<Value>[],
): Promise<Value> {
  const answer = await prompter.choose<Value>({
    ...{ title, placeholder, choices },
    ...(choicesForText === undefined ? {} : { choicesForText }),
  });
  if (isPromptExit(answer)) throw new Cancelled();
  return answer.value;
}

async function promptForNumber(
  { prompter }: PromptForAlertOptions,
  prompt: string,
  name: keyof typeof alertRanges,
  value: string,
): Promise<number> {
  const [least, most] = alertRanges[name];
  const answer = await prompter.text({
    ...{ title, prompt, value },
    validate: (text) => {
      const number = Number(text);
      const isWhole = name === 'aboveUsd' || Number.isInteger(number);
      if (text.trim() !== '' && number >= least && number <= most && isWhole) return null;
      return { message: t('Enter a number from {0} to {1}.', least, most), severity: 'error' };
    },
  });
  if (isPromptExit(answer)) throw new Cancelled();
  return Number(answer.text);
}
