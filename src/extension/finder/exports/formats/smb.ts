import { smbMarketPrograms, smbPoolLists } from '../../../../botConfig/botPrograms.ts';
import { botFileHeader, botPlan, type ExportInput } from './botPlan.ts';
import { type ExportedPool, groupByToken, poolAddresses } from './exportedPools.ts';
import { formatTokenFigures } from './provenance.ts';
import { rankLookupTables } from './rankLookupTables.ts';
import { tomlComment, tomlList, tomlString } from './toml.ts';

/** The bot's own marker for no trade. */
const noTradeMint = '11111111111111111111111111111111';
const noTradeDelayMilliseconds = 1_000_000_000;
/** A hint only: a second table is a TOML error, and the bot rejects an incomplete one. */
const noTradeHint = tomlComment([
  'To stop sending altogether, set enabled = false in your own [spam] and [jito].',
]);

/** Form A of the SMB bot's config: one entry per mint, with its pools by AMM. */
export function smbMints(input: ExportInput): string {
  const plan = botPlan(input, smbPoolLists);
  const { answer, options } = input;
  let omittedTables = 0;
  const entries = [...groupByToken(plan.pools).values()].map((pools, index) => {
    const tables = rankLookupTables(pools, options.tablesPerToken);
    omittedTables += tables.omittedCount;
    const [first] = pools as [ExportedPool];
    return [
      '',
      `${tomlComment([`${index + 1}. ${formatTokenFigures(first, answer)}`])}[[routing.mint_config_list]]`,
      `mint = ${tomlString(first.token.mint)}`,
      ...groupByPoolList(pools).map(([list, addresses]) => `${list} = ${tomlList(addresses)}`),
      `lookup_table_accounts = ${tomlList(tables.selected)}`,
      `process_delay = ${options.processDelayMilliseconds}`,
      '',
    ].join('\n');
  });
  const head = botFileHeader('SMB config, one entry per mint', answer, plan, omittedTables);
  return plan.noTradeReason === null ? head + entries.join('') : head + noTradeHint + noTradeEntry;
}

const noTradeEntry = [
  '',
  '[[routing.mint_config_list]]',
  `mint = ${tomlString(noTradeMint)}`,
  ...[...smbPoolLists.values()].map((list) => `${list} = []`),
  'lookup_table_accounts = []',
  `process_delay = ${noTradeDelayMilliseconds}`,
  '',
].join('\n');

/** Form B of the SMB bot's config: only pools, which the bot groups by mint. */
export function smbMarkets(input: ExportInput): string {
  const plan = botPlan(input, smbMarketPrograms);
  const { processDelayMilliseconds, tablesPerFile } = input.options;
  const tables = rankLookupTables(plan.pools, tablesPerFile);
  const isTrade = plan.noTradeReason === null;
  return [
    botFileHeader('SMB config, flat markets', input.answer, plan, tables.omittedCount) +
      (isTrade ? '' : noTradeHint),
    '[routing.markets]',
    `markets = ${tomlList(poolAddresses(plan.pools))}`,
    `lookup_table_accounts = ${tomlList(tables.selected)}`,
    `process_delay = ${isTrade ? processDelayMilliseconds : noTradeDelayMilliseconds}`,
    '',
  ].join('\n');
}

/** Pools by the bot's list for their program, lists in the bot's order. */
function groupByPoolList(pools: readonly ExportedPool[]): [list: string, addresses: string[]][] {
  return [...smbPoolLists].flatMap(([program, list]): [string, string[]][] => {
    const addresses = poolAddresses(pools.filter((pool) => pool.program === program));
    return addresses.length === 0 ? [] : [[list, addresses]];
  });
}
