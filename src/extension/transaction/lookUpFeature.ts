import * as vscode from 'vscode';
import { parseSignature, secretKeyWarning } from '../../solana/parseSignature.ts';
import { addressLinks } from '../addresses/hoverLinks.ts';
import { DisposableStore } from '../base/disposable.ts';
import {
  executeCommand,
  readSetting,
  registerCommand,
} from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { HoverLink } from '../shared/hoverMarkdown.ts';
import { addressKind } from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import { readClipboard } from '../ui/readClipboard.ts';
import { type LookUpOpenOptions, LookUpPick } from './lookUpPick.ts';
import type { LookUpAct } from './lookUpRows.ts';
import { LookUpSources, type LookUpSourcesOptions } from './lookUpSources.ts';
import { parseLookupInput } from './parseLookupInput.ts';
import { RecentTransactions } from './recentTransactions.ts';
import { recordedExamples, recordedSource } from './recordedExamples.ts';
import { buildTransactionContent } from './transactionContent.ts';
import type { TransactionLoader } from './transactionLoader.ts';
import { summaryOfContent, type TransactionSummary } from './transactionSummary.ts';

export interface LookUpFeatureOptions extends LookUpSourcesOptions {
  readonly recentResponses: RecentResponses;
  readonly tracked: Pick<TrackedWallets, 'addresses' | 'labelOf'>;
  readonly loader: Pick<TransactionLoader, 'load'>;
  /** The transaction panels, which also show failed look-ups. */
  readonly panels: {
    open(state: { readonly signature: string }, options: LookUpOpenOptions): unknown;
    onContent(
      listener: (content: Parameters<typeof summaryOfContent>[0]) => void,
    ): vscode.Disposable;
  };
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
}

/** Per list of transactions that needs no request. */
const maxRecentRows = 5;

export class LookUpFeature extends DisposableStore {
  readonly #options: LookUpFeatureOptions;
  readonly #sources: LookUpSources;
  readonly #recent: RecentTransactions;
  readonly #recorded: readonly { readonly title: string; readonly summary: TransactionSummary }[];

  constructor(options: LookUpFeatureOptions) {
    super();
    this.#options = options;
    const { active, panels, globalState } = options;
    this.#sources = new LookUpSources(options);
    this.#recent = new RecentTransactions(globalState);
    this.#recorded = recordedExamples.map(({ title, detail }) => ({
      title,
      summary: summaryOfContent(buildTransactionContent(detail, recordedSource)),
    }));
    const isRecorded = (signature: string) =>
      this.#recorded.some(({ summary }) => summary.signature === signature);
    this.add(
      panels.onContent((content) => {
        // The list always shows the recorded ones.
        if (isRecorded(content.signature)) return;
        void this.#recent.add(active.current.name, summaryOfContent(content));
      }),
    );
    this.add(registerCommand('arbscope.lookUpTransaction', (given) => this.#handleCommand(given)));
  }

  async #handleCommand(given: unknown): Promise<void> {
    // Other extensions, links and keybindings may pass anything as the signature.
    if (typeof given !== 'string') return await this.#showPick();
    const parsed = parseSignature(given);
    if (parsed.kind === 'signature') {
      this.#options.panels.open({ signature: parsed.signature }, { isBeside: false });
    } else if (parsed.kind === 'empty') {
      await this.#showPick();
    } else {
      const problem = parsed.kind === 'wrong' ? parsed.reason : secretKeyWarning;
      void vscode.window.showWarningMessage(problem);
    }
  }

  async #showPick(text = ''): Promise<void> {
    const { active, tracked, loader, panels } = this.#options;
    const clipboard = parseLookupInput(await readClipboard());
    const pick = new LookUpPick({
      state: {
        text,
        clipboard: clipboard.kind === 'signature' ? clipboard.signature : null,
        recent: this.#recent.of(active.current.name).slice(0, maxRecentRows),
        recorded: this.#recorded,
        connection: active.current.name,
        walletLabel: (wallet) => tracked.labelOf(wallet),
        linksOf: (address) => this.#linksOf(address),
      },
      market: (signal) => this.#sources.market(signal),
      wallets: (signal) => this.#sources.wallets(signal),
      loader,
      open: (signature, options) => panels.open({ signature }, options),
      run: (act) => this.#run(act),
    });
    pick.show();
  }

  /** Links for the address: first those that fit its kind, then those that query the connection. */
  #linksOf(address: string): HoverLink[] {
    const kind = addressKind(address, this.#options.recentResponses);
    const isGeneral = (link: HoverLink) => 'page' in link || link.command === 'arbscope.lookUp';
    return addressLinks(address, kind, readSetting('arbscope.explorer'))
      .filter((link) => 'page' in link || link.command !== 'arbscope.copyAddress')
      .sort((first, second) => Number(isGeneral(first)) - Number(isGeneral(second)));
  }

  async #run(act: LookUpAct): Promise<void> {
    if (act.kind === 'link') {
      const { link } = act;
      if ('page' in link) await vscode.env.openExternal(vscode.Uri.parse(link.page, true));
      else await vscode.commands.executeCommand(link.command, link.argument);
    } else if (act.kind === 'open-explorer') {
      await openExplorer('transaction', act.signature);
    } else if (act.kind === 'show-live') {
      await vscode.commands.executeCommand(`${viewIds.live}.focus`);
    } else if (act.kind === 'switch-connection') {
      const before = this.#options.active.current;
      await executeCommand('arbscope.switchConnection');
      if (this.#options.active.current !== before) await this.#showPick(act.signature);
    }
  }
}
