import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import {
  isMarketQuery,
  type MarketContent,
  type MarketQuery,
  type MarketRequest,
  type MarketScope,
  parseMarketRequest,
} from '../../webview/messages/market.ts';
import { panelIds } from '../contributions/views.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import type { MarketLoader } from './marketLoader.ts';

/** The whole market in the last 24 hours, in as many intervals as fit most pages. */
export const defaultMarketQuery: MarketQuery = {
  scope: null,
  periodSeconds: 86_400,
  intervalSeconds: null,
  maxPoints: 300,
  selection: null,
  order: 'gain',
};

export interface MarketPanelOptions {
  readonly loader: Pick<MarketLoader, 'load'>;
  readonly promptForScope: () => Promise<MarketScope | undefined>;
  readonly openTransaction: (signature: string) => Promise<void>;
  readonly showLive: (scope: MarketScope) => Promise<void>;
}

/** At most one is open. */
export function createMarketPanel({
  loader,
  promptForScope,
  openTransaction,
  showLive,
}: MarketPanelOptions): PanelKind<MarketQuery, MarketContent, MarketRequest> {
  return {
    id: panelIds.market,
    page: 'market',
    isState: isMarketQuery,
    keyOf: () => '',
    titleOf: (_query, content) =>
      content === null || content.scopeLabel === ''
        ? t('Market')
        : joinLabel(t('Market'), content.scopeLabel),
    load: (query, options, request) => loader.load(query, options, request),
    readRequest: parseMarketRequest,
    handle: async (request, session) => {
      switch (request.type) {
        case 'ask':
          session.setState(request.query);
          session.reload(request);
          return;
        case 'more':
          session.reload(request);
          return;
        case 'enter-scope': {
          const scope = await promptForScope();
          if (scope === undefined) return;
          session.setState({ ...session.state, scope });
          session.reload();
          return;
        }
        case 'show-live':
          if (session.state.scope !== null) await showLive(session.state.scope);
          return;
        case 'open-transaction':
          await openTransaction(request.signature);
      }
    },
  };
}
