import { isAddress } from '../../../interface/base58Length.ts';
import { csvCell, markdownText, visibleText } from '../../../interface/displayText.ts';
import { count, usd } from '../../../interface/figures.ts';
import { answerJson } from '../../transaction/answerJson.ts';
import { simulatedSource } from '../../views/finderAnswer.ts';
import type { ExportInput } from '../exportPlan.ts';
import { type ExportedPool, exportTree } from '../exportTree.ts';
import { answeredAt, filterWords, sampleWords, sourceName, stamp, verdictName } from '../stamp.ts';

type Column = readonly [name: string, cell: (pool: ExportedPool) => string | number];

/** Every figure of the tree has its unit in its column's name. */
const csvColumns: readonly Column[] = [
  ['token', ({ token }) => token.mint],
  ['symbol', ({ symbol }) => (symbol === null ? '' : visibleText(symbol))],
  ['token_gross_usd', ({ token }) => token.revenues],
  ['token_net_usd', ({ token }) => token.profits],
  ['token_transactions', ({ token }) => token.transactions],
  ['token_volume_usd', ({ token }) => token.volume],
  ['token_market_cap_usd', ({ token }) => token.marketCap],
  ['token_liquidity_usd', ({ token }) => token.liquidity],
  ['amm', ({ program }) => program],
  ['amm_name', ({ ammName }) => visibleText(ammName)],
  ['pool', ({ pool }) => pool.address],
  ['pool_gross_usd', ({ pool }) => pool.revenues],
  ['pool_net_usd', ({ pool }) => pool.profits],
  ['pool_transactions', ({ pool }) => pool.transactions],
  ['lookup_table', ({ pool }) => (isAddress(pool.lookupTable) ? pool.lookupTable : '')],
];

const longestLine = 1_500;

/** A row for each pool. CSV has no comments, so the stamp stands in the last columns. */
export function csvTable({ answer }: ExportInput): string {
  const stamped = [
    ['answered_at', answeredAt(answer)],
    ['source', sourceName(answer)],
    ['verdict', verdictName(answer)],
    ['sample', sampleWords(answer)],
    ['filters', filterWords(answer)],
  ] as const;
  const tail = stamped.map(([, value]) => csvCell(value));
  const heads = [...csvColumns.map(([name]) => name), ...stamped.map(([name]) => name)];
  const rows = exportTree(answer).pools.map((pool) => [
    ...csvColumns.map(([, cell]) => {
      const value = cell(pool);
      return typeof value === 'number' ? String(value) : csvCell(value);
    }),
    ...tail,
  ]);
  return [heads, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The service's answer, whole, with a member that tells where it comes from. */
export function jsonResult({ answer }: ExportInput): string {
  const arbscope = {
    answeredAt: answeredAt(answer),
    source: answer.source,
    isSimulated: answer.source === simulatedSource,
    request: answer.request,
  };
  // First in the text, whatever members the service adds.
  const text = answerJson(Object.assign({ arbscope }, answer.result, { arbscope }));
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, jsonEscape);
}

/** What is invisible or turns the text around it can stand in strings alone. */
const jsonEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

export function markdownTable({ answer }: ExportInput): string {
  const { pools, unreadable } = exportTree(answer);
  const rows = pools.map(({ token, symbol, ammName, pool }) =>
    [
      symbol === null
        ? code(token.mint)
        : `${markdownText(visibleText(symbol))} ${code(token.mint)}`,
      markdownText(visibleText(ammName)),
      code(pool.address),
      usd(pool.revenues),
      usd(pool.profits),
      count(pool.transactions),
      isAddress(pool.lookupTable) ? code(pool.lookupTable) : '',
    ].join(' | '),
  );
  return [
    '# Finder result',
    '',
    '```text',
    // No line of it begins with what a service or a user wrote, so none ends the block.
    ...stamp(answer).map((line) => visibleText(line, longestLine)),
    ...(unreadable === 0 ? [] : [`Left out: ${count(unreadable)} without a readable address`]),
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

/** An address, which holds nothing that ends a code span or a cell. */
const code = (address: string): string => `\`${address}\``;
