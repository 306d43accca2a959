import { homedir } from 'node:os';
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel } from '../../../api/join.ts';
import { readSetting, readUserSetting } from '../../contributions/commandsAndSettings.ts';
import { isPromptExit, type PromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import { finderRefreshSeconds } from '../finderRefresh.ts';
import type { FinderResponse } from '../finderResponse.ts';
import type { FinderView } from '../finderView.ts';
import type { AutoUpdatedExports } from './autoUpdatedExports.ts';
import { autoUpdateMessage } from './autoUpdateMessages.ts';
import type { ExportInput, ExportOptions } from './formats/botPlan.ts';
import { type FormatId, formatGroups, formatIds, formats, isFormatId } from './formats/formats.ts';
import { type VerifyExport, writeVerified } from './verifiedExport.ts';
import { formatFileError, writeFileAtomically } from './writeFileAtomically.ts';

const exportTargets = ['editor', 'clipboard', 'file', 'kept'] as const;
type ExportTarget = (typeof exportTargets)[number];

interface ExportChoice {
  readonly format: FormatId;
  readonly target: ExportTarget;
}

export interface ExportFinderCommandOptions {
  readonly finder: Pick<FinderView, 'shown' | 'tree'>;
  readonly autoUpdatedExports: Pick<AutoUpdatedExports, 'add'>;
  readonly verify: VerifyExport;
  readonly prompter: Prompter;
}

const title = t('Export Finder Result');

/** Command "Export Finder Result…": exports the shown result. */
export class ExportFinderCommand {
  readonly #options: ExportFinderCommandOptions;

  constructor(options: ExportFinderCommandOptions) {
    this.#options = options;
  }

  /** @param given `{ format, to }` from a keybinding; the user is prompted for missing parts. */
  async run(given: unknown): Promise<void> {
    const { prompter, finder } = this.#options;
    const answer = await responseToExport(finder, prompter);
    if (answer === null) return;
    const { format, to } = (given ?? {}) as Readonly<Record<string, unknown>>;
    const choice = await this.#pickFormatAndTarget(
      isFormatId(format) ? format : null,
      exportTargets.find((each) => each === to) ?? null,
    );
    // The Finder may have refreshed meanwhile.
    if (choice !== null) await this.#export(choice, finder.shown ?? answer, exportOptions());
  }

  async #pickFormatAndTarget(
    givenFormat: FormatId | null,
    givenTarget: ExportTarget | null,
  ): Promise<ExportChoice | null> {
    while (true) {
      const format = givenFormat ?? (await this.#pickFormat());
      if (format === null) return null;
      const target = givenTarget ?? (await this.#pickTarget(format));
      if (target === 'back' && givenFormat === null) continue;
      return isPromptExit(target) ? null : { format, target };
    }
  }

  async #pickFormat(): Promise<FormatId | null> {
    const chosen = await this.#options.prompter.choose({
      title,
      step: 1,
      totalSteps: 2,
      placeholder: t('Choose a format'),
      choices: formatIds.map((value, index) => {
        const { label, detail, group } = formats[value];
        const before = formatIds[index - 1];
        // A separator above the first format of each group.
        const isFirst = before === undefined || formats[before].group !== group;
        return { label, detail, value, ...(isFirst ? { group: formatGroups[group] } : {}) };
      }),
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }

  async #pickTarget(format: FormatId): Promise<ExportTarget | PromptExit> {
    const chosen = await this.#options.prompter.choose<ExportTarget>({
      title: joinLabel(title, formats[format].label),
      step: 2,
      totalSteps: 2,
      placeholder: t('Choose a destination'),
      choices: [
        { label: `$(new-file) ${t('New editor')}`, value: 'editor' },
        { label: `$(clippy) ${t('Clipboard')}`, value: 'clipboard' },
        { label: `$(save) ${t('File…')}`, value: 'file' },
        {
          label: `$(sync) ${t('Auto-updated file…')}`,
          detail: t('Rewritten with each refresh, also while the Finder is hidden.'),
          value: 'kept',
        },
      ],
    });
    return isPromptExit(chosen) ? chosen : chosen.value;
  }

  async #export(
    choice: ExportChoice,
    answer: FinderResponse,
    options: ExportOptions,
  ): Promise<void> {
    const { format, target } = choice;
    if (target === 'kept') return await this.#addAutoUpdated(answer, format);
    const isBlocked = isBlockedByVerdict(answer, format, options);
    const written = await writeText(format, { answer, options }, this.#options.verify);
    if (written.text !== null && !(await this.#deliver(written.text, format, target))) return;
    const notice =
      isBlocked && written.text !== null
        ? t('Exported a no-trade config: arbitrage is not recommended.')
        : written.notice;
    if (notice === null) return;
    const anyway = t('Export Pools Anyway');
    const buttons = isBlocked ? [anyway] : [];
    const pressed = await this.#options.prompter.notify('warning', notice, buttons);
    if (pressed === anyway) {
      await this.#export(choice, answer, { ...options, isVerdictObeyed: false });
    }
  }

  async #deliver(text: string, format: FormatId, target: ExportTarget): Promise<boolean> {
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
    const uri = await pickFile(format, title);
    return uri === null ? false : await this.#save(uri, text);
  }

  async #save(uri: vscode.Uri, text: string): Promise<boolean> {
    const { prompter } = this.#options;
    const name = basename(uri.path);
    if (uri.scheme === 'file') {
      // The dialog has already confirmed the replacement of an existing file.
      const writing = await writeFileAtomically({ path: uri.fsPath, text, knownHashes: null });
      if (writing.kind !== 'written') {
        await prompter.notify('error', autoUpdateMessage(name, writing), []);
        return false;
      }
    } else await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
    const open = t('Open');
    void prompter.notify('info', t('Saved {0}', name), [open]).then(async (pressed) => {
      if (pressed === open) await vscode.window.showTextDocument(uri);
    });
    return true;
  }

  async #addAutoUpdated(answer: FinderResponse, format: FormatId): Promise<void> {
    const { autoUpdatedExports, finder, prompter } = this.#options;
    const uri = await pickFile(format, title);
    if (uri === null) return;
    if (uri.scheme !== 'file') {
      await prompter.notify('error', t('Only a local file can be auto-updated.'), []);
      return;
    }
    const name = basename(uri.path);
    const state = await autoUpdatedExports.add(uri.fsPath, format, answer);
    if (state.kind !== 'written') {
      await prompter.notify('error', autoUpdateMessage(name, state), []);
      return;
    }
    // A hidden Finder has stopped refreshing before a file needed it.
    finder.tree.refreshIfNeeded();
    const setting = 'arbscope.finder.refreshSeconds';
    const isAutomatic = finderRefreshSeconds(answer.source.kind) > 0;
    const openSetting = t('Open Setting');
    const pressed = await prompter.notify(
      'info',
      isAutomatic
        ? t('{0} updates with the Finder, also while it is hidden.', name)
        : t('{0} updates after each refresh. Auto-refresh is off.', name),
      isAutomatic ? [] : [openSetting],
    );
    if (pressed === openSetting) {
      await vscode.commands.executeCommand('workbench.action.openSettings', setting);
    }
  }
}

/** Before the first response, shows a notification and returns null. */
export async function responseToExport(
  finder: Pick<FinderView, 'shown'>,
  prompter: Prompter,
): Promise<FinderResponse | null> {
  if (finder.shown !== null) return finder.shown;
  const open = t('Show Finder');
  const pressed = await prompter.notify('warning', t('The Finder has no result yet.'), [open]);
  if (pressed === open) await vscode.commands.executeCommand('arbscope.finder.focus');
  return null;
}

export const exportOptions = (): ExportOptions => ({
  processDelayMilliseconds: readSetting('arbscope.export.processDelayMilliseconds'),
  tablesPerToken: readSetting('arbscope.export.lookupTablesPerToken'),
  tablesPerFile: readSetting('arbscope.export.lookupTablesPerFile'),
  isVerdictObeyed: readUserSetting('arbscope.export.obeyVerdict'),
  notArbAttributes: readUserSetting('arbscope.export.notArbAttributes'),
  refreshSeconds: readSetting('arbscope.finder.refreshSeconds') ?? 0,
});

/** Whether only the verdict keeps the pools out of a bot's config. */
const isBlockedByVerdict = (
  { result }: FinderResponse,
  format: FormatId,
  options: ExportOptions,
): boolean =>
  options.isVerdictObeyed &&
  !result.threshold.isArbitrageRecommended &&
  result.tokens.length > 0 &&
  formats[format].form !== null &&
  format !== 'smb-finder';

/** A file's text, null if the format cannot express the result, and a notice for the user. */
async function writeText(
  format: FormatId,
  input: ExportInput,
  verify: VerifyExport,
): Promise<{ readonly text: string | null; readonly notice: string | null }> {
  try {
    const text = await writeVerified(format, input, verify);
    const omissions = format === 'smb-v10' ? text.match(/(?<=^# Left out: ).*/gm) : null;
    return { text, notice: omissions && t('Left out: {0}', omissions.join(' ')) };
  } catch (error) {
    return { text: null, notice: formatFileError(error) };
  }
}

async function pickFile(format: FormatId, title: string): Promise<vscode.Uri | null> {
  const { fileName } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const uri = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(folder, fileName),
  });
  return uri ?? null;
}
