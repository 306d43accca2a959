import type * as vscode from 'vscode';
import type { MarketContent, MarketQuery, MarketRequest } from '../../webview/messages/market.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { endpointLabel, isSimulated } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { MarketLoader } from './marketLoader.ts';
import { createMarketPanel, defaultMarketQuery } from './marketPanel.ts';
import { parseMarketScope, scopeFilter } from './marketScope.ts';
import { promptForScope } from './promptForScope.ts';

export interface MarketFeatureOptions {
  readonly active: ActiveConnection;
  readonly prompter: Pick<Prompter, 'text' | 'choose'>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class MarketFeature extends DisposableStore {
  readonly panels: PanelManager<MarketQuery, MarketContent, MarketRequest>;

  constructor({ active, prompter, extensionUri, log }: MarketFeatureOptions) {
    super();
    const loader = new MarketLoader(active.arbscope, () => {
      const { current } = active;
      const { name, kind } = current;
      return { name, key: `${kind} ${endpointLabel(current)}`, isSimulated: isSimulated(current) };
    });
    const panels = new PanelManager({
      kind: createMarketPanel({
        loader,
        promptForScope: () => promptForScope(prompter),
        openTransaction: async (signature) => {
          await executeCommand('arbscope.lookUpTransaction', signature);
        },
        showLive: async (scope) => {
          await executeCommand('arbscope.showArbitrages', scopeFilter(scope));
        },
      }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onSwitch(() => panels.reload()));
    this.add(
      registerCommand('arbscope.openMarket', (what) => {
        const open = panels.stateOf('') ?? defaultMarketQuery;
        const scope = parseMarketScope(what);
        panels.open(scope === undefined ? open : { ...open, scope });
      }),
    );
  }
}
