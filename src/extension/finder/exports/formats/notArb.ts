import { notArbPrograms } from '../../../../botConfig/botPrograms.ts';
import { type TokenPools, withoutUselessPools } from '../../../../botConfig/groupRules.ts';
import {
  type BotPlan,
  botFileHeader,
  botPlan,
  type ExportInput,
  formatPoolCount,
} from './botPlan.ts';
import { type ExportedPool, groupByToken, poolAddresses } from './exportedPools.ts';
import { formatTokenFigures } from './provenance.ts';
import { rankLookupTables } from './rankLookupTables.ts';
import { tomlComment, tomlList } from './toml.ts';

interface NotArbPlan extends BotPlan {
  /** Of the file, by token. */
  readonly groups: readonly TokenPools[];
}

/**
 * A group of the bot's has no pool without a route in it, and a pool is in one group only. The pairs
 * are loaded before: see `writeVerified`.
 */
export function notArbPlan(input: ExportInput): NotArbPlan {
  const plan = botPlan(input, notArbPrograms);
  const groups = [...groupByToken(plan.pools)].map(([mint, pools]) => ({
    mint,
    pools: poolAddresses(pools),
  }));
  const known = new Map(
    plan.pools.flatMap(({ program, pool: { address, lookupTable } }) => {
      const pair = input.answer.pairs?.get(address);
      const mints = pair === undefined ? [] : [pair.mintA, pair.mintB];
      return pair === undefined ? [] : [[address, { program, mints, lookupTable }] as const];
    }),
  );
  const useful = withoutUselessPools(groups, known);
  const written = new Set(useful.flatMap(({ pools }) => pools));
  const pools = plan.pools.filter(({ pool }) => written.has(pool.address));
  const unused = poolAddresses(plan.pools).length - written.size;
  const omissions =
    unused === 0 ? [] : [`${formatPoolCount(unused)} without a route in the group of their token.`];
  return { ...plan, pools, groups: useful, omissions: [...plan.omissions, ...omissions] };
}

/** `markets.json`, with the response's time; the bot ignores files over 5 minutes old. */
export function notArbMarketsJson(input: ExportInput): string {
  const { groups } = notArbPlan(input);
  const lines = groups.length === 0 ? ['[]'] : groups.map(({ pools }) => JSON.stringify(pools));
  const { answeredAtMilliseconds } = input.answer;
  return (
    `{\n  "groups": [\n    ${lines.join(',\n    ')}\n  ],\n` +
    `  "update_timestamp": ${Math.floor(answeredAtMilliseconds)}\n}\n`
  );
}

/** `markets.toml`: the same groups with comments, without expiry. */
export function notArbMarketsToml(input: ExportInput): string {
  const { answer } = input;
  const plan = notArbPlan(input);
  const head = botFileHeader('NotArb markets', answer, plan, 0);
  if (plan.noTradeReason !== null) return `${head}\n[[group]]\nmarkets = []\n`;
  const byToken = groupByToken(plan.pools);
  const groups = plan.groups.map(({ mint, pools }, index) => {
    const [first] = byToken.get(mint) as [ExportedPool];
    const comment = tomlComment([`${index + 1}. ${formatTokenFigures(first, answer)}`]);
    return `\n${comment}[[group]]\nmarkets = ${tomlList(pools)}\n`;
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
