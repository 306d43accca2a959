import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { runShowingErrors } from '../ui/runShowingErrors.ts';
import { parseMintArgument, rowAddress } from '../ui/treeRow.ts';
import {
  type AccountFormat,
  accountFormatFor,
  accountFormatNames,
  accountFormats,
  formatAccountList,
} from './accountList.ts';
import type { MarketCacheView } from './marketCacheView.ts';
import { emptyPoolFilter, parseMints, poolOrders } from './poolFilterState.ts';
import { poolOrderLabels } from './poolGains.ts';
import { searchPools } from './searchPools.ts';

export interface PoolCommandsOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly pools: PoolClient;
  readonly view: MarketCacheView;
  readonly prompter: Prompter;
}

/** Imports, which name the library, are at the top of a file. */
const maxHeadCharacters = 20_000;

export class PoolCommands extends DisposableStore {
  readonly #options: PoolCommandsOptions;
  readonly #abortController = new AbortController();

  constructor(options: PoolCommandsOptions) {
    super();
    this.#options = options;
    this.add({ dispose: () => this.#abortController.abort() });
    this.add(registerCommand('arbscope.searchPools', () => this.#search()));
    this.add(registerCommand('arbscope.filterPools', () => this.#filter()));
    this.add(registerCommand('arbscope.sortPools', () => this.#sort()));
    this.add(registerCommand('arbscope.showPools', (what) => this.#show(what)));
    this.add(registerCommand('arbscope.revealPool', (what) => this.#reveal(what)));
    this.add(registerCommand('arbscope.clearPoolFilter', () => this.#clearFilter()));
    this.add(registerCommand('arbscope.showAggregatorPools', () => this.#setAggregatorOnly(true)));
    this.add(registerCommand('arbscope.showEveryPool', () => this.#setAggregatorOnly(false)));
    this.add(
      registerCommand('arbscope.copyPoolAccounts', (row, format) => this.#copy(row, format)),
    );
    this.add(registerCommand('arbscope.insertPoolAccounts', (row) => this.#insert(row)));
  }

  async #search(): Promise<void> {
    const { pools, view } = this.#options;
    const found = await searchPools(pools, view);
    if (found === null) return;
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
    await view.revealPool(found);
  }

  async #filter(): Promise<void> {
    const { view, prompter } = this.#options;
    const answer = await prompter.text({
      title: t('Filter Pools'),
      prompt: t('One token: pools with it. Several: pools between them.'),
      placeholder: t('Mints or known symbols, such as SOL USDC; empty for all pools'),
      value: view.filter.mints.join(' '),
      validate: (text) => {
        const mints = parseMints(text);
        return typeof mints === 'string' ? { message: mints, severity: 'error' } : null;
      },
    });
    if (isPromptExit(answer)) return;
    const mints = parseMints(answer.text);
    if (typeof mints !== 'string') await view.setFilter({ ...view.filter, mints });
  }

  async #clearFilter(): Promise<void> {
    const { view } = this.#options;
    await view.setFilter({ ...emptyPoolFilter, order: view.filter.order });
  }

  async #sort(): Promise<void> {
    const { view, prompter } = this.#options;
    const answer = await prompter.choose({
      title: t('Sort Pools'),
      placeholder: t('The pools of each program; gains are those of the Finder'),
      choices: poolOrders.map((value) => ({
        label: poolOrderLabels[value],
        value,
        isCurrent: value === view.filter.order,
      })),
    });
    if (!isPromptExit(answer)) await view.setFilter({ ...view.filter, order: answer.value });
  }

  async #show(what: unknown): Promise<void> {
    const mint = parseMintArgument(what);
    if (mint === undefined) return await this.#filter();
    await this.#options.view.setFilter({ ...this.#options.view.filter, mints: [mint] });
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
  }

  async #reveal(what: unknown): Promise<void> {
    const address = typeof what === 'string' ? what : rowAddress(what);
    if (address === null || !isAddress(address)) return;
    const { pools, view, active } = this.#options;
    const { signal } = this.#abortController;
    await vscode.commands.executeCommand(`${viewIds.marketCache}.focus`);
    await runShowingErrors(t('Could not show the pool'), { active, signal }, async () => {
      await view.ensureLoaded(signal);
      const row = await pools.find(address, { signal });
      if (row !== null) return await view.revealPool(row);
      const { name } = active.current;
      showWarning(t('Pool {0} is not in the market cache of {1}.', address, name));
    });
  }

  async #setAggregatorOnly(onlyAggregator: boolean): Promise<void> {
    const { view } = this.#options;
    await view.setFilter({ ...view.filter, onlyAggregator });
  }

  async #copy(row: unknown, format: unknown): Promise<void> {
    const pool = await this.#pickPool(row);
    if (pool === null) return;
    const chosen =
      accountFormats.find((each) => each === format) ??
      (await this.#pickFormat(t('Copy Accounts')));
    if (chosen === null) return;
    const text = await this.#loadAccounts(pool, chosen);
    if (text === null) return;
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(t('Copied the accounts'), 2_000);
  }

  async #insert(row: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      showWarning(t('Open the file to insert the accounts into.'));
      return;
    }
    const pool = await this.#pickPool(row);
    if (pool === null) return;
    const { document } = editor;
    const head = document.getText(new vscode.Range(0, 0, 200, 0)).slice(0, maxHeadCharacters);
    const format =
      accountFormatFor(document.languageId, head) ?? (await this.#pickFormat(t('Insert Accounts')));
    if (format === null) return;
    const text = await this.#loadAccounts(pool, format);
    if (text === null) return;
    await editor.edit((edit) => edit.replace(editor.selection, text));
    await vscode.window.showTextDocument(document, editor.viewColumn);
  }

  async #pickPool(given: unknown): Promise<string | null> {
    const address = typeof given === 'string' ? given : rowAddress(given);
    if (address !== null) return isAddress(address) ? address : null;
    const { pools, view } = this.#options;
    return (await searchPools(pools, view))?.pool ?? null;
  }

  async #pickFormat(title: string): Promise<AccountFormat | null> {
    const answer = await this.#options.prompter.choose({
      title,
      placeholder: t('Select a format'),
      choices: accountFormats.map((value) => ({ label: accountFormatNames[value], value })),
    });
    return isPromptExit(answer) ? null : answer.value;
  }

  /** Null after a failure, which is shown. */
  async #loadAccounts(pool: string, format: AccountFormat): Promise<string | null> {
    const { pools, view, active } = this.#options;
    const { signal } = this.#abortController;
    const options = { active, signal, viewId: viewIds.marketCache };
    const what = t('Could not load the accounts');
    const detail = await runShowingErrors(what, options, async () => {
      await view.ensureLoaded(signal);
      return await pools.detail({ pool }, { signal, onWaiting: view.tree.onWaiting });
    });
    if (detail === undefined) return null;
    const accounts = detail.accounts ?? [];
    if (accounts.length > 0) return formatAccountList(accounts, format, pool, detail.accountsNote);
    showWarning(t('Unknown swap accounts: Arbscope does not know this AMM or the pool’s tokens.'));
    return null;
  }
}

function showWarning(message: string): void {
  void vscode.window.showWarningMessage(message);
}
