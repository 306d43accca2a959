import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { WalletContent, WalletRequest, WalletState } from '../../webview/messages/wallet.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { trackedLabels } from '../shared/competitionMessage.ts';
import { pickWallet } from '../shared/pickWallets.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import type { WalletsView } from '../wallets/walletsView.ts';
import { parseWallets } from './parseWallets.ts';
import { createWalletPanel, defaultWindowSeconds } from './walletPanel.ts';

export interface WalletPanelFeatureOptions {
  readonly active: ActiveConnection;
  readonly recentResponses: Pick<RecentResponses, 'mint'>;
  readonly extensionUri: vscode.Uri;
  readonly prompter: Prompter;
  readonly tracked: TrackedWallets;
  readonly view: WalletsView;
  readonly log: Log;
}

export class WalletPanelFeature extends DisposableStore {
  readonly panels: PanelManager<WalletState, WalletContent, WalletRequest>;

  constructor(options: WalletPanelFeatureOptions) {
    super();
    const { active, recentResponses, extensionUri, tracked, log } = options;
    const panels = new PanelManager({
      kind: createWalletPanel({
        service: active.service,
        arbscope: active.arbscope,
        tracked,
        source: () => active.current,
        symbolOf: (mint) => recentResponses.mint(mint)?.symbol ?? null,
        pick: (shown) => pickWallet(options, t('Compare With'), shown),
      }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onSwitch(() => panels.reload()));
    this.add(tracked.onChange(() => panels.update((content) => withTracked(content, tracked))));
    this.add(
      registerCommand('arbscope.openWallet', async (what) => {
        const given = parseWallets(what);
        const [wallet = await pickWallet(options, t('Open Wallet'), [])] = given;
        if (wallet === null) return;
        const open = panels.stateOf(wallet) ?? {
          wallets: [wallet],
          windowSeconds: defaultWindowSeconds,
        };
        panels.open(given.length > 1 ? { ...open, wallets: given } : open);
      }),
    );
  }
}

const withTracked = (content: WalletContent, tracked: TrackedWallets): WalletContent => ({
  ...content,
  wallets: content.wallets.map((wallet) => ({
    ...wallet,
    label: tracked.labelOf(wallet.address),
    isTracked: tracked.find(wallet.address) !== undefined,
  })),
  competition:
    content.competition?.kind === 'loaded'
      ? { ...content.competition, tracked: trackedLabels(tracked) }
      : content.competition,
});
