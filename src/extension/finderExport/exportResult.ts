import { homedir } from 'node:os';
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExportOptions } from '../exports/exportPlan.ts';
import { type FormatId, formatGroups, formatIds, formats, isFormatId } from '../exports/formats.ts';
import type { KeptExports } from '../exports/keptExports.ts';
import { troubleWords } from '../exports/keptWords.ts';
import { writeSafely } from '../exports/safeFile.ts';
import { isLeaving, type Leaving, type Prompter } from '../prompts/prompter.ts';
import { readSetting, readUserSetting } from '../register.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import type { FinderView } from '../views/finderView.ts';

const targets = ['editor', 'clipboard', 'file', 'kept'] as const;
type Target = (typeof targets)[number];

interface Choice {
  readonly format: FormatId;
  readonly target: Target;
}

export interface ExportResultOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly kept: Pick<KeptExports, 'keep'>;
  readonly prompter: Prompter;
}

const title = t('Export Finder Result');

/** The command "Export Finder Result…": what the Finder shows, without asking again. */
export class ExportResult {
  readonly #options: ExportResultOptions;

  constructor(options: ExportResultOptions) {
    this.#options = options;
  }

  /** @param given `{ format, to }`, from a keybinding; what is missing of it is asked for. */
  async run(given: unknown): Promise<void> {
    const { prompter, finder } = this.#options;
    const answer = await answerToExport(finder, prompter);
    if (answer === null) return;
    const { format, to } = (given ?? {}) as Readonly<Record<string, unknown>>;
    const asked = await this.#ask(
      isFormatId(format) ? format : null,
      targets.find((each) => each === to) ?? null,
    );
    // Questions take their time, and what the Finder shows by then is what is exported.
    if (asked !== null) await this.#export(asked, finder.shown ?? answer, exportOptions());
  }

  async #ask(givenFormat: FormatId | null, givenTarget: Target | null): Promise<Choice | null> {
    while (true) {
      const format = givenFormat ?? (await this.#askForFormat());
      if (format === null) return null;
      const target = givenTarget ?? (await this.#askForTarget(format));
      if (target === 'back' && givenFormat === null) continue;
      return isLeaving(target) ? null : { format, target };
    }
  }

  async #askForFormat(): Promise<FormatId | null> {
    const chosen = await this.#options.prompter.choose({
      title,
      step: 1,
      totalSteps: 2,
      placeholder: t('What to write'),
      choices: formatIds.map((value, index) => {
        const { label, detail, group } = formats[value];
        const before = formatIds[index - 1];
        // A line above the first of each group.
        const isFirst = before === undefined || formats[before].group !== group;
        return { label, detail, value, ...(isFirst ? { group: formatGroups[group] } : {}) };
      }),
    });
    return isLeaving(chosen) ? null : chosen.value;
  }

  async #askForTarget(format: FormatId): Promise<Target | Leaving> {
    const chosen = await this.#options.prompter.choose<Target>({
      title: `${title}: ${formats[format].label}`,
      step: 2,
      totalSteps: 2,
      placeholder: t('Where to write it'),
      choices: [
        { label: `$(new-file) ${t('New editor')}`, value: 'editor' },
        { label: `$(clippy) ${t('Clipboard')}`, value: 'clipboard' },
        { label: `$(save) ${t('File…')}`, value: 'file' },
        {
          label: `$(sync) ${t('File, kept up to date…')}`,
          detail: t('Rewritten after each refresh of the Finder; the last good file is kept.'),
          value: 'kept',
        },
      ],
    });
    return isLeaving(chosen) ? chosen : chosen.value;
  }

  async #export(choice: Choice, answer: FinderAnswer, options: ExportOptions): Promise<void> {
    const { format, target } = choice;
    if (target === 'kept') return await this.#keep(answer, format);
    const text = formats[format].write({ answer, options });
    const isDone = await this.#deliver(text, format, target);
    if (!isDone || !isHeldBack(answer, format, options)) return;
    const anyway = t('Export the Pools Anyway');
    const pressed = await this.#options.prompter.tell(
      'warning',
      t('Arbitrage is not recommended, so the bot’s form for no trade was written.'),
      [anyway],
    );
    if (pressed === anyway) {
      await this.#export(choice, answer, { ...options, isVerdictObeyed: false });
    }
  }

  async #deliver(text: string, format: FormatId, target: Target): Promise<boolean> {
    const { language } = formats[format];
    if (target === 'clipboard') {
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(t('{0} copied', formats[format].label), 5_000);
      return true;
    }
    if (target === 'editor') {
      const isKnown = (await vscode.languages.getLanguages()).includes(language);
      const document = await vscode.workspace.openTextDocument({
        content: text,
        language: isKnown ? language : 'plaintext',
      });
      await vscode.window.showTextDocument(document, { preview: false });
      return true;
    }
    const uri = await askForFile(format, title);
    return uri === null ? false : await this.#save(uri, text);
  }

  async #save(uri: vscode.Uri, text: string): Promise<boolean> {
    const { prompter } = this.#options;
    const name = basename(uri.path);
    if (uri.scheme === 'file') {
      // The dialog has asked whether a file that is there may be replaced.
      const writing = await writeSafely({ path: uri.fsPath, text, known: null });
      if (writing.kind !== 'written') {
        await prompter.tell('error', troubleWords(name, writing), []);
        return false;
      }
    } else await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
    const open = t('Open');
    void prompter.tell('info', t('{0} was written.', name), [open]).then(async (pressed) => {
      if (pressed === open) await vscode.window.showTextDocument(uri);
    });
    return true;
  }

  async #keep(answer: FinderAnswer, format: FormatId): Promise<void> {
    const { kept, prompter } = this.#options;
    const uri = await askForFile(format, t('Keep Up to Date'));
    if (uri === null) return;
    if (uri.scheme !== 'file') {
      await prompter.tell('error', t('Only a file on a disk can be kept up to date.'), []);
      return;
    }
    const name = basename(uri.path);
    const state = await kept.keep(uri.fsPath, format, answer);
    if (state.kind !== 'written') {
      await prompter.tell('error', troubleWords(name, state), []);
      return;
    }
    const setting = 'arbscope.finder.refreshSeconds';
    const isAutomatic = readSetting(setting) > 0;
    const openSetting = t('Open Setting');
    const pressed = await prompter.tell(
      'info',
      isAutomatic
        ? t('{0} is rewritten after each refresh of the Finder while that is visible.', name)
        : t(
            '{0} is rewritten after each refresh of the Finder, which refreshes only when you ask.',
            name,
          ),
      isAutomatic ? [] : [openSetting],
    );
    if (pressed === openSetting) {
      await vscode.commands.executeCommand('workbench.action.openSettings', setting);
    }
  }
}

/** What the Finder shows; null, and the user told, where it shows nothing yet. */
export async function answerToExport(
  finder: Pick<FinderView, 'shown'>,
  prompter: Prompter,
): Promise<FinderAnswer | null> {
  if (finder.shown !== null) return finder.shown;
  const open = t('Open Finder');
  const pressed = await prompter.tell('warning', t('The Finder has no answer yet.'), [open]);
  if (pressed === open) await vscode.commands.executeCommand('arbscope.finder.focus');
  return null;
}

export const exportOptions = (): ExportOptions => ({
  processDelayMilliseconds: readSetting('arbscope.export.processDelayMilliseconds'),
  tablesPerToken: readSetting('arbscope.export.lookupTablesPerToken'),
  tablesPerFile: readSetting('arbscope.export.lookupTablesPerFile'),
  isVerdictObeyed: readUserSetting('arbscope.export.obeyVerdict'),
  refreshSeconds: readSetting('arbscope.finder.refreshSeconds'),
});

/** Whether the verdict alone keeps pools out of a bot's config. */
const isHeldBack = ({ result }: FinderAnswer, format: FormatId, options: ExportOptions): boolean =>
  options.isVerdictObeyed &&
  !result.threshold.isArbitrageRecommended &&
  result.tokens.length > 0 &&
  formats[format].group !== 'tables' &&
  format !== 'smb-finder';

async function askForFile(format: FormatId, title: string): Promise<vscode.Uri | null> {
  const { fileName } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const uri = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(folder, fileName),
  });
  return uri ?? null;
}
