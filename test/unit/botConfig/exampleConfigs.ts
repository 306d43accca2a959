/** Example files of the bots, and what independent parsers read in them. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { BotConfig, ConfigAddress, ConfigForm } from '../../../src/botConfig/model.ts';
import { isAddress } from '../extension/finder/exports/configChecks.ts';

export interface Example {
  readonly name: string;
  readonly form: ConfigForm;
  readonly text: string;
}

export const example = (name: string): string =>
  readFileSync(new URL(`../../fixtures/bot-configs/${name}`, import.meta.url), 'utf8');

const forms: Readonly<Record<string, ConfigForm>> = {
  'smb-mints.toml': 'smb-mints',
  'smb-inline.toml': 'smb-mints',
  'smb-no-trade.toml': 'smb-mints',
  'smb-markets.toml': 'smb-markets',
  'smb-finder.toml': 'smb-finder',
  'smb-v10.toml': 'smb-v10',
  'notarb-markets.json': 'notarb-json',
  'notarb-groups.json': 'notarb-json',
  'notarb-no-trade.json': 'notarb-json',
  'notarb-markets.toml': 'notarb-toml',
  'notarb-bot.toml': 'notarb-bot',
  'lookup-tables.txt': 'lookup-tables',
  'lookup-tables.json': 'lookup-tables',
};

export const examples: readonly Example[] = Object.entries(forms).map(([name, form]) => ({
  ...{ name, form },
  text: example(name),
}));

/** The same file as saved by other editors and systems. */
export const savings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'with a byte order mark and CRLF': (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
};

export const addressesOf = ({ entries }: BotConfig): readonly ConfigAddress[] =>
  entries
    .flatMap(({ mint, lists, lookupTables }) => [
      ...(mint === null ? [] : [mint]),
      ...lists.flatMap(({ pools }) => pools),
      ...lookupTables,
    ])
    .sort((one, other) => one.range.start - other.range.start);

export function readAddresses({ name, text, form }: Example): readonly string[] {
  if (form === 'smb-finder' || form === 'notarb-bot') return [];
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && looksLikeAddress(value)) found.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  if (name.endsWith('.txt')) {
    collect(text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim()));
  } else collect(name.endsWith('.json') ? JSON.parse(text) : withoutFee(parse(text)));
  return found;
}

/** The fee collector is neither a pool nor a table. */
const withoutFee = (file: unknown): unknown =>
  JSON.parse(JSON.stringify(file, (key, value) => (key === 'additional_fee' ? null : value)));

function looksLikeAddress(text: string): boolean {
  try {
    isAddress(text, text);
    return true;
  } catch {
    return false;
  }
}
