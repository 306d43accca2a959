import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import bs58 from 'bs58';
import * as vscode from 'vscode';
import { lamportsAsSol } from '../../interface/figures.ts';
import { MarketError } from '../../interface/marketError.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { registerCommand } from '../register.ts';
import type { LandingCalls } from './landingCalls.ts';

export interface SandboxWalletOptions {
  readonly calls: LandingCalls;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Prompter;
  /** Outside of every workspace. */
  readonly folder: string;
}

const giftLamports = 100_000_000_000n;

/** Where a new wallet lies, for whoever runs the command. */
export interface NewWallet {
  readonly address: string;
  readonly path: string;
}

/** Addresses of the wallets that were made in the folder. */
export async function madeWallets(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^(\w{32,44})\.json$/.exec(name)?.[1] ?? []);
}

/** What a bot developer needs to try landing: a funded wallet, and a blockhash to sign with. */
export class SandboxWallet implements Disposable {
  readonly #options: SandboxWalletOptions;
  readonly #own = new DisposableList();

  constructor(options: SandboxWalletOptions) {
    this.#options = options;
    this.#own.add(registerCommand('arbscope.newSandboxWallet', () => this.#newWallet()));
    this.#own.add(registerCommand('arbscope.copyBlockhash', () => this.#copyBlockhash()));
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** The key file of the Solana tools: a JSON list of 64 bytes. */
  async #newWallet(): Promise<NewWallet | undefined> {
    return await this.#told(t('The wallet was not made'), async () => {
      if (this.#options.active.current.kind !== 'sandbox') {
        throw new MarketError(
          'plan-lacks-operation',
          t('Wallets are made for the Sandbox alone: switch to it first.'),
        );
      }
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
      const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      const address = bs58.encode(point);
      const { folder, calls } = this.#options;
      const lamports = await calls.airdrop(address, giftLamports);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${address}.json`);
      await writeFile(path, `${JSON.stringify([...seed, ...point])}\n`, {
        mode: 0o600,
        flag: 'wx',
      });
      await chmod(path, 0o600);
      void this.#tell(address, path, lamports);
      return { address, path };
    });
  }

  async #tell(address: string, path: string, lamports: bigint): Promise<void> {
    const words = t(
      'Sandbox wallet {0} holds {1}, simulated. Its key file is {2}: use it for nothing real.',
      shortAddress(address),
      lamportsAsSol(lamports),
      path,
    );
    const copyPath = t('Copy Path');
    const copyAddress = t('Copy Address');
    const chosen = await this.#options.prompter.tell('info', words, [copyPath, copyAddress]);
    if (chosen === copyPath) await vscode.env.clipboard.writeText(path);
    if (chosen === copyAddress) await vscode.env.clipboard.writeText(address);
  }

  async #copyBlockhash(): Promise<string | undefined> {
    return await this.#told(t('There is no blockhash'), async () => {
      const blockhash = await this.#options.calls.latestBlockhash();
      await vscode.env.clipboard.writeText(blockhash);
      void vscode.window.setStatusBarMessage(
        t('Arbscope: blockhash {0} copied; it is good for 150 blocks', shortAddress(blockhash)),
        5_000,
      );
      return blockhash;
    });
  }

  async #told<Value>(what: string, act: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await act();
    } catch (error) {
      const place = placeOfFailure(this.#options.active);
      void tellError({ what, error: asMarketError(error), place });
      return undefined;
    }
  }
}
