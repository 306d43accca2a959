import { smbPoolLists } from '../botPrograms.ts';
import { botPlan, type ExportInput } from '../exportPlan.ts';
import { byToken, type ExportedPool, poolAddresses } from '../exportTree.ts';
import { rankTables } from '../lookupTables.ts';
import { tokenWords } from '../stamp.ts';
import { comment, tomlList, tomlText } from '../toml.ts';
import { botHead } from './botHead.ts';

/** The bot's own way of saying that there is nothing to trade. */
const noTradeMint = '11111111111111111111111111111111';
const noTradeDelayMilliseconds = 1_000_000_000;
const sendNothing = '\n[spam]\nenabled = false\n\n[jito]\nenabled = false\n';

/** Form A of the SMB bot's config: an entry for each mint, its pools by AMM. */
export function smbMints(input: ExportInput): string {
  const plan = botPlan(input, smbPoolLists);
  const { answer, options } = input;
  let dropped = 0;
  const entries = [...byToken(plan.pools).values()].map((pools, index) => {
    const tables = rankTables(pools, options.tablesPerToken);
    dropped += tables.dropped;
    const [first] = pools as [ExportedPool];
    return [
      '',
      `${comment([`${index + 1}. ${tokenWords(first, answer)}`])}[[routing.mint_config_list]]`,
      `mint = ${tomlText(first.token.mint)}`,
      ...byList(pools).map(([list, addresses]) => `${list} = ${tomlList(addresses)}`),
      `lookup_table_accounts = ${tomlList(tables.kept)}`,
      `process_delay = ${options.processDelayMilliseconds}`,
      '',
    ].join('\n');
  });
  const head = botHead({
    title: 'SMB config, one entry for each mint',
    answer,
    plan,
    droppedTables: dropped,
  });
  return plan.noTradeReason === null ? head + entries.join('') : head + noTradeEntry + sendNothing;
}

const noTradeEntry = [
  '',
  '[[routing.mint_config_list]]',
  `mint = ${tomlText(noTradeMint)}`,
  ...[...smbPoolLists.values()].map((list) => `${list} = []`),
  'lookup_table_accounts = []',
  `process_delay = ${noTradeDelayMilliseconds}`,
  '',
].join('\n');

/** Form B of the SMB bot's config: pools alone, which the bot groups by mint itself. */
export function smbMarkets(input: ExportInput): string {
  const plan = botPlan(input, smbPoolLists);
  const { processDelayMilliseconds, tablesPerFile } = input.options;
  const tables = rankTables(plan.pools, tablesPerFile);
  const isTrade = plan.noTradeReason === null;
  return [
    botHead({
      title: 'SMB config, flat markets',
      answer: input.answer,
      plan,
      droppedTables: tables.dropped,
    }),
    '[routing.markets]',
    `markets = ${tomlList(poolAddresses(plan.pools))}`,
    `lookup_table_accounts = ${tomlList(tables.kept)}`,
    `process_delay = ${isTrade ? processDelayMilliseconds : noTradeDelayMilliseconds}`,
    isTrade ? '' : sendNothing,
  ].join('\n');
}

/** Pools by the list that the bot wants them in, the lists in the bot's own order. */
function byList(pools: readonly ExportedPool[]): [list: string, addresses: string[]][] {
  return [...smbPoolLists].flatMap(([program, list]): [string, string[]][] => {
    const addresses = poolAddresses(pools.filter((pool) => pool.program === program));
    return addresses.length === 0 ? [] : [[list, addresses]];
  });
}
