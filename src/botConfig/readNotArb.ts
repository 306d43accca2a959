import { isAddress } from '../api/base58.ts';
import { addressesOf, entryOf, poolListOf, restOfLine } from './configEntries.ts';
import {
  type ArrayNode,
  type ConfigNode,
  memberOf,
  type TableNode,
  tablesOf,
} from './configNode.ts';
import type { ConfigEntry } from './model.ts';
import { notArbBotTask } from './notArbBotKeys.ts';
import { placeOf, type ReadConfig } from './readSmb.ts';

/** `[[group]]` tables; null: not that form. */
export function readNotArbToml(root: TableNode, text: string): ReadConfig | null {
  const groups = tablesOf(memberOf(root, 'group'));
  if (!groups.some((group) => memberOf(group, 'markets')?.kind === 'array')) return null;
  const entries = groups.map((group) => {
    const markets = group.members.get('markets');
    const lists =
      markets?.value.kind === 'array'
        ? [poolListOf(markets.value, 'markets', markets.keyRange)]
        : [];
    return entryOf({ ...placeOf(group, text), lists });
  });
  return { form: 'notarb-toml', entries: markNoTrade(entries), baseMints: [] };
}

/** Tables of NotArb's other programs, which have strategies too. */
const otherPrograms = ['jupiter', 'bot_misc'];
/** Tables that only the on-chain bot has. */
const botTables = [
  ...['market_loader', 'lookup_table_loader', 'dynamic_attributes'],
  ...['markets_file', 'markets_url', 'lookup_tables_file', 'lookup_tables_url'],
];
/** Keys of a strategy that only the on-chain bot has. */
const botKeys = [
  ...['meteora_bin_limit', 'require_profit', 'flash_loan', 'max_lookup_tables'],
  ...['min_jito_tip_lamports', 'max_jito_tip_lamports'],
  ...['min_spam_tip_lamports', 'max_spam_tip_lamports'],
];

/** The bot's own config, whole or only its swaps with their strategies; null: not that form. */
export function readNotArbBot(root: TableNode): ReadConfig | null {
  const task = memberOf(root, 'launcher', 'task');
  const isNamed = task?.kind === 'text' && task.text === notArbBotTask;
  if (!isNamed && (task !== undefined || !hasBotStrategies(root))) return null;
  return { form: 'notarb-bot', entries: [], baseMints: [] };
}

function hasBotStrategies(root: TableNode): boolean {
  if (otherPrograms.some((name) => root.members.has(name))) return false;
  const strategies = tablesOf(memberOf(root, 'swap')).flatMap((swap) => [
    ...tablesOf(memberOf(swap, 'strategy')),
    ...[memberOf(swap, 'strategy_defaults')].filter((each) => each?.kind === 'table'),
  ]);
  return (
    strategies.length > 0 &&
    (botTables.some((name) => root.members.has(name)) ||
      strategies.some(({ members }) => botKeys.some((name) => members.has(name))))
  );
}

/**
 * Lists of lists, or an object with `groups` and a time; null: not that form, unless `isForced`.
 */
export function readNotArbJson(
  root: ConfigNode,
  text: string,
  isForced: boolean,
): ReadConfig | null {
  const groups = root.kind === 'table' ? memberOf(root, 'groups') : root;
  if (groups?.kind !== 'array') return null;
  const lists = groups.elements.filter((each) => each.kind === 'array');
  const isStamped = memberOf(root, 'update_timestamp') !== undefined;
  const hasAddress = lists.some((list) => addressesOf(list).length > 0);
  const isOfLists = lists.length === groups.elements.length;
  if (!isForced && !(isOfLists && (hasAddress || isStamped))) return null;
  const entries = lists.map((list) =>
    entryOf({
      headRange: restOfLine(text, list.range.start, list.range.end),
      ...{ range: list.range, lists: [poolListOf(list, '', null)] },
    }),
  );
  return { form: 'notarb-json', entries: markNoTrade(entries), baseMints: [] };
}

function markNoTrade(entries: readonly ConfigEntry[]): readonly ConfigEntry[] {
  const isNoTrade = entries.every(({ lists }) => lists.every(({ pools }) => pools.length === 0));
  return isNoTrade ? entries.map((entry) => ({ ...entry, isNoTrade })) : entries;
}

/** Null if the file has no time. */
export function updateTimeOf(root: ConfigNode): number | null {
  const time = memberOf(root, 'update_timestamp');
  return time?.kind === 'integer' && Number(time.value) >= 0 ? Number(time.value) : null;
}

export const isAddressArray = (root: ConfigNode): root is ArrayNode =>
  root.kind === 'array' &&
  root.elements.length > 0 &&
  root.elements.every((each) => each.kind === 'text' && isAddress(each.text));
