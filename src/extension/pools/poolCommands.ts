import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PoolAccount } from '../../market/poolProtocol.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import { mintOf } from '../panels/rowTargets.ts';
import { isLeaving, type Prompter } from '../prompts/prompter.ts';
import { registerCommand } from '../register.ts';
import type { MarketCacheView } from '../views/marketCacheView.ts';
import { rowAddress } from '../views/treeRow.ts';
import {
  type AccountFormat,
  accountFormatNames,
  accountFormats,
  accountList,
  formatFor,
  isAddress,
} from './accountList.ts';
import type { PoolRequests } from './poolRequests.ts';
import { searchPools } from './poolSearch.ts';
import { everyPool, readMints } from './tokenFilter.ts';

export interface PoolCommandsOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly pools: PoolRequests;
  readonly view: MarketCacheView;
  readonly prompter: Prompter;
}

/** A library's name stands at the top of a file. */
const headCharacters = 20_000;

/** What can be done with pools, from the view, the palette and the Finder. */
export class PoolCommands implements Disposable {
  readonly #options: PoolCommandsOptions;
  readonly #own = new DisposableList();
  readonly #ended = new AbortController();

  constructor(options: PoolCommandsOptions) {
    this.#options = options;
    const own = this.#own;
    const { view } = options;
    own.add(registerCommand('arbscope.searchPools', () => this.#search()));
    own.add(registerCommand('arbscope.filterPools', () => this.#filter()));
    own.add(registerCommand('arbscope.showPools', (what) => this.#show(what)));
    own.add(registerCommand('arbscope.revealPool', (what) => this.#reveal(what)));
    own.add(registerCommand('arbscope.clearPoolFilter', () => view.choose(everyPool)));
    own.add(registerCommand('arbscope.showAggregatorPools', () => this.#aggregator(true)));
    own.add(registerCommand('arbscope.showEveryPool', () => this.#aggregator(false)));
    own.add(registerCommand('arbscope.copyPoolAccounts', (row, format) => this.#copy(row, format)));
    own.add(registerCommand('arbscope.insertPoolAccounts', (row) => this.#insert(row)));
  }

  dispose(): void {
    this.#ended.abort();
    this.#own.dispose();
  }

  async #search(): Promise<void> {
    const { pools, view } = this.#options;
    const found = await searchPools({ pools, ready: (signal) => view.ready(signal) });
    if (found === null) return;
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
    await view.showPool(found);
  }

  async #filter(): Promise<void> {
    const { view, prompter } = this.#options;
    const answer = await prompter.text({
      title: t('Filter Pools by Token'),
      prompt: t('One token: pools with it. Several: pools whose tokens are both among them.'),
      placeholder: t('Mints or symbols of known tokens, such as SOL USDC; empty for all pools'),
      value: view.choice.mints.join(' '),
      check: (text) => {
        const mints = readMints(text);
        return typeof mints === 'string' ? { message: mints, severity: 'error' } : null;
      },
    });
    if (isLeaving(answer)) return;
    const mints = readMints(answer.text);
    if (typeof mints !== 'string') await view.choose({ ...view.choice, mints });
  }

  /** The pools of a token: of a row of the Finder, or of a mint. */
  async #show(what: unknown): Promise<void> {
    const mint = mintOf(what);
    if (mint === undefined) return await this.#filter();
    await this.#options.view.choose({ ...this.#options.view.choice, mints: [mint] });
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
  }

  /** One pool, of a row or an address: at the top of the view, opened. */
  async #reveal(what: unknown): Promise<void> {
    const address = typeof what === 'string' ? what : rowAddress(what);
    if (address === null || !isAddress(address)) return;
    const { pools, view, active } = this.#options;
    const { signal } = this.#ended;
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
    try {
      await view.ready(signal);
      const { rows } = await pools.search({ text: address, limit: 1 }, { signal });
      const row = rows.find(({ pool }) => pool === address);
      if (row !== undefined) return await view.showPool(row);
      const { name } = active.current;
      const words = t('The market cache of {0} holds no pool {1}.', name, address);
      void vscode.window.showWarningMessage(words);
    } catch (error) {
      if (signal.aborted) return;
      const told = { what: t('The pool could not be shown'), error: asMarketError(error) };
      await tellError({ ...told, place: placeOfFailure(active) });
    }
  }

  async #aggregator(onlyAggregator: boolean): Promise<void> {
    const { view } = this.#options;
    await view.choose({ ...view.choice, onlyAggregator });
  }

  async #copy(row: unknown, format: unknown): Promise<void> {
    const pool = await this.#pool(row);
    if (pool === null) return;
    const chosen =
      accountFormats.find((each) => each === format) ?? (await this.#format(t('Copy Accounts')));
    if (chosen === null) return;
    const text = await this.#accounts(pool, chosen);
    if (text === null) return;
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(t('Accounts copied'), 2_000);
  }

  async #insert(row: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      void vscode.window.showWarningMessage(t('Open the file that the accounts go into first.'));
      return;
    }
    const pool = await this.#pool(row);
    if (pool === null) return;
    const { document } = editor;
    const head = document.getText(new vscode.Range(0, 0, 200, 0)).slice(0, headCharacters);
    const format =
      formatFor(document.languageId, head) ?? (await this.#format(t('Insert Accounts')));
    if (format === null) return;
    const text = await this.#accounts(pool, format);
    if (text === null) return;
    await editor.edit((edit) => edit.replace(editor.selection, text));
    await vscode.window.showTextDocument(document, editor.viewColumn);
  }

  /** The pool of a row or an address; one that is searched for where there is neither. */
  async #pool(given: unknown): Promise<string | null> {
    const address = typeof given === 'string' ? given : rowAddress(given);
    if (address !== null) return isAddress(address) ? address : null;
    const { pools, view } = this.#options;
    const found = await searchPools({ pools, ready: (signal) => view.ready(signal) });
    return found?.pool ?? null;
  }

  async #format(title: string): Promise<AccountFormat | null> {
    const answer = await this.#options.prompter.choose({
      title,
      placeholder: t('Form of the account list'),
      choices: accountFormats.map((value) => ({ label: accountFormatNames[value], value })),
    });
    return isLeaving(answer) ? null : answer.value;
  }

  /** The accounts as text; null after a failure, which is told. */
  async #accounts(pool: string, format: AccountFormat): Promise<string | null> {
    const { pools, view, active } = this.#options;
    const { signal } = this.#ended;
    try {
      const options = { location: { viewId: viewIds.marketCache } };
      const accounts = await vscode.window.withProgress(
        options,
        async (): Promise<readonly PoolAccount[]> => {
          await view.ready(signal);
          const { onWaiting } = view.frame;
          return (await pools.detail({ pool }, { signal, onWaiting })).accounts ?? [];
        },
      );
      if (accounts.length > 0) return accountList(accounts, format, pool);
      const words = t(
        'The connection names no accounts for this pool: its AMM is not among those described, or its tokens are not known.',
      );
      void vscode.window.showWarningMessage(words);
    } catch (error) {
      if (signal.aborted) return null;
      const what = t('The accounts could not be read');
      await tellError({ what, error: asMarketError(error), place: placeOfFailure(active) });
    }
    return null;
  }
}
