import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { runShowingErrors } from '../ui/runShowingErrors.ts';
import { type ExampleKind, signExampleTransaction } from './exampleTransaction.ts';
import type { LandingClient } from './landingClient.ts';
import { createSandboxWallet, readSandboxKey, sandboxWalletAddresses } from './sandboxWallets.ts';

export interface LandExampleCommandOptions {
  readonly client: Pick<LandingClient, 'airdrop' | 'latestBlockhash'>;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Pick<Prompter, 'choose'>;
  /** Folder of the Sandbox wallets, outside every workspace. */
  readonly folder: string;
}

/** Funds a wallet again after a reset of the Sandbox; enough for the examples. */
const topUpLamports = 5_000_000_000n;

export class LandExampleCommand extends DisposableStore {
  readonly #options: LandExampleCommandOptions;

  constructor(options: LandExampleCommandOptions) {
    super();
    this.#options = options;
    this.add(registerCommand('arbscope.landExample', () => this.#run()));
  }

  async #run(): Promise<void> {
    const what = t('Could not create the example transaction');
    const file = await runShowingErrors(what, this.#options, () => this.#writeExample());
    if (file === undefined || file === null) return;
    await vscode.window.showTextDocument(file, { preview: false });
    await executeCommand('arbscope.landTransaction', file);
  }

  /** Null if the user cancels. */
  async #writeExample(): Promise<vscode.Uri | null> {
    const { active, client, folder } = this.#options;
    if (active.current.kind !== 'sandbox') {
      throw new MarketError(
        'plan-lacks-operation',
        t('The example lands only in the Sandbox. Switch to it first.'),
      );
    }
    const kind = await this.#chooseKind();
    if (kind === null) return null;
    const address = await this.#fundedWallet();
    const blockhash = await client.latestBlockhash();
    const privateKey = await readSandboxKey(folder, address);
    const bytes = signExampleTransaction(kind, { address, privateKey, blockhash });
    // Next to the wallets; one file per example, since an editor may still show the last one.
    const examples = join(folder, 'examples');
    await rm(examples, { recursive: true, force: true });
    await mkdir(examples, { recursive: true, mode: 0o700 });
    const path = join(examples, `example-${blockhash.slice(0, 6)}.txt`);
    await writeFile(path, `${Buffer.from(bytes).toString('base64')}\n`);
    return vscode.Uri.file(path);
  }

  async #chooseKind(): Promise<ExampleKind | null> {
    const chosen = await this.#options.prompter.choose<ExampleKind>({
      title: t('Land an Example Transaction'),
      placeholder: t('Choose an example'),
      // A walkthrough step takes the focus back after its button was clicked.
      staysOpen: true,
      choices: [
        {
          label: `$(arrow-right) ${t('A transfer with a tip')}`,
          detail: t('Costs the simulated fee and tip'),
          value: 'transfer',
        },
        {
          label: `$(arrow-swap) ${t('An arbitrage over two pools')}`,
          detail: t('SOL to USDC and back on the Sandbox AMM, with a tip and a gain'),
          value: 'arbitrage',
        },
      ],
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }

  async #fundedWallet(): Promise<string> {
    const { client, folder } = this.#options;
    const [address] = await sandboxWalletAddresses(folder);
    if (address === undefined) return (await createSandboxWallet(folder, client)).address;
    await client.airdrop(address, topUpLamports);
    return address;
  }
}
