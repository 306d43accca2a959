import { command, setting } from './declare.ts';

export const landingCommands = {
  'arbscope.landTransaction': command<
    (
      given?: unknown,
    ) => Promise<
      readonly { readonly signature: string; readonly state: string }[] | string | undefined
    >
  >({
    docs: "Checks signed transactions and sends them after a confirmation: the argument (text, bytes, a file's Uri), the selection, the word at the cursor, the file, the clipboard, or what you enter. Returns the result of each; the input of a task gets the signatures as text.",
    icon: 'rocket',
    enablement: 'isWorkspaceTrusted',
    palette: 'isWorkspaceTrusted',
    menus: {
      'view/title': [{ when: 'view == arbscope.landings', group: 'navigation@1' }],
      'editor/context': [
        {
          when: 'editorTextFocus && editorHasSelection && isWorkspaceTrusted',
          group: 'arbscope@5',
        },
      ],
      'explorer/context': [
        {
          when: 'resourceExtname =~ /^\\.(b64|base64|b58|base58|tx)$/ && isWorkspaceTrusted',
          group: 'arbscope@5',
        },
      ],
    },
  }),
  'arbscope.newSandboxWallet': command<
    () => Promise<{ readonly address: string; readonly path: string } | undefined>
  >({
    docs: 'Writes a key file outside the workspace and funds its wallet on the Sandbox.',
    icon: 'key',
    palette: 'arbscope.connectionKind == sandbox',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.landings && arbscope.connectionKind == sandbox',
          group: '2_wallet@1',
        },
      ],
    },
  }),
  'arbscope.landExample': command<() => Promise<void>>({
    docs: 'Signs a transfer with a tip or an arbitrage from a Sandbox wallet, opens it as a file, and previews its landing.',
    icon: 'rocket',
    enablement: 'isWorkspaceTrusted && arbscope.connectionKind == sandbox',
    palette: 'isWorkspaceTrusted && arbscope.connectionKind == sandbox',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.landings && arbscope.connectionKind == sandbox',
          group: '2_wallet@0',
        },
      ],
    },
  }),
  'arbscope.copyBlockhash': command<() => Promise<string | undefined>>({
    docs: 'Copies a recent blockhash of the Sandbox or node, to sign with.',
    icon: 'copy',
    palette: 'arbscope.connectionKind != service',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.landings && arbscope.connectionKind != service',
          group: '2_wallet@2',
        },
      ],
    },
  }),
  'arbscope.exportLandings': command<() => Promise<void>>({
    docs: 'Saves the landings as CSV.',
    shortTitle: 'export',
    icon: 'export',
    menus: { 'view/title': [{ when: 'view == arbscope.landings', group: '1_landings@0' }] },
  }),
  'arbscope.clearLandings': command<() => Promise<void>>({
    docs: 'Removes completed landings from the list, after a confirmation.',
    shortTitle: 'clearLandings',
    icon: 'clear-all',
    menus: { 'view/title': [{ when: 'view == arbscope.landings', group: '1_landings@1' }] },
  }),
} as const;

export const landingSettings = {
  /** Whether landing on the Sandbox needs a confirmation; only the user's value counts. */
  'arbscope.landing.confirmSandbox': setting<boolean>({
    default: true,
    scope: 'application',
    schema: { type: 'boolean' },
  }),
  /** The chain that transactions are meant for; only the user's value counts. */
  'arbscope.landing.cluster': setting<'automatic' | 'mainnet-beta' | 'devnet' | 'testnet' | 'any'>({
    default: 'automatic',
    scope: 'application',
    schema: {
      type: 'string',
      enum: ['automatic', 'mainnet-beta', 'devnet', 'testnet', 'any'],
      enumDescriptions: [
        '%setting.landing.cluster.automatic%',
        '%setting.landing.cluster.mainnet-beta%',
        '%setting.landing.cluster.devnet%',
        '%setting.landing.cluster.testnet%',
        '%setting.landing.cluster.any%',
      ],
    },
  }),
  /** Extra options sent with the transaction to the service or node; only the user's value counts. */
  'arbscope.landing.options': setting<Readonly<Record<string, unknown>>>({
    default: {},
    scope: 'application',
    schema: { type: 'object' },
  }),
  /** Warnings about trades in the landing preview; only the user's values count. */
  'arbscope.landing.warnNetGainNegative': setting<boolean>({
    default: true,
    scope: 'application',
    schema: { type: 'boolean' },
  }),
  /** Percent of the gross gain; null: no warning. */
  'arbscope.landing.maxTipShare': setting<number | null>({
    default: 90,
    scope: 'application',
    schema: { type: ['number', 'null'], minimum: 0 },
  }),
  /** Null: no warning. */
  'arbscope.landing.maxSimulationAgeSeconds': setting<number | null>({
    default: 10,
    scope: 'application',
    schema: { type: ['number', 'null'], minimum: 0 },
  }),
} as const;
