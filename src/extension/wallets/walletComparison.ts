import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { withSignal } from '../cancellation.ts';
import { DisposableStore } from '../disposable.ts';
import type { TrackedWallet, TrackedWallets } from './trackedWallets.ts';
import { comparisonMarkdown } from './walletExports.ts';
import type { WalletsView } from './walletsView.ts';

const scheme = 'arbscope-wallets';

/** Wallets side by side: a read-only Markdown document, shown as the editor previews Markdown. */
export class WalletComparison extends DisposableStore {
  readonly #view: WalletsView;
  readonly #changed = this.add(new vscode.EventEmitter<vscode.Uri>());

  constructor(view: WalletsView, tracked: TrackedWallets) {
    super();
    this.#view = view;
    this.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        // A document that comes back with the window names the tracked wallets it is made from.
        provideTextDocumentContent: async ({ query }, token) => {
          const addresses = query.split('+');
          const wallets = tracked.all.filter(({ address }) => addresses.includes(address));
          return comparisonMarkdown(
            await withSignal(token, (signal) => view.loadOverviews(wallets, signal)),
          );
        },
      }),
    );
  }

  /** Throws a MarketError. */
  async open(wallets: readonly TrackedWallet[], signal: AbortSignal): Promise<void> {
    // Asked before the document is shown: a failure is told, and no empty document stays.
    await this.#view.loadOverviews(wallets, signal);
    const query = wallets.map(({ address }) => address).join('+');
    const uri = vscode.Uri.from({ scheme, path: `/${t('Wallet Comparison')}.md`, query });
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }
}
