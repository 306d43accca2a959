import type { ExplorerId } from '../base/explorerUrl.ts';
import { command, setting } from './declare.ts';

export const addressCommands = {
  'arbscope.lookUp': command<(text?: unknown) => Promise<void>>({
    docs: 'Looks up an address or signature: the argument, the selection, the word at the cursor, or what you enter.',
    icon: 'search',
    keybinding: { key: 'ctrl+k ctrl+a', mac: 'cmd+k cmd+a', when: 'editorTextFocus' },
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|attempt(-lost)?|arbitrage(-lost)?|token|token-pinned|amm|pool|address)$/',
          group: '1_open@5',
        },
      ],
      'editor/context': [{ when: 'editorTextFocus', group: 'arbscope@1' }],
    },
  }),
  'arbscope.inspectTransaction': command<(text?: unknown) => Promise<void>>({
    docs: 'Opens the parts of a serialized transaction as JSON: the argument, or the one at the cursor.',
    icon: 'inspect',
    palette: 'editorIsOpen',
  }),
  'arbscope.copyAddress': command<(text?: unknown) => Promise<void>>({
    docs: 'Copies an address or signature.',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|token|token-pinned|amm|pool|address)$/',
          group: '6_copypaste@1',
        },
      ],
    },
  }),
  'arbscope.copySignature': command<(text?: unknown) => Promise<void>>({
    docs: 'Copies the signature of a transaction.',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(live|wallets)$/ && viewItem =~ /^(attempt(-lost)?|arbitrage(-lost)?)$/',
          group: '6_copypaste@1',
        },
      ],
    },
  }),
  'arbscope.askService': command<(text?: unknown) => Promise<void>>({
    docs: 'Looks up an address or signature over the connection, then shows the hover again.',
    palette: 'false',
  }),
} as const;

export const explorerSettings = {
  'arbscope.explorer': setting<ExplorerId>({
    default: 'solscan',
    scope: 'application',
    schema: {
      type: 'string',
      enum: ['solscan', 'solanaExplorer', 'solanaFm', 'orb'],
      enumDescriptions: ['solscan.io', 'explorer.solana.com', 'solana.fm', 'orbmarkets.io'],
      enumItemLabels: ['Solscan', 'Solana Explorer', 'SolanaFM', 'Orb'],
    },
  }),
} as const;

export const inSourceSettings = {
  /** Whether hovers query the service automatically, on a click, or never. */
  'arbscope.hover.network': setting<'automatic' | 'onDemand' | 'off'>({
    default: 'automatic',
    scope: 'application',
    schema: {
      type: 'string',
      enum: ['automatic', 'onDemand', 'off'],
      enumDescriptions: [
        '%setting.hover.network.automatic%',
        '%setting.hover.network.onDemand%',
        '%setting.hover.network.off%',
      ],
    },
  }),
  'arbscope.documentLinks.enabled': setting<boolean>({
    default: true,
    scope: 'window',
    schema: { type: 'boolean' },
  }),
  'arbscope.diagnostics.enabled': setting<boolean>({
    default: true,
    scope: 'application',
    schema: { type: 'boolean' },
  }),
  'arbscope.inlayHints.enabled': setting<boolean>({
    default: false,
    scope: 'window',
    schema: { type: 'boolean' },
  }),
  'arbscope.codeLens.enabled': setting<boolean>({
    default: false,
    scope: 'window',
    schema: { type: 'boolean' },
  }),
} as const;
