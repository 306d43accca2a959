import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../../api/base58.ts';
import { formatCount } from '../../../api/format.ts';
import type { ActiveConnection } from '../../backend/activeConnection.ts';
import { isSimulated } from '../../base/connections.ts';
import { type PickWalletsOptions, pickWallet } from '../../shared/pickWallets.ts';
import { isPromptExit } from '../../ui/prompts/prompter.ts';
import { runShowingErrors } from '../../ui/runShowingErrors.ts';
import { rowAddress } from '../../ui/treeRow.ts';
import { exportOptions } from './exportFinderCommand.ts';
import { formats } from './formats/formats.ts';
import {
  type WalletConfigFormat,
  walletConfig,
  walletConfigFormats,
} from './formats/walletConfig.ts';
import type { VerifyExport } from './verifiedExport.ts';

export interface RebuildConfigOptions extends PickWalletsOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'arbscope'>;
  readonly verify: VerifyExport;
}

const title = t('Rebuild Config from Wallet');

/** Command "Rebuild Config from Wallet…": the groups of pools that a wallet tried, as a config. */
export class RebuildConfigCommand {
  readonly #options: RebuildConfigOptions;

  constructor(options: RebuildConfigOptions) {
    this.#options = options;
  }

  /** @param given a row of the Wallets view, or an address. */
  async run(given: unknown): Promise<void> {
    const { active } = this.#options;
    const text = typeof given === 'string' ? given : rowAddress(given);
    const wallet =
      text !== null && isAddress(text) ? text : await pickWallet(this.#options, title, []);
    if (wallet === null) return;
    const format = await this.#pickFormat();
    if (format === null) return;
    const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(progress, async (_progress, token) => {
      const abort = new AbortController();
      const listener = token.onCancellationRequested(() => abort.abort());
      const { signal } = abort;
      const what = t('Could not rebuild the config');
      await runShowingErrors(what, { active, signal }, () => this.#rebuild(wallet, format, signal));
      listener.dispose();
    });
  }

  async #pickFormat(): Promise<WalletConfigFormat | null> {
    const chosen = await this.#options.prompter.choose<WalletConfigFormat>({
      title,
      placeholder: t('Choose a format'),
      choices: walletConfigFormats.map((value) => {
        const { label, detail } = formats[value];
        return { label, detail, value };
      }),
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }

  async #rebuild(wallet: string, format: WalletConfigFormat, signal: AbortSignal): Promise<void> {
    const { active, verify } = this.#options;
    const { name } = active.current;
    const answer = await active.arbscope.walletGroups({ wallet }, { signal });
    if (answer.transactions === 0) return this.#warn(noTransactions(name));
    if (answer.groups.length === 0) return this.#warn(noGroups(answer.transactions));
    const config = walletConfig(format, {
      answer,
      sourceName: name,
      isSimulated: isSimulated(active.current),
      processDelayMilliseconds: exportOptions().processDelayMilliseconds,
      nowMilliseconds: Date.now(),
    });
    if (config.text === null) return this.#warn(noneInFormat(config.omissions));
    const { form, language } = formats[format];
    const fault = await verify(config.text, { form, pools: config.pools });
    if (fault !== null) {
      return this.#warn(
        t(
          'The bot would not read the rebuilt config correctly, so it was not opened. Choose another format.',
        ),
      );
    }
    await openDocument(config.text, language);
    this.#summarize(config.omissions, answer);
  }

  /** JSON has no comments, so the notification says what the other formats say in the file. */
  #summarize(
    omissions: readonly string[],
    { transactions, unread }: { readonly transactions: number; readonly unread: number },
  ): void {
    const read = t(
      'Read {0} transactions; of {1} it is not known what they tried.',
      formatCount(transactions),
      formatCount(unread),
    );
    const left = omissions.length === 0 ? [] : [t('Left out: {0}', omissions.join(' '))];
    void this.#options.prompter.notify('info', [read, ...left].join(' '), []);
  }

  #warn(message: string): void {
    void this.#options.prompter.notify('warning', message, []);
  }
}

async function openDocument(content: string, language: string): Promise<void> {
  const isKnown = (await vscode.languages.getLanguages()).includes(language);
  const document = await vscode.workspace.openTextDocument({
    content,
    language: isKnown ? language : 'plaintext',
  });
  await vscode.window.showTextDocument(document, { preview: false });
}

const noneInFormat = (omissions: readonly string[]): string =>
  t(
    'No group of pools can be written in this format. Choose another format. Reason: {0}',
    omissions.join(' '),
  );

const noTransactions = (connection: string): string =>
  t(
    'No transactions of this wallet in the indexed time of {0}. Let it index for longer, or choose another wallet.',
    connection,
  );

const noGroups = (transactions: number): string =>
  t(
    'None of its {0} transactions lists pools that can be read: only those of SMB and NotArb do, indexed by this version. Choose another wallet, or try again later.',
    formatCount(transactions),
  );
