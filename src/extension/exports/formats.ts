import type { ExportInput } from './exportPlan.ts';
import { notArbLookupTables, notArbMarketsJson, notArbMarketsToml } from './formats/notArb.ts';
import { smbMarkets, smbMints } from './formats/smb.ts';
import { smbFinder } from './formats/smbFinder.ts';
import { csvTable, jsonResult, markdownTable } from './formats/tables.ts';

export interface Format {
  readonly label: string;
  /** What it is for, in a sentence. */
  readonly detail: string;
  readonly group: 'SolanaMevBot (SMB)' | 'NotArb' | 'Tables';
  readonly fileName: string;
  /** Of the editor. */
  readonly language: 'toml' | 'json' | 'plaintext' | 'csv' | 'markdown';
  readonly write: (input: ExportInput) => string;
}

/** Everything that a result of the Finder is written as. */
export const formats = {
  'smb-mints': {
    label: 'SMB config, an entry for each mint',
    detail: 'Form A: [[routing.mint_config_list]] with the pools by AMM and their lookup tables.',
    group: 'SolanaMevBot (SMB)',
    fileName: 'smb-mints.toml',
    language: 'toml',
    write: smbMints,
  },
  'smb-markets': {
    label: 'SMB config, flat markets',
    detail: 'Form B: [routing.markets], which the bot groups by mint itself.',
    group: 'SolanaMevBot (SMB)',
    fileName: 'smb-markets.toml',
    language: 'toml',
    write: smbMarkets,
  },
  'smb-finder': {
    label: 'SMB config, the bot’s own finder',
    detail: '[routing.circular_api] with the filters of this Finder; the bot asks for itself.',
    group: 'SolanaMevBot (SMB)',
    fileName: 'smb-finder.toml',
    language: 'toml',
    write: smbFinder,
  },
  'notarb-markets-json': {
    label: 'NotArb markets.json',
    detail: 'A group of pools for each token. The bot ignores it five minutes after the answer.',
    group: 'NotArb',
    fileName: 'markets.json',
    language: 'json',
    write: notArbMarketsJson,
  },
  'notarb-markets-toml': {
    label: 'NotArb markets.toml',
    detail: 'The same groups with comments. It does not age.',
    group: 'NotArb',
    fileName: 'markets.toml',
    language: 'toml',
    write: notArbMarketsToml,
  },
  'notarb-lookup-tables': {
    label: 'NotArb lookup-tables.txt',
    detail: 'The lookup tables of the pools, those whose pools gained most first.',
    group: 'NotArb',
    fileName: 'lookup-tables.txt',
    language: 'plaintext',
    write: notArbLookupTables,
  },
  csv: {
    label: 'CSV',
    detail: 'A row for each pool with every figure, for spreadsheets.',
    group: 'Tables',
    fileName: 'finder.csv',
    language: 'csv',
    write: csvTable,
  },
  json: {
    label: 'JSON',
    detail: 'The whole answer, with its time and source.',
    group: 'Tables',
    fileName: 'finder.json',
    language: 'json',
    write: jsonResult,
  },
  markdown: {
    label: 'Markdown table',
    detail: 'A table of the pools, for notes and issues.',
    group: 'Tables',
    fileName: 'finder.md',
    language: 'markdown',
    write: markdownTable,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatId = keyof typeof formats;
export const formatIds = Object.keys(formats) as FormatId[];

export const isFormatId = (value: unknown): value is FormatId =>
  typeof value === 'string' && Object.hasOwn(formats, value);
