import { notArbPrograms } from '../botPrograms.ts';
import { botPlan, type ExportInput } from '../exportPlan.ts';
import { byToken, type ExportedPool, poolAddresses } from '../exportTree.ts';
import { rankTables } from '../lookupTables.ts';
import { tokenWords } from '../stamp.ts';
import { comment, tomlList } from '../toml.ts';
import { botHead } from './botHead.ts';

/**
 * `markets.json`: a group of pools for each token. It has no place for a comment; its time is that
 * of the answer, and the bot ignores pools that are older than five minutes.
 */
export function notArbMarketsJson(input: ExportInput): string {
  const { pools } = botPlan(input, notArbPrograms);
  const groups = [...byToken(pools).values()].map(poolAddresses);
  const lines = groups.length === 0 ? ['[]'] : groups.map((group) => JSON.stringify(group));
  const { answeredAtMilliseconds } = input.answer;
  return (
    `{\n  "groups": [\n    ${lines.join(',\n    ')}\n  ],\n` +
    `  "update_timestamp": ${Math.floor(answeredAtMilliseconds)}\n}\n`
  );
}

/** `markets.toml`: the same groups with comments, which do not age. */
export function notArbMarketsToml(input: ExportInput): string {
  const { answer } = input;
  const plan = botPlan(input, notArbPrograms);
  const head = botHead({ title: 'NotArb markets', answer, plan, droppedTables: 0 });
  if (plan.noTradeReason !== null) return `${head}\n[[group]]\nmarkets = []\n`;
  const groups = [...byToken(plan.pools).values()].map((pools, index) => {
    const [first] = pools as [ExportedPool];
    const words = comment([`${index + 1}. ${tokenWords(first, answer)}`]);
    return `\n${words}[[group]]\nmarkets = ${tomlList(poolAddresses(pools))}\n`;
  });
  return head + groups.join('');
}

/** `lookup-tables.txt`: an address on each line, best first. */
export function notArbLookupTables(input: ExportInput): string {
  const plan = botPlan(input, notArbPrograms);
  const { kept, dropped } = rankTables(plan.pools, input.options.tablesPerFile);
  const { answer } = input;
  const head = botHead({ title: 'NotArb lookup tables', answer, plan, droppedTables: dropped });
  return head + kept.map((table) => `${table}\n`).join('');
}
