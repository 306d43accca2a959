import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import type { TokenContent, TokenRequest, TokenState } from '../../webview/messages/token.ts';
import type { RecentResponses } from '../addresses/recentResponses.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { readUserSetting, registerCommand } from '../commandsAndSettings.ts';
import { type ActiveConnection, getErrorContext } from '../connections/activeConnection.ts';
import { DisposableStore } from '../disposable.ts';
import type { FinderResponse } from '../finder/finderResponse.ts';
import type { Log } from '../log.ts';
import { PoolClient } from '../marketCache/poolClient.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { parseMintArgument } from '../ui/treeRow.ts';
import { TokenImages } from './tokenImages.ts';
import { createTokenPanel } from './tokenPanel.ts';

export interface TokenFeatureOptions {
  readonly active: ActiveConnection;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly finder: { readonly response: FinderResponse | null };
  readonly recentResponses: Pick<RecentResponses, 'price'>;
  /** Folder of the extension. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** The panels of tokens and the command that opens one. */
export class TokenFeature extends DisposableStore {
  readonly panels: PanelManager<TokenState, TokenContent, TokenRequest>;

  constructor(options: TokenFeatureOptions) {
    super();
    const { active, backend, finder, recentResponses, extensionUri, log } = options;
    const images = new TokenImages({
      request: (url, signal) => backend.request('fetchImage', { url }, { signal }),
      isEnabled: () => readUserSetting('arbscope.token.showPictures'),
      isTrusted: () => vscode.workspace.isTrusted,
    });
    const panels = new PanelManager({
      kind: createTokenPanel({
        service: active.service,
        images,
        source: () => ({
          source: active.current.name,
          isSimulated: active.current.kind === 'sandbox',
        }),
        pools: new PoolClient(active),
        price: (mint) => recentResponses.price(mint),
        finder: () => finder.response,
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
        if (mint !== undefined) panels.open({ mint });
      }),
    );
  }
}

async function promptForMint(): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: t('Open Token'),
    prompt: t('Mint of the token'),
    placeHolder: t('Base58, 32 to 44 characters'),
    validateInput: (typed) =>
      isAddress(typed.trim()) ? null : t('A mint is an address of 32 bytes in Base58.'),
  });
  return text?.trim();
}
