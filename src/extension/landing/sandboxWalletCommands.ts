import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatLamportsAsSol } from '../../api/format.ts';
import { MarketError } from '../../api/marketError.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Commands } from '../contributions/commands.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { runShowingErrors } from '../ui/runShowingErrors.ts';
import type { LandingClient } from './landingClient.ts';
import { createSandboxWallet } from './sandboxWallets.ts';

export interface SandboxWalletCommandsOptions {
  readonly client: LandingClient;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Prompter;
  /** Outside every workspace. */
  readonly folder: string;
}

export class SandboxWalletCommands extends DisposableStore {
  readonly #options: SandboxWalletCommandsOptions;

  constructor(options: SandboxWalletCommandsOptions) {
    super();
    this.#options = options;
    this.add(registerCommand('arbscope.newSandboxWallet', () => this.#createWallet()));
    this.add(registerCommand('arbscope.copyBlockhash', () => this.#copyBlockhash()));
  }

  async #createWallet(): ReturnType<Commands['arbscope.newSandboxWallet']> {
    return await runShowingErrors(t('Could not create the wallet'), this.#options, async () => {
      if (this.#options.active.current.kind !== 'sandbox') {
        throw new MarketError(
          'plan-lacks-operation',
          t('Airdrops work only in the Sandbox. Switch to it first.'),
        );
      }
      const { folder, client } = this.#options;
      const { address, path, lamports } = await createSandboxWallet(folder, client);
      void this.#showCreated(address, path, lamports);
      return { address, path };
    });
  }

  /** As a quick pick, since notifications may be hidden. */
  async #showCreated(address: string, path: string, lamports: bigint): Promise<void> {
    const chosen = await this.#options.prompter.choose({
      title: t('Sandbox Wallet Created'),
      placeholder: t(
        'Simulated balance: {0}. Never use its key for real funds.',
        formatLamportsAsSol(lamports),
      ),
      choices: [
        { label: `$(copy) ${t('Copy Address')}`, detail: address, value: address },
        { label: `$(key) ${t('Copy Key File Path')}`, detail: path, value: path },
      ],
    });
    if (!isPromptExit(chosen)) await vscode.env.clipboard.writeText(chosen.value);
  }

  async #copyBlockhash(): Promise<string | undefined> {
    return await runShowingErrors(t('Could not get a blockhash'), this.#options, async () => {
      const blockhash = await this.#options.client.latestBlockhash();
      await vscode.env.clipboard.writeText(blockhash);
      void vscode.window.setStatusBarMessage(
        t('Arbscope: Copied blockhash {0}, valid for 150 blocks', shortAddress(blockhash)),
        5_000,
      );
      return blockhash;
    });
  }
}
