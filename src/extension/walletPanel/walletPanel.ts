import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import {
  isWalletState,
  parseWalletRequest,
  type WalletContent,
  type WalletRequest,
  type WalletState,
} from '../../webview/messages/wallet.ts';
import { maxComparedWallets, walletWindowsSeconds } from '../../webview/messages/walletChoices.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { openLink } from '../ui/openLink.ts';
import type { LoadOptions, PanelKind } from '../ui/panels/panelKind.ts';
import { loadCompetition } from './loadCompetition.ts';
import { loadWalletContent, type WalletContentOptions } from './loadWalletContent.ts';

export interface WalletPanelOptions extends WalletContentOptions {
  readonly tracked: Pick<TrackedWallets, 'addresses' | 'labelOf' | 'find'>;
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
    load: (...how) => loadContent(options, ...how),
    readRequest: parseWalletRequest,
    handle: async (request, { state, setState, reload }) => {
      const show = (change: Partial<WalletState>) => {
        setState({ ...state, ...change });
        // With the request, so that the competition stays: it is of the same connection.
        reload(request);
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
        case 'show-arbitrages':
          // Limited to the shown wallets, as the row's figures are.
          await executeCommand('arbscope.showArbitrages', {
            amms: [request.amm],
            wallets: state.wallets,
          });
          return;
        case 'load-competition':
          reload(request);
          return;
        case 'open-competition':
          await executeCommand('arbscope.whyDidILose', request.signature);
          return;
        default:
          await openLink(request);
      }
    },
  };
}

/** The competition is loaded when the page asks for it; after a refresh, the page asks again. */
async function loadContent(
  options: WalletPanelOptions,
  state: WalletState,
  load: LoadOptions,
  request?: WalletRequest,
  shown: WalletContent | null = null,
): Promise<WalletContent> {
  const known = shown?.competition ?? null;
  if (request?.type === 'load-competition' && shown !== null) {
    const [wallet = ''] = state.wallets;
    return { ...shown, competition: await loadCompetition(options, wallet, request, load, known) };
  }
  const content = await loadWalletContent(options, state, load);
  if (request !== undefined) return { ...content, competition: known };
  const isRefreshed = load.forceRefresh === true && known?.kind === 'loaded';
  // Without a refresh, another connection may be active now.
  return { ...content, competition: isRefreshed ? { ...known, isStale: true } : null };
}

const isWindow = (seconds: number): boolean =>
  (walletWindowsSeconds as readonly number[]).includes(seconds);
