/**
 * Reads exported files as bots and other readers do, with third-party parsers. The project's own
 * config reader must return the same.
 */
import assert from 'node:assert/strict';
import type { ConfigForm } from '../../../../../src/botConfig/model.ts';
import { parseConfig } from '../../../../../src/botConfig/parseConfig.ts';
import { verifyExport } from '../../../../../src/botConfig/verifyExport.ts';
import {
  type Check,
  isAddress,
  isBoolean,
  isList,
  isTable,
  isText,
  isUnsigned,
  readToml,
  refusing,
  type Table,
} from './configChecks.ts';

export interface MintEntry {
  readonly mint: string;
  readonly process_delay: number;
  readonly lookup_table_accounts: readonly string[];
  readonly [poolList: string]: unknown;
}

export interface SmbConfig {
  readonly bot?: { readonly skip_ata_creation?: boolean };
  readonly routing: {
    readonly mint_config_list?: readonly MintEntry[];
    readonly markets?: {
      readonly markets: readonly string[];
      readonly lookup_table_accounts: readonly string[];
      readonly process_delay: number;
    };
    readonly circular_api?: Readonly<Record<string, unknown>>;
  };
  readonly spam?: unknown;
  readonly jito?: unknown;
}

/** Checks that the project's config reader, used for edits and coverage, agrees with the bot's. */
export function assertReadAlike(
  text: string,
  form: ConfigForm,
  pools: readonly string[],
  lookupTables: readonly string[],
): void {
  assert.equal(verifyExport(text, { form, pools, lookupTables }), null);
  // A plain list is recognized by its content, so an empty one is not.
  if (form === 'lookup-tables' && lookupTables.length === 0) return;
  const { config, problems } = parseConfig(text);
  assert.equal(config?.form, form);
  assert.deepEqual(problems, []);
}

/** The user's tables for forms A and B, without the senders. */
export const smbUserTables =
  '[bot]\ncompute_unit_limit = 600000\n\n[rpc]\nurl = "http://a"\n\n' +
  '[wallet]\nprivate_key = "$KEY"\n\n[routing]\n';
export const smbSenders =
  '\n[spam]\nenabled = true\nsending_rpc_urls = ["http://a"]\ncompute_unit_price = 1000\n' +
  '\n[jito]\nenabled = true\n';

/** SMB's open reference bot before V10: ignores unknown keys, but requires its own tables. */
const isOlderSmbConfig: Check = isTable(
  {
    bot: isTable({ compute_unit_limit: isUnsigned }, {}, 'ignored'),
    rpc: isTable({ url: isText }, {}, 'ignored'),
    wallet: isTable({ private_key: isText }, {}, 'ignored'),
    routing: isTable(
      {},
      {
        mint_config_list: isList((value, where) => {
          const lists = Object.keys(value as Table).filter((key) => key.endsWith('_list'));
          const optional = ['lookup_table_accounts', ...lists].map(
            (key) => [key, isList(isAddress)] as const,
          );
          const required = { mint: isAddress, process_delay: isUnsigned };
          isTable(required, Object.fromEntries(optional), 'ignored')(value, where);
        }),
        markets: isTable(
          { markets: isList(isAddress), process_delay: isUnsigned },
          { lookup_table_accounts: isList(isAddress) },
          'ignored',
        ),
      },
      'ignored',
    ),
  },
  {
    spam: isTable(
      { enabled: isBoolean, sending_rpc_urls: isList(isText), compute_unit_price: isUnsigned },
      { max_retries: isUnsigned },
      'ignored',
    ),
    flashloan: isTable({ enabled: isBoolean }, {}, 'ignored'),
  },
  'ignored',
);

export function readWholeSmb(text: string): SmbConfig {
  const config = readToml(text);
  isOlderSmbConfig(config, 'config');
  assertSmbReadAlike(text, config as SmbConfig);
  return config as SmbConfig;
}

function assertSmbReadAlike(text: string, { routing }: SmbConfig): void {
  const { mint_config_list: entries = [], markets, circular_api: finder } = routing;
  const form =
    entries.length > 0 ? 'smb-mints' : markets !== undefined ? 'smb-markets' : 'smb-finder';
  if (form === 'smb-finder' && finder === undefined) return;
  const pools = entries.flatMap((entry) =>
    Object.entries(entry).flatMap(([key, list]) =>
      key.endsWith('_list') ? (list as readonly string[]) : [],
    ),
  );
  assertReadAlike(
    text,
    form,
    [...pools, ...(markets?.markets ?? [])],
    [
      ...entries.flatMap(({ lookup_table_accounts: tables }) => tables),
      ...(markets?.lookup_table_accounts ?? []),
    ],
  );
}

/** Reads an exported part of a config, checked together with the user's tables. */
export function readSmb(text: string): SmbConfig {
  const config = readToml(text) as SmbConfig;
  // The user merges the finder section by hand, since it contains one of the user's tables.
  if (config.bot === undefined) readWholeSmb(smbUserTables + smbSenders + text);
  assertSmbReadAlike(text, config);
  return config;
}

export const readNotArbToml = (text: string): (readonly string[])[] => {
  const { group, ...others } = readToml(text) as {
    group?: readonly { readonly markets: readonly string[] }[];
  };
  assert.deepEqual(others, {});
  const groups = (group ?? []).map(({ markets, ...rest }) => {
    assert.deepEqual(rest, {});
    isList(isAddress)(markets, 'markets');
    return markets;
  });
  assertReadAlike(text, 'notarb-toml', groups.flat(), []);
  return groups;
};

export interface NotArbMarkets {
  readonly groups: readonly (readonly string[])[];
  readonly update_timestamp: number;
}

export function readNotArbJson(text: string): NotArbMarkets {
  const file: unknown = JSON.parse(text);
  refusing({ groups: isList(isList(isAddress)), update_timestamp: isUnsigned })(file, 'file');
  assertReadAlike(text, 'notarb-json', (file as NotArbMarkets).groups.flat(), []);
  return file as NotArbMarkets;
}

/** With `#` comments. */
export function readLines(text: string): readonly string[] {
  const lines = readPlainLines(text.replace(/^#.*\n/gm, ''));
  assertReadAlike(text, 'lookup-tables', [], lines);
  return lines;
}

/** Addresses by line, for a reader that supports neither comments nor empty lines. */
export function readPlainLines(text: string): readonly string[] {
  if (text === '') return [];
  assert.ok(text.endsWith('\n'));
  const lines = text.slice(0, -1).split('\n');
  isList(isAddress)(lines, 'lines');
  return lines;
}

/** RFC 4180. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const records: string[][] = [];
  const record: string[] = [];
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let at = 0;
  for (let match = fields.exec(text); match !== null; match = fields.exec(text)) {
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = fields.lastIndex;
    if (match[3] === '\r\n') records.push(record.splice(0));
  }
  assert.equal(at, text.length, `not CSV from ${JSON.stringify(text.slice(at, at + 60))}`);
  const [heads = [], ...rows] = records;
  return rows.map((row) => {
    assert.equal(row.length, heads.length);
    return Object.fromEntries(row.map((cell, index) => [heads[index] ?? '', cell]));
  });
}

export const readMarkdownTable = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(/ (?<!\\)\| /)
        .map((cell) => cell.replace(/\\(.)/g, '$1')),
    );
