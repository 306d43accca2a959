import { defaultTableLimits } from '../../botConfig/tableLimits.ts';
import { command, contextKey, setting } from './declare.ts';

export const exportCommands = {
  'arbscope.exportFinder': command<(choice?: unknown) => Promise<void>>({
    docs: 'Writes what the Finder shows. Argument: `{ format, to }`.',
    shortTitle: 'export',
    icon: 'export',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '7_export@0' }] },
  }),
  'arbscope.insertFinderList': command<(kind?: unknown) => Promise<void>>({
    docs: "Inserts the Finder's mints or pools at the cursor. Argument: `'mints'` or `'pools'`.",
    palette: 'editorIsOpen && !editorReadonly',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '7_export@1' }] },
  }),
  'arbscope.keptExports': command<() => Promise<void>>({
    docs: 'Lists the files that are updated with the Finder, and why any is paused.',
    icon: 'sync',
    palette: 'arbscope.isKeepingFiles',
    menus: {
      'view/title': [
        { when: 'view == arbscope.finder && arbscope.isKeepingFiles', group: '7_export@2' },
      ],
    },
  }),
  'arbscope.rebuildConfig': command<(wallet?: unknown) => Promise<void>>({
    docs: 'Opens the groups of pools that a wallet tried, as a bot config. Argument: a row or an address.',
    menus: {
      'view/item/context': [
        {
          when: 'view == arbscope.wallets && viewItem =~ /^(wallet|leader)$/ && !listMultiSelection',
          group: '5_export@2',
        },
      ],
    },
  }),
} as const;

export const exportSettings = {
  /** Whether bot configs get no pools while arbitrage is not recommended. */
  'arbscope.export.obeyVerdict': setting<boolean>({
    default: true,
    scope: 'application',
    schema: { type: 'boolean' },
  }),
  'arbscope.export.processDelayMilliseconds': setting<number>({
    default: 400,
    scope: 'window',
    schema: { type: 'integer', minimum: 0, maximum: 1000000000 },
  }),
  'arbscope.export.lookupTablesPerToken': setting<number>({
    default: defaultTableLimits.perToken,
    scope: 'window',
    schema: { type: 'integer', minimum: 0, maximum: 256 },
  }),
  'arbscope.export.lookupTablesPerFile': setting<number>({
    default: defaultTableLimits.perFile,
    scope: 'window',
    schema: { type: 'integer', minimum: 0, maximum: 1000 },
  }),
  /** Values of NotArb's dynamic attributes by their key; only the user's value counts. */
  'arbscope.export.notArbAttributes': setting<Readonly<Record<string, unknown>>>({
    default: {
      enabled: 'recommended',
      min_priority_fee_lamports: 'fee',
      max_priority_fee_lamports: 'fee',
      min_jito_tip_lamports: 'tip',
      max_jito_tip_lamports: 'tip',
    },
    scope: 'application',
    schema: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'integer', 'boolean'],
        minimum: 0,
        pattern:
          '^(recommended|(fee|tip)( p([0-9]{1,2}|100))?( min [0-9]{1,15})?( max [0-9]{1,15})?)$',
        patternErrorMessage: '%setting.export.notArbAttributes.malformed%',
      },
    },
  }),
} as const;

export const exportContextKeys = {
  /** There are auto-updated exports. */
  'arbscope.isKeepingFiles': contextKey<boolean>(),
} as const;
