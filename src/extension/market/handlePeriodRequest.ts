import type { MarketScope } from '../../webview/messages/market.ts';
import type { PeriodRequest, PlacePeriodSeconds } from '../../webview/messages/period.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import type { PanelSession } from '../ui/panels/panelKind.ts';

/** Handles what the pages of a token and of a pool have in common; `scope` is the token or pool. */
export async function handlePeriodRequest<
  State extends { readonly periodSeconds: PlacePeriodSeconds },
>(
  request: PeriodRequest,
  scope: MarketScope,
  { state, setState, reload }: PanelSession<State, never>,
): Promise<void> {
  switch (request.type) {
    case 'period':
      setState({ ...state, periodSeconds: request.periodSeconds });
      reload();
      return;
    case 'open-market':
      await executeCommand('arbscope.openMarket', scope);
      return;
    case 'open-wallet':
      await executeCommand('arbscope.openWallet', request.wallet);
      return;
    case 'open-transaction':
      await executeCommand('arbscope.lookUpTransaction', request.signature);
  }
}
