import { t } from '@vscode/l10n';
import type { ConfigForm } from '../../../../botConfig/model.ts';
import type { ExportInput } from './botPlan.ts';
import {
  notArbLookupTables,
  notArbMarketsJson,
  notArbMarketsToml,
  notArbPlainLookupTables,
} from './notArb.ts';
import { notArbAttributes } from './notArbAttributes.ts';
import { smbMarkets, smbMints } from './smb.ts';
import { smbFinder } from './smbFinder.ts';
import { smbV10 } from './smbV10.ts';
import { csvTable, jsonResult, markdownTable } from './tables.ts';

export type FormatGroup = 'smb' | 'notarb' | 'tables';

export const formatGroups: Readonly<Record<FormatGroup, string>> = {
  smb: 'SolanaMevBot (SMB)',
  notarb: 'NotArb',
  tables: t('Tables'),
};

export interface FinderExportFormat {
  readonly label: string;
  /** The purpose in one sentence. */
  readonly detail: string;
  readonly group: FormatGroup;
  readonly fileName: string;
  /** Config form used to read the file back; null: not a bot's file. */
  readonly form: ConfigForm | null;
  /** VS Code's language identifier. */
  readonly language: 'toml' | 'json' | 'plaintext' | 'csv' | 'markdown';
  /** Throws an Error for the user if the format cannot express the result. */
  readonly write: (input: ExportInput) => string | Promise<string>;
}

export const formats = {
  'smb-mints': {
    label: t('SMB config, one entry per mint'),
    detail: t('[[routing.mint_config_list]]: pools by AMM, with lookup tables.'),
    group: 'smb',
    fileName: 'smb-mints.toml',
    form: 'smb-mints',
    language: 'toml',
    write: smbMints,
  },
  'smb-markets': {
    label: t('SMB config, flat markets'),
    detail: t('[routing.markets]: the bot groups the pools by mint.'),
    group: 'smb',
    fileName: 'smb-markets.toml',
    form: 'smb-markets',
    language: 'toml',
    write: smbMarkets,
  },
  'smb-v10': {
    label: t('SMB config, V10'),
    detail: t('[[transactions]] of the open bot: direct and triangle groups of pools.'),
    group: 'smb',
    fileName: 'smb-v10.toml',
    form: 'smb-v10',
    language: 'toml',
    write: smbV10,
  },
  'smb-finder': {
    label: t('SMB config, built-in finder'),
    detail: t('[routing.circular_api]: the bot queries the service with these filters.'),
    group: 'smb',
    fileName: 'smb-finder.toml',
    form: 'smb-finder',
    language: 'toml',
    write: smbFinder,
  },
  'notarb-markets-json': {
    label: 'NotArb markets.json',
    detail: t('One group of pools per token. The bot ignores it after five minutes.'),
    group: 'notarb',
    fileName: 'markets.json',
    form: 'notarb-json',
    language: 'json',
    write: notArbMarketsJson,
  },
  'notarb-markets-toml': {
    label: 'NotArb markets.toml',
    detail: t('Same groups, with comments. No expiry.'),
    group: 'notarb',
    fileName: 'markets.toml',
    form: 'notarb-toml',
    language: 'toml',
    write: notArbMarketsToml,
  },
  'notarb-lookup-tables': {
    label: 'NotArb lookup-tables.txt',
    detail: t('Lookup tables of the pools, highest gross gains first.'),
    group: 'notarb',
    fileName: 'lookup-tables.txt',
    form: 'lookup-tables',
    language: 'plaintext',
    write: notArbLookupTables,
  },
  'notarb-lookup-tables-plain': {
    label: t('NotArb lookup-tables.txt without comments'),
    detail: t('Same tables, addresses only.'),
    group: 'notarb',
    fileName: 'lookup-tables.txt',
    form: 'lookup-tables',
    language: 'plaintext',
    write: notArbPlainLookupTables,
  },
  'notarb-attributes': {
    label: t('NotArb dynamic attributes'),
    detail: t(
      'Priority fees and tips at your percentiles, under the keys of the bot’s strategies.',
    ),
    group: 'notarb',
    fileName: 'dynamic-attributes.json',
    form: null,
    language: 'json',
    write: notArbAttributes,
  },
  csv: {
    label: 'CSV',
    detail: t('One row per pool with every figure, for spreadsheets.'),
    group: 'tables',
    fileName: 'finder.csv',
    form: null,
    language: 'csv',
    write: csvTable,
  },
  json: {
    label: 'JSON',
    detail: t('The whole response, with time and source.'),
    group: 'tables',
    fileName: 'finder.json',
    form: null,
    language: 'json',
    write: jsonResult,
  },
  markdown: {
    label: t('Markdown table'),
    detail: t('A table of pools, for notes and issues.'),
    group: 'tables',
    fileName: 'finder.md',
    form: null,
    language: 'markdown',
    write: markdownTable,
  },
} as const satisfies Readonly<Record<string, FinderExportFormat>>;

export type FormatId = keyof typeof formats;
export const formatIds = Object.keys(formats) as FormatId[];

export const isFormatId = (value: unknown): value is FormatId =>
  typeof value === 'string' && Object.hasOwn(formats, value);
