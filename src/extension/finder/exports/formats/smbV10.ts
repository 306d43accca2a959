import { t } from '@vscode/l10n';
import { smbV10Programs, smbV10Settlements } from '../../../../botConfig/botPrograms.ts';
import {
  countV10Accounts,
  countV10Pools,
  maxV10Accounts,
  maxV10Groups,
  maxV10Pools,
} from '../../../../botConfig/v10Limits.ts';
import { usdcMint, wrappedSolMint } from '../../../../solana/baseMints.ts';
import { mintLabel } from '../../../ui/addressLabels.ts';
import type { FinderResponse } from '../../finderResponse.ts';
import { botFileHeader, botPlan, type ExportInput, formatPoolCount } from './botPlan.ts';
import { type ExportedPool, groupByToken } from './exportedPools.ts';
import { formatTokenFigures } from './provenance.ts';
import { tomlComment, tomlList, tomlString } from './toml.ts';

interface PairedPool extends ExportedPool {
  readonly mints: readonly string[];
}

/** Pools of a token against SOL and USDC, or a triangle through `intermediate`'s second token. */
interface RouteGroup {
  readonly token: ExportedPool;
  /** Mint. */
  readonly settlement: string;
  /** Empty in a direct group. */
  readonly intermediate: readonly PairedPool[];
  readonly bridges: readonly PairedPool[];
  readonly direct: readonly PairedPool[];
}

const settlementNames: ReadonlyMap<string, string> = new Map(
  [...smbV10Settlements].map(([name, mint]) => [mint, name]),
);

/**
 * Config of SMB's open bot since its V10 program. Rejects with the reason, for the user, if there
 * is nothing to trade, which the format cannot express.
 */
export async function smbV10(input: ExportInput): Promise<string> {
  const { answer } = input;
  await answer.pairs?.loaded;
  const plan = botPlan(input, smbV10Programs);
  const pools = new Map(plan.pools.map((each) => [each.pool.address, each]));
  const paired = pairPools(pools, answer);
  const groups = findGroups(plan.pools, paired, answer.request.tokensMint);
  const unused = paired.length - new Set(groups.flatMap(poolsOf)).size;
  const foreign = answer.request.tokensMint.filter((mint) => !settlementNames.has(mint));
  const omissions = [
    pools.size > paired.length &&
      `${formatPoolCount(pools.size - paired.length)} of unknown tokens. Load the Market Cache, then refresh.`,
    unused > 0 &&
      `${formatPoolCount(unused)}: no route within ${maxV10Pools} pools and ` +
        `${maxV10Accounts} accounts uses ${unused === 1 ? 'it' : 'them'}.`,
    foreign.length > 0 &&
      `base tokens that the bot does not settle in: ${foreign.map(mintLabel).join(', ')}.`,
  ].filter((omission) => omission !== false);
  const reason = plan.noTradeReason ?? (groups.length === 0 ? omissions.join(' ') : null);
  if (reason !== null) {
    throw new Error(
      t('V10 has no form for “no trade”. Stop the bot yourself. Reason: {0}', reason),
    );
  }
  const allOmissions = [...plan.omissions, ...omissions];
  const head = botFileHeader('SMB config, V10', answer, { ...plan, omissions: allOmissions }, 0);
  const transactions = packGroups(groups).map((chunk) => {
    const [{ settlement }] = chunk as [RouteGroup];
    const name = settlementNames.get(settlement) ?? '';
    const lines = chunk.map((group) => formatGroup(group, answer)).join('');
    return `\n[[transactions]]\nsettlement = ${tomlString(name)}\n${lines}`;
  });
  return head + transactions.join('');
}

function formatGroup(
  { token, intermediate, bridges, direct }: RouteGroup,
  answer: FinderResponse,
): string {
  const comment = tomlComment([formatTokenFigures(token, answer)]);
  const [between] = intermediate;
  return between === undefined
    ? `\n${comment}[[transactions.direct]]\npools = ${listOf(direct)}\n`
    : `\n${comment}[[transactions.triangle]]\nintermediate = ${tomlString(between.pool.address)}\n` +
        `bridges = ${listOf(bridges)}\ndirect = ${listOf(direct)}\n`;
}

const listOf = (pools: readonly PairedPool[]): string =>
  tomlList(pools.map(({ pool }) => pool.address));

/** Pools without duplicates, highest gross gains first; excludes pools of unknown tokens. */
function pairPools(pools: ReadonlyMap<string, ExportedPool>, { pairs }: FinderResponse) {
  return [...pools.values()]
    .flatMap((each): PairedPool[] => {
      const pair = pairs?.get(each.pool.address);
      return pair === undefined ? [] : [{ ...each, mints: [pair.mintA, pair.mintB] }];
    })
    .sort((first, second) => second.pool.revenues - first.pool.revenues);
}

/** In ranking order. */
function findGroups(
  pools: readonly ExportedPool[],
  paired: readonly PairedPool[],
  baseMints: readonly string[],
): RouteGroup[] {
  const byMint = Map.groupBy(
    paired.flatMap((pool) => pool.mints.map((mint) => ({ mint, pool }))),
    ({ mint }) => mint,
  );
  const poolsWith = (mint: string): PairedPool[] => byMint.get(mint)?.map(({ pool }) => pool) ?? [];
  const between = (mint: string, other: string): PairedPool[] =>
    poolsWith(mint).filter(({ mints }) => mints.includes(other));
  const groups: RouteGroup[] = [];
  const intermediates = new Set<PairedPool>();
  for (const [mint, [token]] of groupByToken(pools)) {
    // The bot uses SOL/USDC pools for its conversion and rejects them in groups.
    if (token === undefined || settlementNames.has(mint)) continue;
    const [settlement] = [...settlementNames.keys()]
      .filter((base) => baseMints.includes(base))
      .sort((first, second) => between(mint, second).length - between(mint, first).length);
    if (settlement === undefined) break;
    const other = settlement === wrappedSolMint ? usdcMint : wrappedSolMint;
    const direct = between(mint, settlement);
    if (direct.length === 0) continue;
    const all = [...direct, ...between(mint, other)];
    const shared = { token, settlement };
    if (all.length > 1) {
      groups.push(trimGroup({ ...shared, intermediate: [], bridges: [], direct: all }));
    }
    for (const pool of poolsWith(mint)) {
      const second = pool.mints.find((each) => each !== mint) ?? '';
      if (settlementNames.has(second) || intermediates.has(pool)) continue;
      const bridges = [settlement, other]
        .map((quote) => between(second, quote).filter(canBridge))
        .find(({ length }) => length > 0);
      if (bridges === undefined) continue;
      intermediates.add(pool);
      groups.push(trimGroup({ ...shared, intermediate: [pool], bridges, direct }));
    }
  }
  return groups;
}

const canBridge = ({ program }: PairedPool): boolean =>
  smbV10Programs.get(program)?.canBridge === true;

const poolsOf = ({ intermediate, bridges, direct }: RouteGroup): PairedPool[] => [
  ...intermediate,
  ...bridges,
  ...direct,
];

/** Whether a pool is not quoted in the settlement token, so that the bot adds its SOL/USDC pool. */
const needsConversion = ({ bridges, direct, settlement }: RouteGroup): boolean =>
  [...bridges, ...direct].some(({ mints }) => !mints.includes(settlement));

/** Removes the last pools of a group that alone exceeds a transaction's limits. */
function trimGroup(group: RouteGroup): RouteGroup {
  const bridges = group.bridges.slice(0, maxV10Pools);
  const direct = group.direct.slice(0, maxV10Pools);
  const trimmed = { ...group, bridges, direct };
  while (!fitsTransaction([trimmed])) (bridges.length > direct.length ? bridges : direct).pop();
  return trimmed;
}

function fitsTransaction(groups: readonly RouteGroup[]): boolean {
  const usage = {
    programs: groups.flatMap(poolsOf).map(({ program }) => program),
    tokens: groups.reduce((sum, { intermediate }) => sum + 1 + intermediate.length, 0),
    isConverted: groups.some(needsConversion),
  };
  return (
    groups.length <= maxV10Groups &&
    countV10Pools(usage) <= maxV10Pools &&
    countV10Accounts(usage) <= maxV10Accounts
  );
}

/** Combines groups that may share a transaction: same kind, settlement and quote of bridges. */
function packGroups(groups: readonly RouteGroup[]): RouteGroup[][] {
  const chunks: RouteGroup[][] = [];
  const open = new Map<string, RouteGroup[]>();
  for (const group of groups) {
    const key = `${group.settlement} ${group.intermediate.length} ${needsConversion(group)}`;
    const chunk = open.get(key);
    if (chunk !== undefined && fitsTransaction([...chunk, group])) chunk.push(group);
    else {
      const started = [group];
      chunks.push(started);
      open.set(key, started);
    }
  }
  return chunks;
}
