import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel, joinList } from '../../api/join.ts';
import { type Choice, isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import type { AlertRule } from './alertRules.ts';
import { type NameOf, ruleLabel } from './alertTexts.ts';
import type { MutedAlerts } from './mutedAlerts.ts';

export interface AlertMenuOptions {
  readonly prompter: Pick<Prompter, 'choose'>;
  readonly muted: Pick<MutedAlerts, 'has' | 'set'>;
  readonly rules: () => readonly AlertRule[];
  readonly nameOf: NameOf;
  readonly add: () => Promise<void>;
}

type Chosen = AlertRule | 'add' | 'edit';

/** Lists the alerts; a choice mutes one, or ends its muting. */
export class AlertMenu {
  readonly #options: AlertMenuOptions;

  constructor(options: AlertMenuOptions) {
    this.#options = options;
  }

  async show(): Promise<void> {
    const { prompter, muted, rules, add } = this.#options;
    const answer = await prompter.choose<Chosen>({
      title: t('Manage Alerts'),
      placeholder: t('Choose an alert to mute or unmute it'),
      choices: [
        ...rules().map((rule) => this.#choiceOf(rule)),
        { label: `$(add) ${t('Add Alert…')}`, value: 'add' },
        { label: `$(json) ${t('Edit in settings.json')}`, value: 'edit' },
      ],
    });
    if (isPromptExit(answer)) return;
    const { value } = answer;
    if (value === 'add') return await add();
    if (value === 'edit') {
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: 'arbscope.alerts' },
      });
      return;
    }
    await muted.set(value, !muted.has(value));
    await this.show();
  }

  #choiceOf(rule: AlertRule): Choice<Chosen> {
    const { muted, nameOf } = this.#options;
    const isMuted = muted.has(rule);
    const { task, whileHidden, everyMinutes } = rule;
    return {
      label: `$(${isMuted ? 'bell-slash' : 'bell'}) ${ruleLabel(rule, nameOf)}`,
      description: isMuted ? t('muted') : '',
      detail: joinList([
        t('at most once in {0} min', everyMinutes),
        whileHidden ? t('also in the background') : '',
        task === null ? '' : joinLabel(t('task'), task),
      ]),
      value: rule,
    };
  }
}
