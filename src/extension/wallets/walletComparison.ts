import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { withSignal } from '../cancellation.ts';
import { DisposableStore } from '../disposable.ts';
import type { TrackedWallet, TrackedWallets } from './trackedWallets.ts';
import { comparisonMarkdown } from './walletExports.ts';
import type { WalletsView } from './walletsView.ts';

const scheme = 'arbscope-wallets';

/** Wallets side by side: a read-only Markdown document, shown as the editor previews Markdown. */
export class WalletComparison
  extends DisposableStore
  implements vscode.TextDocumentContentProvider
{
  readonly #view: Pick<WalletsView, 'loadOverviews'>;
  readonly #tracked: Pick<TrackedWallets, 'all'>;
  readonly #changed = this.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(view: Pick<WalletsView, 'loadOverviews'>, tracked: Pick<TrackedWallets, 'all'>) {
    super();
    this.#view = view;
    this.#tracked = tracked;
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  /** Throws a MarketError. */
  async open(wallets: readonly TrackedWallet[], signal: AbortSignal): Promise<void> {
    // Asked before the document is shown: a failure is told, and no empty document stays.
    await this.#view.loadOverviews(wallets, signal);
    const query = wallets.map(({ address }) => address).join('+');
    const uri = vscode.Uri.from({ scheme, path: `/${t('Wallets Compared')}.md`, query });
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  /** A document that comes back with the window is made again from the tracked wallets it names. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const addresses = uri.query.split('+');
    const wallets = this.#tracked.all.filter(({ address }) => addresses.includes(address));
    return comparisonMarkdown(
      await withSignal(token, (signal) => this.#view.loadOverviews(wallets, signal)),
    );
  }
}
