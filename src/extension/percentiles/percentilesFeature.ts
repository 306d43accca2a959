import type * as vscode from 'vscode';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type {
  PercentileContent,
  PercentileQuery,
  PercentileRequest,
} from '../../webview/messages/percentiles.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { parsePercentileQueryArgument } from './parsePercentileQueryArgument.ts';
import { PercentileHistory } from './percentileHistory.ts';
import { createPercentilesPanel, getPercentileSource, withRateLimit } from './percentilesPanel.ts';

export interface PercentilesFeatureOptions {
  readonly active: ActiveConnection;
  readonly recentResponses: Pick<RecentResponses, 'price'>;
  readonly historyFolder: string;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class PercentilesFeature extends DisposableStore {
  readonly panels: PanelManager<PercentileQuery, PercentileContent, PercentileRequest>;

  constructor(options: PercentilesFeatureOptions) {
    super();
    const { active, recentResponses, historyFolder, extensionUri, log } = options;
    const { service, arbscope } = active;
    const source = () => {
      const connectionSource = getPercentileSource(active);
      // A service reports no SOL price, but its transactions contain one.
      const solPrice = connectionSource.solPrice ?? recentResponses.price(wrappedSolMint);
      return { ...connectionSource, solPrice };
    };
    const history = new PercentileHistory({ folder: historyFolder });
    const panels = new PanelManager({
      kind: createPercentilesPanel({ service, arbscope, source, history, log }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onOverview(() => panels.update((content) => withRateLimit(content, source()))));
    this.add(active.onSwitch(() => panels.reload()));
    this.add(
      registerCommand('arbscope.openPercentiles', (what) => {
        panels.open(parsePercentileQueryArgument(what, panels.stateOf('')));
      }),
    );
  }
}
