import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import { defaultPlacePeriodSeconds } from '../../webview/messages/period.ts';
import type { TokenContent, TokenRequest, TokenState } from '../../webview/messages/token.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { readUserSetting, registerCommand } from '../contributions/commandsAndSettings.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { parseMintArgument } from '../ui/treeRow.ts';
import { TokenImages } from './tokenImages.ts';
import { createTokenPanel } from './tokenPanel.ts';

export interface TokenFeatureOptions {
  readonly active: ActiveConnection;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly tracked: Pick<TrackedWallets, 'labelOf'>;
  readonly recentResponses: RecentResponses;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class TokenFeature extends DisposableStore {
  readonly panels: PanelManager<TokenState, TokenContent, TokenRequest>;

  constructor(options: TokenFeatureOptions) {
    super();
    const { active, backend, tracked, recentResponses, extensionUri, log } = options;
    const images = new TokenImages({
      request: (url, signal) =>
        backend.request('fetchImage', { url, ...active.networkSettings() }, { signal }),
      isEnabled: () => readUserSetting('arbscope.token.showPictures'),
      isTrusted: () => vscode.workspace.isTrusted,
    });
    const panels = new PanelManager({
      kind: createTokenPanel({
        service: active.service,
        arbscope: active.arbscope,
        walletLabel: (wallet) => tracked.labelOf(wallet),
        images,
        source: () => active.current,
        pools: new PoolClient(active),
        recentResponses,
      }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onSwitch(() => panels.reload()));
    this.add(
      registerCommand('arbscope.openToken', async (what) => {
        const mint = parseMintArgument(what) ?? (await promptForMint());
        if (mint === undefined) return;
        panels.open(panels.stateOf(mint) ?? { mint, periodSeconds: defaultPlacePeriodSeconds });
      }),
    );
  }
}

async function promptForMint(): Promise<string | undefined> {
  const prompt = t('Mint address: 32 to 44 Base58 characters');
  const text = await vscode.window.showInputBox({
    title: t('Open Token'),
    prompt,
    validateInput: (typed) => (isAddress(typed.trim()) ? null : prompt),
  });
  return text?.trim();
}
