/** What bots and other readers make of an exported file, by parsers that are not this project's. */
import assert from 'node:assert/strict';
import { parse } from 'smol-toml';

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

/** The parser's tables have no prototype, which an equality of Node minds. */
const readToml = (text: string): unknown => JSON.parse(JSON.stringify(parse(text)));

export const readSmb = (text: string): SmbConfig => readToml(text) as SmbConfig;

export const readNotArbToml = (text: string): (readonly string[])[] => {
  const { group, ...others } = readToml(text) as {
    group?: readonly { readonly markets: readonly string[] }[];
  };
  assert.deepEqual(others, {});
  return (group ?? []).map(({ markets, ...rest }) => {
    assert.deepEqual(rest, {});
    return markets;
  });
};

export const readNotArbJson = (
  text: string,
): { readonly groups: readonly (readonly string[])[]; readonly update_timestamp: number } =>
  JSON.parse(text);

export const readLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Records of RFC 4180. */
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

/** Cells of the rows of a Markdown table, with the escapes taken off. */
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
