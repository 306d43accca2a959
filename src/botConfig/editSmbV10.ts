import { usdcMint, wrappedSolMint } from '../solana/baseMints.ts';
import { smbV10Programs, smbV10Settlements } from './botPrograms.ts';
import { poolsOf } from './configEntries.ts';
import type { EditableConfig } from './editableConfig.ts';
import { clusterByToken, newGroupsOf } from './editNotArb.ts';
import { formatList, type ListItem } from './listLayout.ts';
import type { ConfigEntry, ConfigTransaction, KnownPool, TextChange, TextRange } from './model.ts';
import type { PoolAddition } from './poolAddition.ts';
import { insertion, lineEndOf } from './textChanges.ts';
import {
  countV10Accounts,
  countV10Pools,
  maxV10Accounts,
  maxV10Groups,
  maxV10Pools,
  v10Quotes,
} from './v10Limits.ts';

/** Assumed for pools of unknown programs: no program's swap uses more accounts. */
const largestProgram = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB';
/** Their amounts are in units of the settlement token. */
const settlementOptions: readonly string[] = ['minimum_profit', 'trade_size'];

type Pools = ReadonlyMap<string, Pick<KnownPool, 'program' | 'mints'>>;

interface OpenTransaction {
  readonly transaction: ConfigTransaction;
  readonly entries: ConfigEntry[];
  readonly programs: string[];
  groups: number;
  tokens: number;
  isConverted: boolean;
}

/**
 * Adds pools to the given groups, or to those of the same token, while they have room. Other pools,
 * and those meant for one new group, form groups by token, in a transaction of their settlement
 * with room or a new one. A single pool forms no group, since the bot rejects it.
 */
export function addToV10(
  file: EditableConfig,
  additions: readonly PoolAddition[],
  known: Pools,
): TextChange[] {
  const { entries, groups } = file.config;
  const pools = new Map(known);
  for (const { pool, program, mints } of additions) pools.set(pool, { program, mints });
  const open = openTransactions(entries, pools);
  const present = new Set(entries.flatMap(poolsOf));
  const toLists = new Map<TextRange, { entry: ConfigEntry; items: ListItem[] }>();
  const targets = new Map<string, ConfigEntry[]>();
  for (const entry of entries) {
    const target = entry.transaction?.kind === 'direct' ? targetOf(entry, pools) : null;
    if (target !== null) targets.set(target, [...(targets.get(target) ?? []), entry]);
  }
  const together = newTogether(additions.filter(({ pool }) => !present.has(pool)));
  const ungrouped: PoolAddition[] = [];
  const added = new Set<string>();
  for (const addition of additions) {
    const { pool, program, mints, comment, group } = addition;
    if (!smbV10Programs.has(program)) continue;
    const [index = -1] = (group === null ? undefined : groups[group])?.entries ?? [];
    const given = entries[index];
    if (given === undefined && present.has(pool)) continue;
    const token = tokenOf(mints);
    const others = token === null || together.has(addition) ? [] : (targets.get(token) ?? []);
    const candidates = [given, ...others];
    const isThere = candidates.some(
      (entry) => entry !== undefined && (added.has(keyOf(entry, pool)) || hasPool(entry, pool)),
    );
    if (isThere) continue;
    const found = candidates
      .filter((entry) => entry !== undefined)
      .map((entry) => placeIn(entry, addition, pools, open))
      .find((place) => place !== null);
    if (found === undefined) {
      if (!present.has(pool)) ungrouped.push(addition);
      present.add(pool);
      continue;
    }
    const { entry, range } = found;
    added.add(keyOf(entry, pool));
    const list = toLists.get(range) ?? { entry, items: [] };
    list.items.push(file.item(pool, comment));
    toLists.set(range, list);
  }
  const changes = [...toLists].flatMap(([range, { entry, items }]) =>
    file.append(range, entry, items),
  );
  return [...changes, ...addGroups(file, ungrouped, open)];
}

/** The bot requires one token per group. Kept together instead of joining existing groups. */
function newTogether(additions: readonly PoolAddition[]): ReadonlySet<PoolAddition> {
  const numbered = additions.filter(
    ({ group, newGroup, program, mints }) =>
      group === null && newGroup !== null && smbV10Programs.has(program) && tokenOf(mints) !== null,
  );
  const groups = newGroupsOf(numbered).flatMap(clusterByToken);
  return new Set(groups.filter(({ length }) => length > 1).flat());
}

const keyOf = ({ range }: ConfigEntry, pool: string): string => `${range.start} ${pool}`;

const hasPool = ({ lists }: ConfigEntry, pool: string): boolean =>
  lists.some(({ pools }) => pools.some(({ address }) => address === pool));

/** Traded against SOL or USDC; null if there is not exactly one, or unknown. */
function tokenOf(mints: readonly string[]): string | null {
  const tokens = mints.filter((mint) => !v10Quotes.has(mint));
  const [token] = tokens;
  return token !== undefined && tokens.length === 1 && mints.length === 2 ? token : null;
}

const quoteOf = (mints: readonly string[]): string | null =>
  mints.find((mint) => v10Quotes.has(mint)) ?? null;

/** Of the first known pool; null: unknown. */
function targetOf(entry: ConfigEntry, pools: Pools): string | null {
  for (const pool of poolsOf(entry)) {
    const token = tokenOf(pools.get(pool)?.mints ?? []);
    if (token !== null) return token;
  }
  return null;
}

function openTransactions(
  entries: readonly ConfigEntry[],
  pools: Pools,
): ReadonlyMap<number, OpenTransaction> {
  const open = new Map<number, OpenTransaction>();
  for (const entry of entries) {
    const { transaction } = entry;
    if (transaction === undefined) continue;
    const found = open.get(transaction.index) ?? {
      ...{ transaction, entries: [], programs: [], groups: 0, tokens: 0, isConverted: false },
    };
    open.set(transaction.index, found);
    found.entries.push(entry);
    found.groups++;
    found.tokens += transaction.kind === 'direct' ? 1 : 2;
    const { settlement } = transaction;
    for (const { key, pools: listed } of entry.lists) {
      for (const { address } of listed) {
        const pool = pools.get(address);
        found.programs.push(pool?.program ?? largestProgram);
        const isQuoted = pool?.mints.includes(settlement ?? '');
        // The intermediate pool needs no settlement token.
        if (key !== 'intermediate' && isQuoted !== true) found.isConverted = true;
      }
    }
  }
  return open;
}

/** Reserves room for the pool. Null: it does not fit. */
function placeIn(
  entry: ConfigEntry,
  { program, mints }: PoolAddition,
  pools: Pools,
  open: ReadonlyMap<number, OpenTransaction>,
): { entry: ConfigEntry; range: TextRange } | null {
  const key = entry.transaction && keyFor(entry, entry.transaction, program, mints, pools);
  const list = entry.lists.find((each) => each.key === key);
  const transaction = open.get(entry.transaction?.index ?? -1);
  if (list === undefined || transaction === undefined) return null;
  const isConverted =
    transaction.isConverted || !mints.includes(transaction.transaction.settlement ?? '');
  if (!hasRoom(transaction, [program], 0, isConverted)) return null;
  transaction.programs.push(program);
  transaction.isConverted = isConverted;
  return { entry, range: list.range };
}

/** Null: none. */
function keyFor(
  entry: ConfigEntry,
  { kind, settlement }: ConfigTransaction,
  program: string,
  mints: readonly string[],
  pools: Pools,
): string | null {
  const token = tokenOf(mints);
  if (settlement === null || token === null) return null;
  if (kind === 'direct') {
    const target = targetOf(entry, pools);
    return target === null || target === token ? 'pools' : null;
  }
  const mintsOf = (key: string): readonly string[] => {
    const [first] = entry.lists.find((each) => each.key === key)?.pools ?? [];
    return pools.get(first?.address ?? '')?.mints ?? [];
  };
  const between = mintsOf('intermediate');
  const target = tokenOf(mintsOf('direct'));
  if (target === null || !between.includes(target)) return null;
  if (token === target) return mints.includes(settlement) ? 'direct' : null;
  const canBridge =
    between.includes(token) &&
    quoteOf(mintsOf('bridges')) === quoteOf(mints) &&
    smbV10Programs.get(program)?.canBridge === true;
  return canBridge ? 'bridges' : null;
}

function hasRoom(
  { programs, tokens }: OpenTransaction,
  added: readonly string[],
  addedTokens: number,
  isConverted: boolean,
): boolean {
  const usage = { programs: [...programs, ...added], tokens: tokens + addedTokens, isConverted };
  return countV10Pools(usage) <= maxV10Pools && countV10Accounts(usage) <= maxV10Accounts;
}

function addGroups(
  file: EditableConfig,
  additions: readonly PoolAddition[],
  open: ReadonlyMap<number, OpenTransaction>,
): TextChange[] {
  const { text, lineBreak, config } = file;
  const transactions = [...open.values()];
  const last = transactions.at(-1);
  if (last !== undefined && text[last.transaction.headRange.start] !== '[') return [];
  const changes: TextChange[] = [];
  const parts: string[] = [];
  const suitable = additions.filter(({ mints }) => tokenOf(mints) !== null);
  for (const pools of newGroupsOf(suitable).flatMap(clusterByToken)) {
    const settlement = pools.some(({ mints }) => mints.includes(wrappedSolMint))
      ? wrappedSolMint
      : usdcMint;
    const group = trimmed(pools, settlement);
    if (group.length < 2) continue;
    const isConverted = group.some(({ mints }) => !mints.includes(settlement));
    const programs = group.map(({ program }) => program);
    const host = transactions.find(
      (each) =>
        each.transaction.kind === 'direct' &&
        each.transaction.settlement === settlement &&
        each.groups < maxV10Groups &&
        hasRoom(each, programs, 1, isConverted || each.isConverted),
    );
    const items = group.map(({ pool, comment }) => file.item(pool, comment));
    const list = formatList(items, file.styleFor(null));
    const table = `${lineBreak}${lineBreak}[[transactions.direct]]${lineBreak}pools = ${list}`;
    const after = host?.entries.at(-1);
    if (host !== undefined && after !== undefined) {
      changes.push(insertion(lineEndOf(text, after.range.end), table));
      host.groups++;
      host.tokens++;
      host.isConverted ||= isConverted;
      host.programs.push(...programs);
    } else {
      const head = ['[[transactions]]', ...optionsFor(file, transactions, settlement)];
      parts.push(lineBreak + lineBreak + head.join(lineBreak) + table);
    }
  }
  if (parts.length === 0) return changes;
  const ends = config.keys
    .filter(({ path }) => path.startsWith('transactions'))
    .map(({ range, valueRange }) => valueRange?.end ?? range.end);
  const end = ends.reduce((most, each) => Math.max(most, each), 0);
  return [...changes, insertion(end === 0 ? text.length : lineEndOf(text, end), parts.join(''))];
}

/** Pools quoted in the transaction's settlement come first. */
function trimmed(pools: readonly PoolAddition[], settlement: string): readonly PoolAddition[] {
  const isOwn = ({ mints }: PoolAddition): boolean => mints.includes(settlement);
  const sorted = [...pools.filter(isOwn), ...pools.filter((pool) => !isOwn(pool))];
  while (sorted.length > 1) {
    const usage = {
      ...{ programs: sorted.map(({ program }) => program), tokens: 1 },
      isConverted: !sorted.every(isOwn),
    };
    if (countV10Pools(usage) <= maxV10Pools && countV10Accounts(usage) <= maxV10Accounts) break;
    sorted.pop();
  }
  return sorted;
}

/** Copied from a transaction of the file. */
function optionsFor(
  file: EditableConfig,
  transactions: readonly OpenTransaction[],
  settlement: string,
): readonly string[] {
  const { text } = file;
  const same = transactions.find((each) => each.transaction.settlement === settlement);
  const model = same ?? transactions[0];
  const [name = 'SOL'] = [...smbV10Settlements].find(([, mint]) => mint === settlement) ?? [];
  const lines = [`settlement = "${name}"`];
  if (model === undefined) return lines;
  const fee = { bps: '', collector: '' };
  for (const { path, range, valueRange } of file.keysIn(regionOf(file, model.transaction))) {
    if (valueRange === null) continue;
    const option = path.slice('transactions.'.length);
    const value = text.slice(valueRange.start, valueRange.end);
    if (option === 'additional_fee.bps') fee.bps = value;
    else if (option === 'additional_fee.collector') fee.collector = value;
    else if (option.includes('.') || option === 'settlement') continue;
    else if (same !== undefined || !settlementOptions.includes(option)) {
      lines.push(text.slice(range.start, valueRange.end));
    }
  }
  if (fee.bps !== '' && fee.collector !== '') {
    const members = [`bps = ${fee.bps}`, `collector = ${fee.collector}`];
    lines.push(`additional_fee = { ${members.join(', ')} }`);
  }
  return lines;
}

/** From the header of a transaction to that of the next one. */
export function regionOf(file: EditableConfig, { index, headRange }: ConfigTransaction): TextRange {
  const next = file.config.entries.find(({ transaction }) => transaction?.index === index + 1);
  return { start: headRange.start, end: next?.transaction?.headRange.start ?? file.text.length };
}
