import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import { type StatisticsProvider, statisticsProviders } from '../../api/enumerations.ts';
import { joinList } from '../../api/join.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { secretKeyWarning } from '../../solana/parseSignature.ts';
import { scanText } from '../../solana/scan/scanText.ts';
import { maxComparedWallets } from '../../webview/messages/walletChoices.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import { classifyLookup } from '../shared/classifyLookup.ts';
import { recognizeInSelection } from '../shared/documentText.ts';
import { pickWallets } from '../shared/pickWallets.ts';
import {
  maxWalletNameLength,
  type TrackedWallet,
  type TrackedWallets,
} from '../shared/trackedWallets.ts';
import type { SuccessFilter } from '../shared/walletLoader.ts';
import { saveExport } from '../ui/panels/saveExport.ts';
import { type Choice, isPromptExit, type Prompter, withGroup } from '../ui/prompts/prompter.ts';
import { readClipboard } from '../ui/readClipboard.ts';
import { runShowingErrors } from '../ui/runShowingErrors.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { overviewsCsv, transactionsCsv } from './walletExports.ts';
import { walletsToCompare } from './walletsToCompare.ts';
import { successFilterLabels, successFilters, type WalletsView } from './walletsView.ts';

export interface WalletCommandsOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly tracked: TrackedWallets;
  readonly view: WalletsView;
  readonly prompter: Prompter;
}

export class WalletCommands extends DisposableStore {
  readonly #options: WalletCommandsOptions;
  readonly #abortController = new AbortController();

  constructor(options: WalletCommandsOptions) {
    super();
    this.#options = options;
    this.add({ dispose: () => this.#abortController.abort() });
    this.add(registerCommand('arbscope.trackWallet', (given) => this.#track(given)));
    this.add(registerCommand('arbscope.trackLeader', (row) => this.#trackLeader(row)));
    this.add(registerCommand('arbscope.renameWallet', (row) => this.#rename(row)));
    this.add(registerCommand('arbscope.removeWallet', (row, rows) => this.#remove(row, rows)));
    this.add(registerCommand('arbscope.moveWalletUp', (row) => this.#move(row, -1)));
    this.add(registerCommand('arbscope.moveWalletDown', (row) => this.#move(row, 1)));
    this.add(registerCommand('arbscope.filterWallets', () => this.#filter()));
    this.add(registerCommand('arbscope.clearWalletFilters', () => this.#clearFilters()));
    this.add(registerCommand('arbscope.compareWallets', (row, rows) => this.#compare(row, rows)));
    this.add(registerCommand('arbscope.exportWallets', (row, rows) => this.#export(row, rows)));
  }

  async #track(given: unknown): Promise<void> {
    const { tracked, prompter } = this.#options;
    const text = typeof given === 'string' ? given : rowAddress(given);
    if (text !== null) {
      const found = classifyLookup(text);
      if (found?.kind !== 'address') return showWarning(t('Not a valid address.'));
      return await this.#trackNamed(found.text);
    }
    const selected = selectedAddresses();
    if (selected === 'secret-key') return showWarning(secretKeyWarning);
    const fresh = selected.filter((address) => tracked.validate(address) === null);
    if (fresh.length > 1) {
      const message = t('Track the {0} selected wallets?', fresh.length);
      if (!(await prompter.confirm({ message, confirmLabel: t('Track') }))) return;
      return await this.#trackUnnamed(fresh);
    }
    const picked = await pickWallets(this.#options, fresh[0] ?? (await clipboardAddress(tracked)));
    if (picked === 'switch-connection') {
      await vscode.commands.executeCommand('arbscope.switchConnection');
    } else if (picked !== null) {
      const { addresses, isLeader } = picked;
      const [only] = addresses;
      if (isLeader || addresses.length > 1 || only === undefined)
        await this.#trackUnnamed(addresses);
      else await this.#trackNamed(only);
    }
  }

  async #trackLeader(row: unknown): Promise<void> {
    const address = rowAddress(row);
    if (address !== null) await this.#trackUnnamed([address]);
  }

  async #trackNamed(address: string): Promise<void> {
    const complaint = this.#options.tracked.validate(address);
    if (complaint !== null) return showWarning(complaint);
    const name = await this.#askName(address, '');
    if (name !== null) await this.#addWallets([{ address, name }]);
  }

  /** The user can name them later. */
  async #trackUnnamed(addresses: readonly string[]): Promise<void> {
    const { tracked } = this.#options;
    const [complaint] = addresses.flatMap((address) => tracked.validate(address) ?? []);
    if (complaint !== undefined) return showWarning(complaint);
    await this.#addWallets(addresses.map((address) => ({ address, name: '' })));
  }

  async #addWallets(wallets: readonly TrackedWallet[]): Promise<void> {
    await this.#options.tracked.add(wallets);
    await vscode.commands.executeCommand('arbscope.wallets.focus');
  }

  async #askName(
    address: string,
    value: string,
    title = t('Track Wallet'),
  ): Promise<string | null> {
    const answer = await this.#options.prompter.text({
      title,
      prompt: t('Name for {0} (optional)', address),
      value,
      validate: (text) =>
        text.trim().length <= maxWalletNameLength
          ? null
          : { message: t('At most {0} characters.', maxWalletNameLength), severity: 'error' },
    });
    return isPromptExit(answer) ? null : answer.text.trim();
  }

  async #rename(row: unknown): Promise<void> {
    const wallet = await this.#pickWallet(row, t('Rename Wallet'));
    if (wallet === null) return;
    const name = await this.#askName(wallet.address, wallet.name, t('Rename Wallet'));
    if (name !== null) await this.#options.tracked.rename(wallet.address, name);
  }

  async #remove(row: unknown, rows: unknown): Promise<void> {
    const { tracked, prompter } = this.#options;
    let wallets = this.#selectedWallets(row, rows);
    if (wallets.length === 0) {
      const wallet = await this.#pickWallet(row, t('Remove Wallet'));
      if (wallet === null) return;
      wallets = [wallet];
    }
    const addresses = wallets.map(({ address }) => address);
    const names = joinList(addresses.map((address) => tracked.labelOf(address)));
    const message = t('Stop tracking {0}?', names);
    if (!(await prompter.confirm({ message, confirmLabel: t('Remove') }))) return;
    await tracked.remove(addresses);
  }

  async #move(row: unknown, by: -1 | 1): Promise<void> {
    const address = rowAddress(row);
    if (address !== null) await this.#options.tracked.moveBy(address, by);
  }

  async #filter(): Promise<void> {
    const { prompter, view } = this.#options;
    type Filter = { provider?: StatisticsProvider | null; success?: SuccessFilter };
    const choice = (label: string, value: Filter, isCurrent: boolean): Choice<Filter> => ({
      label,
      value,
      ...(isCurrent ? { isCurrent, description: t('current') } : {}),
    });
    const providers = [null, ...statisticsProviders].map((provider) => {
      const label = provider === null ? t('All providers') : providerLabel(provider);
      return choice(label, { provider }, view.provider === provider);
    });
    const outcomes = successFilters.map((success) =>
      choice(successFilterLabels[success], { success }, view.successFilter === success),
    );
    const answer = await prompter.choose({
      title: t('Filter Wallets'),
      placeholder: t('Select a provider or an outcome'),
      choices: [
        ...withGroup(t('Last 24 hours'), providers),
        ...withGroup(t('Last transactions'), outcomes),
      ],
    });
    if (isPromptExit(answer)) return;
    const { provider, success } = answer.value;
    if (provider !== undefined) await view.setProvider(provider);
    if (success !== undefined) await view.setSuccessFilter(success);
  }

  async #clearFilters(): Promise<void> {
    const { view } = this.#options;
    if (view.successFilter !== 'all') await view.setSuccessFilter('all');
    if (view.provider !== null) await view.setProvider(null);
  }

  async #compare(row: unknown, rows: unknown): Promise<void> {
    const wallets = await walletsToCompare(this.#options, selectedWalletsOf(row, rows));
    if (wallets === null) return;
    if (wallets.length > maxComparedWallets)
      return showWarning(t('Select at most {0} wallets to compare.', maxComparedWallets));
    await executeCommand('arbscope.openWallet', { wallets });
  }

  async #export(row: unknown, rows: unknown): Promise<void> {
    const { prompter, view, active } = this.#options;
    const selected = this.#selectedWallets(row, rows);
    const wallets = selected.length > 0 ? selected : this.#options.tracked.all;
    if (wallets.length === 0) return showWarning(t('No wallets tracked.'));
    const answer = await prompter.choose<'days' | 'attempts'>({
      title: t('Export Wallets as CSV'),
      placeholder: wallets.length === 1 ? t('1 wallet') : t('{0} wallets', wallets.length),
      choices: [
        { label: t('Last 24 hours'), value: 'days' },
        { label: t('Last transactions'), value: 'attempts' },
      ],
    });
    if (isPromptExit(answer)) return;
    await this.#runWithProgress(t('Could not export the wallets'), async (signal) => {
      const name = `wallets ${answer.value === 'days' ? 'last 24 hours' : 'transactions'} ${active.current.name}`;
      const data =
        answer.value === 'days'
          ? overviewsCsv(await view.loadOverviews(wallets, signal))
          : transactionsCsv(await view.loadTransactions(wallets, signal), {
              wallets,
              source: active.current,
            });
      const saved = await saveExport({ type: 'save', format: 'csv', name, data });
      if (saved !== null) vscode.window.setStatusBarMessage(t('Saved {0}', saved), 3_000);
    });
  }

  async #runWithProgress(
    what: string,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#abortController;
    const { active } = this.#options;
    const options = { active, signal, viewId: viewIds.wallets };
    await runShowingErrors(what, options, () => work(signal));
  }

  async #pickWallet(row: unknown, title: string): Promise<TrackedWallet | null> {
    const { tracked, prompter } = this.#options;
    const address = rowAddress(row);
    if (address !== null) return tracked.find(address) ?? null;
    if (tracked.all.length === 0) {
      showWarning(t('No wallets tracked.'));
      return null;
    }
    const answer = await prompter.choose({
      title,
      placeholder: t('Select a wallet'),
      choices: tracked.all.map((wallet) => ({
        label: tracked.labelOf(wallet.address),
        description: wallet.address,
        value: wallet,
      })),
    });
    return isPromptExit(answer) ? null : answer.value;
  }

  /** Tracked wallets among the selected rows, in tracking order. */
  #selectedWallets(row: unknown, rows: unknown): readonly TrackedWallet[] {
    const addresses = new Set(selectedWalletsOf(row, rows));
    return this.#options.tracked.all.filter(({ address }) => addresses.has(address));
  }
}

/** Wallets of the selected rows, tracked or not, without duplicates. */
function selectedWalletsOf(row: unknown, rows: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
  const addresses = all.flatMap((each) => rowAddress(each) ?? []);
  return [...new Set(addresses.filter(isAddress))];
}

/** Never returns a secret key. */
function selectedAddresses(): readonly string[] | 'secret-key' {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const at = recognizeInSelection(document, selection.start, selection.end);
  if (at?.kind === 'secret-key') return 'secret-key';
  if (selection.isEmpty) return at?.kind === 'address' ? [at.text] : [];
  const found = scanText(document.getText(selection).slice(0, maxSelectionLength));
  if (found.some(({ kind }) => kind === 'secret-key')) return 'secret-key';
  const addresses = found.flatMap((one) => (one.kind === 'address' ? [one.text] : []));
  return addresses.length > 0 ? [...new Set(addresses)] : at?.kind === 'address' ? [at.text] : [];
}

const maxSelectionLength = 100_000;

/** The clipboard's text if it is a trackable address; any other text is ignored. */
async function clipboardAddress(tracked: TrackedWallets): Promise<string> {
  const found = classifyLookup(await readClipboard());
  return found?.kind === 'address' && tracked.validate(found.text) === null ? found.text : '';
}

function showWarning(message: string): void {
  void vscode.window.showWarningMessage(message);
}
