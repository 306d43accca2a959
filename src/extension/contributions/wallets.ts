import { command, contextKey } from './declare.ts';

export const walletCommands = {
  'arbscope.refreshWallets': command<() => void>({
    docs: 'Requests the figures of the tracked wallets again.',
    shortTitle: 'refresh',
    icon: 'refresh',
    palette: 'view.arbscope.wallets.visible',
    menus: {
      'view/title': [{ when: 'view == arbscope.wallets', group: 'navigation@2' }],
      'view/item/context': [
        {
          when: 'view == arbscope.wallets && viewItem =~ /^error-(?!process|untrusted|setting)/',
          group: 'inline@2',
        },
      ],
    },
  }),
  'arbscope.trackWallet': command<(address?: unknown) => Promise<void>>({
    docs: 'Tracks a wallet: the argument, the selection, the clipboard, a leader, or what you enter.',
    icon: 'add',
    menus: {
      'view/title': [{ when: 'view == arbscope.wallets', group: 'navigation@1' }],
      'view/item/context': [
        { when: 'view == arbscope.live && viewItem == wallet', group: 'inline@1' },
        { when: 'view == arbscope.live && viewItem == wallet', group: '1_open@1' },
      ],
    },
  }),
  'arbscope.trackLeader': command<(row?: unknown) => Promise<void>>({
    docs: 'Tracks the leader of a row of the Wallets view.',
    shortTitle: 'trackLeader',
    icon: 'eye',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.wallets && viewItem == leader', group: 'inline@1' },
        { when: 'view == arbscope.wallets && viewItem == leader', group: '1_open@1' },
      ],
    },
  }),
  'arbscope.openWallet': command<(what?: unknown) => Promise<void>>({
    docs: 'Opens the panel of a wallet. Argument: a row, an address, or `{ wallets: [address, …] }`.',
    icon: 'graph',
    menus: {
      'view/item/context': [
        {
          when: 'view == arbscope.wallets && viewItem =~ /^(wallet|leader)$/ && !listMultiSelection',
          group: '1_open@2',
        },
      ],
    },
  }),
  'arbscope.renameWallet': command<(row?: unknown) => Promise<void>>({
    docs: 'Renames a tracked wallet.',
    icon: 'edit',
    palette: 'arbscope.hasWallets',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.wallets && viewItem == wallet', group: 'inline@1' },
        {
          when: 'view == arbscope.wallets && viewItem == wallet && !listMultiSelection',
          group: '7_modification@1',
        },
      ],
    },
  }),
  'arbscope.removeWallet': command<(row?: unknown, rows?: unknown) => Promise<void>>({
    docs: 'Removes wallets from the list, after a confirmation.',
    icon: 'trash',
    palette: 'arbscope.hasWallets',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.wallets && viewItem == wallet', group: '7_modification@2' },
      ],
    },
  }),
  'arbscope.moveWalletUp': command<(row?: unknown) => Promise<void>>({
    docs: 'Moves a tracked wallet up by one.',
    shortTitle: 'moveWalletUp',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view == arbscope.wallets && viewItem == wallet && !listMultiSelection',
          group: '3_order@1',
        },
      ],
    },
  }),
  'arbscope.moveWalletDown': command<(row?: unknown) => Promise<void>>({
    docs: 'Moves a tracked wallet down by one.',
    shortTitle: 'moveWalletDown',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view == arbscope.wallets && viewItem == wallet && !listMultiSelection',
          group: '3_order@2',
        },
      ],
    },
  }),
  'arbscope.listWallet': command<(wallet?: unknown) => void>({
    docs: 'Requests the last transactions of one wallet without the others of its group.',
    palette: 'false',
  }),
  'arbscope.filterWallets': command<() => Promise<void>>({
    docs: 'Chooses the provider of the figures, or the outcome of the transactions.',
    shortTitle: 'filterWallets',
    icon: 'filter',
    menus: { 'view/title': [{ when: 'view == arbscope.wallets', group: '1_filter@1' }] },
  }),
  'arbscope.clearWalletFilters': command<() => Promise<void>>({
    docs: 'Shows all providers and outcomes.',
    shortTitle: 'clearFilters',
    icon: 'clear-all',
    palette: 'arbscope.walletsFiltered',
    menus: {
      'view/title': [
        { when: 'view == arbscope.wallets && arbscope.walletsFiltered', group: '1_filter@2' },
      ],
    },
  }),
  'arbscope.compareWallets': command<(row?: unknown, rows?: unknown) => Promise<void>>({
    docs: 'Opens two to four wallets on one page: those selected, all, or those that you pick.',
    shortTitle: 'compareWallets',
    icon: 'split-horizontal',
    menus: {
      'view/title': [{ when: 'view == arbscope.wallets', group: '2_wallets@1' }],
      'view/item/context': [
        { when: 'view == arbscope.wallets && viewItem =~ /^(wallet|leader)$/', group: '1_open@3' },
      ],
    },
  }),
  'arbscope.exportWallets': command<(row?: unknown, rows?: unknown) => Promise<void>>({
    docs: 'Saves the selected wallets, or all, as CSV.',
    shortTitle: 'exportWallets',
    icon: 'export',
    palette: 'arbscope.hasWallets',
    menus: {
      'view/title': [{ when: 'view == arbscope.wallets', group: '2_wallets@2' }],
      'view/item/context': [
        { when: 'view == arbscope.wallets && viewItem == wallet', group: '5_export@1' },
      ],
    },
  }),
} as const;

export const walletContextKeys = {
  'arbscope.walletsFiltered': contextKey<boolean>(),
  'arbscope.hasWallets': contextKey<boolean>(),
  /** The service does not rank wallets. */
  'arbscope.walletsUnranked': contextKey<boolean>(),
} as const;
