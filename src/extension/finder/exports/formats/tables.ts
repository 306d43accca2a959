import { isAddress } from '../../../../api/base58.ts';
import { formatCount, formatUsd } from '../../../../api/format.ts';
import { knownSums } from '../../../../api/netGains.ts';
import { escapeMarkdownText, formatCsv, sanitizeText } from '../../../../api/sanitizeText.ts';
import { isSimulated } from '../../../base/connections.ts';
import { responseJson } from '../../../ui/responseJson.ts';
import { type ExportInput, formatPoolCount } from './botPlan.ts';
import { collectExportedPools, type ExportedPool } from './exportedPools.ts';
import {
  formatAnsweredAt,
  formatFilters,
  formatSource,
  formatVerdict,
  provenanceLines,
} from './provenance.ts';

type Column = readonly [name: string, cell: (pool: ExportedPool) => string | number];

/** Columns; the name of each figure contains its unit. */
const csvColumns: readonly Column[] = [
  ['token', ({ token }) => token.mint],
  ['symbol', ({ symbol }) => (symbol === null ? '' : sanitizeText(symbol))],
  ['token_gross_usd', ({ token }) => knownSums(token).revenues ?? ''],
  ['token_net_usd', ({ token }) => knownSums(token).profits ?? ''],
  ['token_transactions', ({ token }) => token.transactions],
  ['token_volume_usd', ({ token }) => token.volume],
  ['token_market_cap_usd', ({ token }) => token.marketCap],
  ['token_liquidity_usd', ({ token }) => token.liquidity],
  ['amm', ({ program }) => program],
  ['amm_name', ({ ammName }) => sanitizeText(ammName)],
  ['pool', ({ pool }) => pool.address],
  ['pool_gross_usd', ({ pool }) => knownSums(pool).revenues ?? ''],
  ['pool_net_usd', ({ pool }) => knownSums(pool).profits ?? ''],
  ['pool_transactions', ({ pool }) => pool.transactions],
  ['lookup_table', ({ pool }) => (isAddress(pool.lookupTable) ? pool.lookupTable : '')],
];

const maxLineLength = 1_500;

/** One row per pool. CSV has no comments, so time, source and filters are the last columns. */
export function csvTable({ answer }: ExportInput): string {
  const stamped = [
    ['answered_at', formatAnsweredAt(answer)],
    ['source', formatSource(answer)],
    ['verdict', formatVerdict(answer)],
    ['filters', formatFilters(answer)],
  ] as const;
  const heads = [...csvColumns.map(([name]) => name), ...stamped.map(([name]) => name)];
  const rows = collectExportedPools(answer).pools.map((pool) => [
    ...csvColumns.map(([, cell]) => cell(pool)),
    ...stamped.map(([, value]) => value),
  ]);
  return formatCsv([heads, ...rows]);
}

/** The whole response of the service, plus a member with its time and source. */
export function jsonResult({ answer }: ExportInput): string {
  const arbscope = {
    answeredAt: formatAnsweredAt(answer),
    source: answer.source.name,
    isSimulated: isSimulated(answer.source),
    request: answer.request,
  };
  // First in the text, even if the service has a member of this name.
  const text = responseJson(Object.assign({ arbscope }, answer.result, { arbscope }));
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, jsonEscape);
}

/** Only strings can contain invisible and bidirectional characters. */
const jsonEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

export function markdownTable({ answer }: ExportInput): string {
  const { pools, unreadable } = collectExportedPools(answer);
  const rows = pools.map(({ token, symbol, ammName, pool }) =>
    [
      symbol === null
        ? code(token.mint)
        : `${escapeMarkdownText(sanitizeText(symbol))} ${code(token.mint)}`,
      escapeMarkdownText(sanitizeText(ammName)),
      code(pool.address),
      formatUsd(knownSums(pool).revenues),
      formatUsd(knownSums(pool).profits),
      formatCount(pool.transactions),
      isAddress(pool.lookupTable) ? code(pool.lookupTable) : '',
    ].join(' | '),
  );
  return [
    '# Finder result',
    '',
    '```text',
    // No line starts with text from a service or user, so none can end the block.
    ...provenanceLines(answer).map((line) => sanitizeText(line, maxLineLength)),
    ...(unreadable === 0
      ? []
      : [`Left out: ${formatPoolCount(unreadable)} with invalid addresses.`]),
    '```',
    '',
    ...(rows.length === 0
      ? ['No token passed the filters.']
      : [
          '| Token | AMM | Pool | Gross gains | Net gains | Transactions | Lookup table |',
          '|:--|:--|:--|--:|--:|--:|:--|',
          ...rows.map((row) => `| ${row} |`),
        ]),
    '',
  ].join('\n');
}

/** Formats an address; no character of it can end a code span or a cell. */
const code = (address: string): string => `\`${address}\``;
