import type { Connection, ConnectionPhase } from '../base/connections.ts';
import { command, contextKey, setting } from './declare.ts';

/** Views that show data of the connection. */
const viewsOfConnection = 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/';

export const connectionCommands = {
  'arbscope.reconnect': command<() => Promise<void>>({
    docs: 'Starts the backend again.',
    icon: 'debug-restart',
    palette: 'arbscope.connection == failed',
    menus: {
      'view/item/context': [
        { when: 'view =~ /^arbscope\\./ && viewItem == error-process', group: 'inline@1' },
      ],
    },
  }),
  'arbscope.showLog': command<() => void>({
    docs: 'Shows the log of the extension and the backend.',
    icon: 'output',
    menus: {
      'view/title': [{ when: viewsOfConnection, group: '9_log@1' }],
      'view/item/context': [
        { when: 'view =~ /^arbscope\\./ && viewItem =~ /^error-/', group: 'inline@5' },
      ],
    },
  }),
  'arbscope.switchConnection': command<(name?: unknown) => Promise<void>>({
    docs: 'Uses another connection in this window. Argument: its name.',
    icon: 'plug',
    menus: {
      'view/title': [{ when: viewsOfConnection, group: '8_connection@1' }],
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\./ && viewItem =~ /^error-(unauthorized|plan-lacks-operation|not-found|rate-limited|service-failing|unreachable|untrusted)$/',
          group: 'inline@3',
        },
      ],
    },
  }),
  'arbscope.addConnection': command<() => Promise<void>>({
    docs: 'Adds a service or node step by step, and uses it.',
    icon: 'add',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '8_connection@2' }] },
  }),
  'arbscope.editConnection': command<(name?: unknown) => Promise<void>>({
    docs: 'Changes a connection.',
    icon: 'edit',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\./ && arbscope.connectionKind != sandbox && viewItem == error-unreachable',
          group: 'inline@1',
        },
      ],
    },
  }),
  'arbscope.removeConnection': command<(name?: unknown) => Promise<void>>({
    docs: 'Removes a connection and its secrets, after a confirmation.',
    icon: 'trash',
  }),
  'arbscope.setKey': command<(name?: unknown) => Promise<void>>({
    docs: 'Sets the API key or RPC URL of a connection.',
    icon: 'key',
    menus: {
      'view/item/context': [
        { when: 'view =~ /^arbscope\\./ && viewItem == error-unauthorized', group: 'inline@1' },
      ],
    },
  }),
  'arbscope.removeKey': command<(name?: unknown) => Promise<void>>({
    docs: 'Deletes the API key or RPC URL of a connection.',
  }),
  'arbscope.testConnection': command<(name?: unknown) => Promise<void>>({
    docs: 'Tests a connection, opens a report, and offers to save what worked.',
    icon: 'debug-start',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.finder && arbscope.connectionKind != sandbox',
          group: '8_connection@3',
        },
      ],
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\./ && arbscope.connectionKind != sandbox && viewItem =~ /^error-(bad-parameter|unauthorized|plan-lacks-operation|service-failing|unreachable|unreadable-answer)$/',
          group: 'inline@4',
        },
      ],
    },
  }),
  'arbscope.manageTrust': command<() => Promise<void>>({
    docs: "Opens VS Code's page about the trust in this workspace.",
    icon: 'workspace-untrusted',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view =~ /^arbscope\\./ && viewItem == error-untrusted', group: 'inline@1' },
      ],
    },
  }),
  'arbscope.getStarted': command<() => Promise<void>>({ docs: 'Opens the walkthrough.' }),
} as const;

export const connectionSettings = {
  /** The user's connections, parsed by `backend/connectionEntries.ts`. */
  'arbscope.connections': setting<readonly unknown[]>({
    default: [],
    scope: 'machine',
    isRestricted: true,
    schema: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['name', 'kind'],
        oneOf: [
          {
            required: ['baseUrl'],
            additionalProperties: false,
            properties: {
              name: {
                type: 'string',
                minLength: 1,
                maxLength: 40,
                description: '%setting.connections.name%',
              },
              kind: { const: 'service', description: '%setting.connections.service.kind%' },
              baseUrl: {
                type: 'string',
                pattern: '^https?://',
                description: '%setting.connections.service.baseUrl%',
              },
              landingUrl: {
                type: 'string',
                pattern: '^https?://',
                description: '%setting.connections.service.landingUrl%',
              },
              parameterEncoding: {
                enum: ['brackets', 'repeated', 'commas', 'body'],
                default: 'brackets',
                enumDescriptions: [
                  'key[]=a&key[]=b',
                  'key=a&key=b',
                  'key=a,b',
                  '%setting.connections.service.parameterEncoding.body%',
                ],
                description: '%setting.connections.service.parameterEncoding%',
              },
              tier: {
                enum: ['low', 'middle', 'high'],
                default: 'low',
                description: '%setting.connections.service.tier%',
              },
              requestsPerMinute: {
                type: 'object',
                additionalProperties: false,
                description: '%setting.connections.service.requestsPerMinute%',
                properties: {
                  finder: { type: 'integer', minimum: 1 },
                  tipsByComputeUnit: { type: 'integer', minimum: 1 },
                  tipsByGains: { type: 'integer', minimum: 1 },
                  feesByComputeUnit: { type: 'integer', minimum: 1 },
                  tokenInfo: { type: 'integer', minimum: 1 },
                  walletOverview: { type: 'integer', minimum: 1 },
                  walletTransactions: { type: 'integer', minimum: 1 },
                  transaction: { type: 'integer', minimum: 1 },
                  marketCache: { type: 'integer', minimum: 1 },
                  landTransaction: { type: 'integer', minimum: 1 },
                },
              },
            },
          },
          {
            required: ['origin'],
            additionalProperties: false,
            properties: {
              name: {
                type: 'string',
                minLength: 1,
                maxLength: 40,
                description: '%setting.connections.name%',
              },
              kind: { const: 'node', description: '%setting.connections.node.kind%' },
              origin: {
                type: 'string',
                pattern: '^https?://[^/]+$',
                description: '%setting.connections.node.origin%',
              },
              blockEngineUrl: {
                type: 'string',
                pattern: '^https?://',
                description: '%setting.connections.node.blockEngineUrl%',
              },
              geyserUrl: {
                type: 'string',
                pattern: '^https?://[^/]+$',
                description: '%setting.connections.node.geyserUrl%',
              },
              keepTotalsDays: {
                type: 'integer',
                minimum: 1,
                maximum: 3_660,
                default: 90,
                description: '%setting.connections.node.keepTotalsDays%',
              },
            },
          },
        ],
      },
    },
  }),
} as const;

export const connectionContextKeys = {
  /** State of the active connection and the backend. */
  'arbscope.connection': contextKey<ConnectionPhase>(),
  /** For the walkthrough: an address has shown its hover in this window. */
  'arbscope.hasHovered': contextKey<boolean>(),
  'arbscope.connectionKind': contextKey<Connection['kind']>(),
} as const;
