import { notArbPrograms } from '../../../../botConfig/botPrograms.ts';
import { botFileHeader, botPlan, type ExportInput } from './botPlan.ts';
import { type ExportedPool, groupByToken, poolAddresses } from './exportedPools.ts';
import { formatTokenFigures } from './provenance.ts';
import { rankLookupTables } from './rankLookupTables.ts';
import { tomlComment, tomlList } from './toml.ts';

/** `markets.json`, with the response's time; the bot ignores files over 5 minutes old. */
export function notArbMarketsJson(input: ExportInput): string {
  const { pools } = botPlan(input, notArbPrograms);
  const groups = [...groupByToken(pools).values()].map(poolAddresses);
  const lines = groups.length === 0 ? ['[]'] : groups.map((group) => JSON.stringify(group));
  const { answeredAtMilliseconds } = input.answer;
  return (
    `{\n  "groups": [\n    ${lines.join(',\n    ')}\n  ],\n` +
    `  "update_timestamp": ${Math.floor(answeredAtMilliseconds)}\n}\n`
  );
}

/** `markets.toml`: the same groups with comments, without expiry. */
export function notArbMarketsToml(input: ExportInput): string {
  const { answer } = input;
  const plan = botPlan(input, notArbPrograms);
  const head = botFileHeader('NotArb markets', answer, plan, 0);
  if (plan.noTradeReason !== null) return `${head}\n[[group]]\nmarkets = []\n`;
  const groups = [...groupByToken(plan.pools).values()].map((pools, index) => {
    const [first] = pools as [ExportedPool];
    const comment = tomlComment([`${index + 1}. ${formatTokenFigures(first, answer)}`]);
    return `\n${comment}[[group]]\nmarkets = ${tomlList(poolAddresses(pools))}\n`;
  });
  return head + groups.join('');
}

/** `lookup-tables.txt`: one address per line, best first. */
export function notArbLookupTables(input: ExportInput): string {
  const plan = botPlan(input, notArbPrograms);
  const { selected, omittedCount } = rankLookupTables(plan.pools, input.options.tablesPerFile);
  const head = botFileHeader('NotArb lookup tables', input.answer, plan, omittedCount);
  return head + selected.map((table) => `${table}\n`).join('');
}

/** The same file without comments, for readers that do not support them. */
export const notArbPlainLookupTables = (input: ExportInput): string =>
  notArbLookupTables(input).replace(/^#.*\n/gm, '');
