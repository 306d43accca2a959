import { smbV10Programs } from './botPrograms.ts';
import { problem } from './configProblems.ts';
import type {
  BotConfig,
  ConfigAddress,
  ConfigEntry,
  ConfigProblem,
  KnownPool,
  TextRange,
} from './model.ts';
import {
  countV10Accounts,
  countV10Pools,
  maxV10Accounts,
  maxV10Groups,
  maxV10Pools,
  type V10Usage,
  v10Quotes,
} from './v10Limits.ts';

/**
 * Why the bot rejects a group at startup:
 * - `mixed-kinds`: direct and triangle groups in one transaction
 * - `too-few-pools`: a direct group with one pool
 * - `missing-part`: a triangle without an intermediate pool, a bridge or a direct pool
 * - `not-quoted`: a pool that trades neither SOL nor USDC
 * - `own-conversion`: a SOL/USDC pool; the bot adds its own
 * - `several-tokens`: a pool of another token than the group's first
 * - `no-settlement-pool`: a direct group without a pool in the settlement token
 * - `not-settled`: a direct pool of a triangle that does not trade the settlement token
 * - `not-intermediate`: an intermediate pool that does not trade the token of the direct pools, or
 *   trades it against SOL or USDC
 * - `not-a-bridge`: a bridge that does not trade the second token of the intermediate pool
 * - `bridge-program`: a pool of a program that the bot does not bridge with
 * - `bridge-quotes`: bridges of one transaction against both SOL and USDC
 */
export const v10GroupReasons = [
  'mixed-kinds',
  'too-few-pools',
  'missing-part',
  'not-quoted',
  'own-conversion',
  'several-tokens',
  'no-settlement-pool',
  'not-settled',
  'not-intermediate',
  'not-a-bridge',
  'bridge-program',
  'bridge-quotes',
] as const;
export type V10GroupReason = (typeof v10GroupReasons)[number];

type Pools = ReadonlyMap<string, KnownPool>;
type Report = (range: TextRange, reason: V10GroupReason) => void;

/** Only as far as the pools are known. */
export function checkSmbV10Groups({ entries }: BotConfig, known: Pools): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const report: Report = (range, reason) => problems.push(problem('v10-groups', range, [reason]));
  const transactions = Map.groupBy(
    entries.filter(({ transaction }) => transaction !== undefined),
    ({ transaction }) => transaction?.index,
  );
  for (const groups of transactions.values()) {
    const quotes = new Set<string>();
    for (const group of groups) {
      if (group.transaction?.kind === 'direct') checkDirect(group, known, report);
      else checkTriangle(group, known, quotes, report);
    }
    const mixed = groups.find((each) => each.transaction?.kind !== groups[0]?.transaction?.kind);
    if (mixed !== undefined) report(mixed.headRange, 'mixed-kinds');
    problems.push(...checkLimits(groups, known));
  }
  return problems;
}

const listed = ({ lists }: ConfigEntry, key: string): readonly ConfigAddress[] =>
  lists.find((list) => list.key === key)?.pools ?? [];

/** Null: unknown. */
function mintsOf({ address }: ConfigAddress, known: Pools): readonly string[] | null {
  const { mints = [] } = known.get(address) ?? {};
  return mints.length === 2 ? mints : null;
}

const otherThan = (mints: readonly string[], mint: string): string | undefined =>
  mints.find((each) => each !== mint);

const quotesIn = (mints: readonly string[]): readonly string[] =>
  mints.filter((mint) => v10Quotes.has(mint));

/** A direct group: pools of one token against SOL or USDC, at least one against the settlement. */
function checkDirect(group: ConfigEntry, known: Pools, report: Report): void {
  const pools = listed(group, 'pools');
  if (new Set(pools.map(({ address }) => address)).size < 2) {
    report(rangeOf(group, 'pools'), 'too-few-pools');
  }
  const settlement = group.transaction?.settlement ?? null;
  let token: string | undefined;
  let maySettle = false;
  for (const pool of pools) {
    const mints = mintsOf(pool, known);
    if (mints === null) {
      maySettle = true;
      continue;
    }
    if (settlement === null || mints.includes(settlement)) maySettle = true;
    const [quote, second] = quotesIn(mints);
    if (quote === undefined) report(pool.range, 'not-quoted');
    else if (second !== undefined) report(pool.range, 'own-conversion');
    else {
      const traded = otherThan(mints, quote);
      token ??= traded;
      if (traded !== token) report(pool.range, 'several-tokens');
    }
  }
  if (pools.length > 0 && !maySettle) report(rangeOf(group, 'pools'), 'no-settlement-pool');
}

/**
 * A triangle: an intermediate pool of two tokens, bridges of the second, direct pools of the first.
 */
function checkTriangle(
  group: ConfigEntry,
  known: Pools,
  quotes: Set<string>,
  report: Report,
): void {
  const [intermediate] = listed(group, 'intermediate');
  const [bridges, direct] = [listed(group, 'bridges'), listed(group, 'direct')];
  for (const [key, pools] of [
    ['bridges', bridges],
    ['direct', direct],
  ] as const) {
    if (pools.length === 0) report(rangeOf(group, key), 'missing-part');
  }
  const target = checkTargets(group, direct, known, report);
  const between = intermediate === undefined ? null : mintsOf(intermediate, known);
  let second: string | undefined;
  if (intermediate !== undefined && between !== null) {
    const isRight =
      quotesIn(between).length === 0 && (target === undefined || between.includes(target));
    if (!isRight) report(intermediate.range, 'not-intermediate');
    else if (target !== undefined) second = otherThan(between, target);
  }
  for (const pool of bridges) {
    const facts = known.get(pool.address);
    const { canBridge = true } = smbV10Programs.get(facts?.program ?? '') ?? {};
    if (!canBridge) {
      report(pool.range, 'bridge-program');
      continue;
    }
    const mints = mintsOf(pool, known);
    if (mints === null) continue;
    const [quote, other] = quotesIn(mints);
    const isRight =
      quote !== undefined &&
      other === undefined &&
      (second === undefined
        ? (between?.includes(otherThan(mints, quote) ?? '') ?? true)
        : mints.includes(second));
    if (!isRight) report(pool.range, 'not-a-bridge');
    else {
      quotes.add(quote);
      if (quotes.size > 1 && [...quotes][0] !== quote) report(pool.range, 'bridge-quotes');
    }
  }
}

/** Undefined: unknown. */
function checkTargets(
  { transaction }: ConfigEntry,
  direct: readonly ConfigAddress[],
  known: Pools,
  report: Report,
): string | undefined {
  const settlement = transaction?.settlement ?? null;
  let target: string | undefined;
  for (const pool of direct) {
    const mints = mintsOf(pool, known);
    if (mints === null || settlement === null) continue;
    const other = otherThan(mints, settlement);
    if (!mints.includes(settlement)) report(pool.range, 'not-settled');
    else if (other === undefined || v10Quotes.has(other)) report(pool.range, 'own-conversion');
    else {
      target ??= other;
      if (other !== target) report(pool.range, 'several-tokens');
    }
  }
  return target;
}

const rangeOf = ({ lists, headRange }: ConfigEntry, key: string): TextRange =>
  lists.find((list) => list.key === key)?.keyRange ?? headRange;

/** Unknown pools count without accounts or conversion. */
function checkLimits(groups: readonly ConfigEntry[], known: Pools): ConfigProblem[] {
  const [first] = groups;
  const { transaction } = first ?? {};
  if (transaction === undefined) return [];
  const tooMany = (what: string, count: number, limit: number, range: TextRange): ConfigProblem =>
    problem('too-many', range, [what, String(count), String(limit)]);
  const problems: ConfigProblem[] = [];
  const beyond = groups[maxV10Groups];
  if (beyond !== undefined) {
    problems.push(tooMany('groups', groups.length, maxV10Groups, beyond.headRange));
  }
  const lists = groups.flatMap((group) => group.lists);
  const pools = lists.flatMap((list) => list.pools);
  const { settlement } = transaction;
  const usage: V10Usage = {
    programs: pools.map(({ address }) => known.get(address)?.program),
    tokens: groups.length * (transaction.kind === 'direct' ? 1 : 2),
    isConverted: lists.some(
      (list) =>
        list.key !== 'intermediate' &&
        list.pools.some((pool) => {
          const mints = mintsOf(pool, known);
          return settlement !== null && mints !== null && !mints.includes(settlement);
        }),
    ),
  };
  const count = countV10Pools(usage);
  if (count > maxV10Pools) {
    problems.push(tooMany('pools', count, maxV10Pools, transaction.headRange));
  }
  const accounts = countV10Accounts(usage);
  if (count <= maxV10Pools && accounts > maxV10Accounts) {
    // A warning, because each swap is counted with its maximum of accounts.
    const found = tooMany('accounts', accounts, maxV10Accounts, transaction.headRange);
    problems.push({ ...found, severity: 'warning' });
  }
  return problems;
}
