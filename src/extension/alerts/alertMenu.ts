import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel, joinList } from '../../api/join.ts';
import { type Choice, isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import type { AlertObstacle } from './alertObstacles.ts';
import type { AlertRule } from './alertRules.ts';
import { type NameOf, ruleLabel } from './alertTexts.ts';
import type { MutedAlerts } from './mutedAlerts.ts';

export interface AlertMenuOptions {
  readonly prompter: Pick<Prompter, 'choose'>;
  readonly muted: Pick<MutedAlerts, 'has' | 'set'>;
  readonly rules: () => readonly AlertRule[];
  readonly nameOf: NameOf;
  /** Says why a rule causes no alert now; null: nothing prevents it. */
  readonly obstacles: () => Promise<(rule: AlertRule) => AlertObstacle | null>;
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
    const { prompter, muted, rules, obstacles, add } = this.#options;
    const obstacleOf = await obstacles();
    const answer = await prompter.choose<Chosen>({
      title: t('Manage Alerts'),
      placeholder: t('Choose an alert to mute or unmute it'),
      choices: [
        ...rules().map((rule) => this.#choiceOf(rule, obstacleOf(rule))),
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

  #choiceOf(rule: AlertRule, obstacle: AlertObstacle | null): Choice<Chosen> {
    const { muted, nameOf } = this.#options;
    const isMuted = muted.has(rule);
    const { task, whileHidden, everyMinutes } = rule;
    return {
      label: `$(${iconOf(isMuted, obstacle)}) ${ruleLabel(rule, nameOf)}`,
      description: isMuted ? t('muted') : (obstacle?.reason ?? ''),
      detail: joinList([
        t('at most once in {0} min', everyMinutes),
        whileHidden ? t('also in the background') : '',
        task === null ? '' : joinLabel(t('task'), task),
      ]),
      value: rule,
    };
  }
}

const iconOf = (isMuted: boolean, obstacle: AlertObstacle | null): string => {
  if (isMuted) return 'bell-slash';
  return obstacle === null ? 'bell' : 'warning';
};
