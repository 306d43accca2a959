import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import {
  isWalletState,
  maxComparedWallets,
  parseWalletRequest,
  type WalletContent,
  type WalletRequest,
  type WalletState,
  walletWindowsSeconds,
} from '../../webview/messages/wallet.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import { loadWalletContent, type WalletContentOptions } from './loadWalletContent.ts';

export interface WalletPanelOptions extends WalletContentOptions {
  readonly tracked: Pick<TrackedWallets, 'labelOf' | 'find'>;
  readonly pick: (shown: readonly string[]) => Promise<string | null>;
}

export const defaultWindowSeconds = 86_400;

export function createWalletPanel(
  options: WalletPanelOptions,
): PanelKind<WalletState, WalletContent, WalletRequest> {
  const { tracked, pick } = options;
  return {
    id: panelIds.wallet,
    page: 'wallet',
    isState: (value): value is WalletState =>
      isWalletState(value) &&
      value.wallets.length > 0 &&
      value.wallets.every(isAddress) &&
      isWindow(value.windowSeconds),
    keyOf: ({ wallets: [first = ''] }) => first,
    titleOf: ({ wallets: [first = ''] }) => t('Wallet {0}', tracked.labelOf(first)),
    load: (state, load) => loadWalletContent(options, state, load),
    readRequest: parseWalletRequest,
    handle: async (request, { state, setState, reload }) => {
      const show = (change: Partial<WalletState>) => {
        setState({ ...state, ...change });
        reload();
      };
      switch (request.type) {
        case 'window':
          if (isWindow(request.seconds)) show({ windowSeconds: request.seconds });
          return;
        case 'compare': {
          if (state.wallets.length >= maxComparedWallets) return;
          const other = await pick(state.wallets);
          if (other !== null) show({ wallets: [...state.wallets, other] });
          return;
        }
        case 'leave-out':
          show({
            wallets: state.wallets.filter((wallet, at) => at === 0 || wallet !== request.wallet),
          });
          return;
        case 'track':
          await executeCommand('arbscope.trackLeader', { address: request.wallet });
          return;
        case 'open-wallet':
          await executeCommand('arbscope.openWallet', request.wallet);
          return;
        case 'open-token':
          await executeCommand('arbscope.openToken', request.mint);
          return;
        case 'show-arbitrages':
          // Limited to the shown wallets, as the row's figures are.
          await executeCommand('arbscope.showArbitrages', {
            amms: [request.amm],
            wallets: state.wallets,
          });
          return;
        case 'open-transaction':
          await executeCommand('arbscope.lookUpTransaction', request.signature);
          return;
        case 'open-explorer':
          await openExplorer('address', request.id);
      }
    },
  };
}

const isWindow = (seconds: number): boolean =>
  (walletWindowsSeconds as readonly number[]).includes(seconds);
