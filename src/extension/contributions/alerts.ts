import { command, setting } from './declare.ts';

const alertRow = {
  when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|token|token-pinned|pool)$/ && !listMultiSelection',
  group: '1_open@6',
} as const;

export const alertCommands = {
  'arbscope.addAlert': command<(row?: unknown) => Promise<void>>({
    docs: 'Adds an alert to the settings. Argument: a row of a wallet, token or pool.',
    icon: 'bell',
    menus: { 'view/item/context': [alertRow] },
  }),
  'arbscope.manageAlerts': command<() => Promise<void>>({
    docs: 'Lists the alerts; mutes and unmutes them.',
    icon: 'bell',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '7_export@4' }] },
  }),
} as const;

const address = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' } as const;

export const alertSettings = {
  /** Rules; `extension/alerts/alertRules.ts` checks them. */
  'arbscope.alerts': setting<readonly { readonly when?: unknown }[]>({
    default: [],
    scope: 'application',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['when'],
        additionalProperties: false,
        properties: {
          when: {
            type: 'string',
            enum: [
              ...['gain', 'failures', 'topToken'],
              ...['recommendation', 'exportPaused', 'programUpgrade'],
            ],
          },
          wallet: { anyOf: [address, { const: 'tracked' }] },
          token: address,
          pool: address,
          aboveUsd: { type: 'number', minimum: 0, maximum: 1_000_000 },
          times: { type: 'integer', minimum: 1, maximum: 1_000 },
          minutes: { type: 'integer', minimum: 1, maximum: 1_440 },
          top: { type: 'integer', minimum: 1, maximum: 50 },
          everyMinutes: { type: 'integer', minimum: 1, maximum: 1_440 },
          whileHidden: { type: 'boolean' },
          task: { type: 'string' },
        },
      },
    },
  }),
} as const;
