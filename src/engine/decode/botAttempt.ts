import { botPrograms } from '../../solana/knownPrograms.ts';
import type { AccountBalances } from './accountBalances.ts';
import { swapLayoutsOf } from './ammLayouts.ts';
import type { AttemptParameters, BotAttempt, Leg, TriedPool } from './arbitrageRecord.ts';
import { BotAccounts, distinctKeys, type FoundPool, settlementMints } from './botAccounts.ts';
import {
  ammsWithOwnVaults,
  type GroupLayout,
  notArbPools,
  oldSmbLayout,
  smbLayout,
  smbProgram,
} from './botGroups.ts';
import type { Instruction, Message } from './message.ts';
import { instructionData, u32 } from './programActions.ts';

/** Whether the accounts of this bot's instructions can be read. */
export const listsPools = (program: string): boolean =>
  program === smbProgram || botPrograms.get(program)?.family === 'NOTARB';

/**
 * Finds the pools that the instructions of SMB and NotArb list: an attempt tries all of them, and uses
 * some or none. A pool counts only if the accounts prove it: it is no token account, mint, signer or
 * program, and its two vaults are token accounts of different mints, owned by the pool if the AMM's pools
 * own their vaults. Listed pools that fail this count as unknown.
 * Returns `null` if no instruction lists pools.
 */
export function readBotAttempt(
  message: Message,
  instructions: readonly Instruction[],
  balances: AccountBalances,
  legs: readonly UsedPool[] = [],
): BotAttempt | null {
  const groups: PoolGroup[] = [];
  const calls = new Set<number>();
  let parameters: AttemptParameters | null = null;
  for (const instruction of instructions) {
    const program = message.keys.at(instruction.program);
    if (!listsPools(program)) continue;
    calls.add(instruction.topLevel);
    const accounts = new BotAccounts(instruction, message, balances);
    if (program !== smbProgram) {
      groups.push(readNotArb(accounts));
      continue;
    }
    const data = instructionData(instruction);
    groups.push(...readSmb(data, accounts));
    parameters ??= smbParameters(data, accounts.keyAt(1));
  }
  // For example an instruction that only checks the gain of other programs' swaps.
  if (groups.every(({ pools, unknown }) => pools.length + unknown === 0)) return null;
  const distinct = distinctGroups(groups);
  const attempt: BotAttempt = {
    pools: distinct.flatMap(({ pools }, group) => pools.map((pool) => ({ ...pool, group }))),
    unknownPools: distinct.reduce((sum, { unknown }) => sum + unknown, 0),
    parameters,
  };
  // Swaps of other instructions are not the bot's.
  const own = legs.filter(({ topLevelInstruction }) => calls.has(topLevelInstruction));
  return withUsedPools(
    attempt,
    own,
    groups.every(({ isExact }) => isExact),
  );
}

/** An instruction that is repeated in the transaction tries its group once. */
function distinctGroups(groups: readonly PoolGroup[]): PoolGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ pools }) => {
    const key = pools
      .map(({ pool }) => pool)
      .sort()
      .join();
    return pools.length === 0 || (!seen.has(key) && seen.add(key));
  });
}

type UsedPool = Pick<Leg, 'pool' | 'program' | 'inputMint' | 'outputMint' | 'topLevelInstruction'>;

/**
 * Adds the used pools that were not recognized in the account lists. `isExact`: the lists are complete,
 * so a used pool beyond the unknown ones only converts between SOL and USDC, and is in no group.
 */
function withUsedPools(
  { pools, unknownPools, parameters }: BotAttempt,
  legs: readonly UsedPool[],
  isExact: boolean,
): BotAttempt {
  const programs = new Map(legs.map(({ pool, program }) => [pool, program]));
  const listed = new Set(pools.map(({ pool }) => pool));
  const group = groupWithMost(pools, programs);
  const added = new Map<string, TriedPool>();
  for (const { pool, program, inputMint, outputMint } of legs) {
    if (pool === null || listed.has(pool) || (isExact && added.size === unknownPools)) continue;
    added.set(pool, { pool, program, mints: [inputMint, outputMint].sort(), group });
  }
  return {
    pools: [
      // The swap is certain about the AMM; the account list may be ambiguous.
      ...pools.map((one) => ({ ...one, program: programs.get(one.pool) ?? one.program })),
      ...added.values(),
    ],
    unknownPools: Math.max(0, unknownPools - added.size),
    parameters,
  };
}

interface PoolGroup {
  readonly pools: readonly FoundPool[];
  readonly unknown: number;
  /** False if the instruction may list more pools than these. */
  readonly isExact: boolean;
}

/** First bytes of SMB's instructions. */
const smbOpcodes = { oneGroup: 28, groups: 61 } as const;
/** Minimum profit, compute unit limit, no failure, a fee rate of 16 bits, flash loan. */
const smbParametersEnd = 17;

function smbParameters(data: Uint8Array, baseMint: string | null): AttemptParameters | null {
  const [opcode] = data;
  if (opcode !== smbOpcodes.oneGroup && opcode !== smbOpcodes.groups) return null;
  if (data.length < smbParametersEnd || baseMint === null) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    minimumProfit: view.getBigUint64(1, true),
    baseMint,
    computeUnitLimit: u32(data, 9),
    noFailure: data[13] === 1,
    flashLoan: data[16] === 1,
  };
}

function readSmb(data: Uint8Array, accounts: BotAccounts): readonly PoolGroup[] {
  const opcode = data[0] ?? 0;
  if (opcode === smbOpcodes.groups) {
    return readSmbGroups(data, accounts) ?? [{ pools: [], unknown: 1, isExact: false }];
  }
  const group = opcode < smbOpcodes.oneGroup ? readOldSmb(accounts) : readSmbGroup(accounts);
  const isLost = group.pools.length + group.unknown === 0 && accounts.marketPositions().length > 0;
  const isExact = opcode === smbOpcodes.oneGroup && !isLost;
  return [{ ...group, unknown: isLost ? 1 : group.unknown, isExact }];
}

/** Number of accounts before the groups: wallet, base mint, fee account, token account, 3 programs. */
const smbHeader = 7;

/**
 * A base mint follows the program of each group, which also shows groups of unknown AMMs. Unknown
 * opcodes above 28 are read in the same way, because the accounts of a pool prove it.
 */
function readSmbGroup(accounts: BotAccounts): Omit<PoolGroup, 'isExact'> {
  const bases = [accounts.keyAt(1), ...settlementMints];
  const pools: FoundPool[] = [];
  let unknown = 0;
  for (let at = smbHeader; at < accounts.length - 1; at++) {
    const program = accounts.keyAt(at) ?? '';
    const mint = accounts.keyAt(at + 1);
    const isKnown = accounts.isMarket(at);
    const isGroup = isKnown
      ? accounts.isMint(at + 1)
      : bases.includes(mint) && accounts.mayBePool(at);
    if (!isGroup) continue;
    const layout = smbLayout(program, (position) => accounts.keyAt(at + position));
    const pool = layout === null ? null : accounts.poolOf(at, layout);
    if (pool === null) unknown++;
    else pools.push(pool);
  }
  return { pools: distinctKeys(pools), unknown };
}

/** Limits of the program. Data that exceeds them has another form. */
const smbGroupLimits = { pools: 16, smallestPool: 3 } as const;

/**
 * Opcode 61: up to four groups, each with its own token. The data has the number of accounts of each
 * pool, so the position of each is exact. `null`: the data has another form.
 */
function readSmbGroups(data: Uint8Array, accounts: BotAccounts): PoolGroup[] | null {
  const u16 = (at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
  const flags = data[25] ?? 0;
  const count = data[26] ?? 0;
  let offset = 27;
  let at = smbHeader + (u16(14) === 0 ? 0 : 1) + (data[16] === 0 ? 0 : 2);
  if ((flags & 1) !== 0) {
    // The pool that converts between SOL and USDC belongs to no group.
    at += 3 + u16(offset);
    offset += 2;
  }
  const groups: PoolGroup[] = [];
  let declared = 0;
  for (let group = 0; group < count; group++) {
    const bridges = data[offset] ?? 0;
    const direct = data[offset + 1] ?? 0;
    offset += 2;
    at += bridges === 0 ? 3 : 6;
    const pools: FoundPool[] = [];
    let unknown = 0;
    const all = direct + bridges + (bridges === 0 ? 0 : 1);
    declared += all;
    if (declared > smbGroupLimits.pools) return null;
    for (let one = 0; one < all; one++) {
      const size = u16(offset);
      offset += 2;
      const start = at;
      at += size;
      if (size < smbGroupLimits.smallestPool || at > accounts.length) return null;
      const program = accounts.keyAt(start) ?? '';
      const layout = smbLayout(program, (position) => accounts.keyAt(start + position), size);
      const pool = layout === null ? null : accounts.poolOf(start, layout);
      if (pool === null) unknown++;
      else pools.push(pool);
    }
    groups.push({ pools: distinctKeys(pools), unknown, isExact: true });
  }
  return groups.length === 0 || offset !== data.length ? null : groups;
}

/**
 * Versions before opcode 28 name some programs only once, before all pools. If a pool has no program
 * directly before it, it belongs to the only listed AMM whose pools own their vaults.
 */
function readOldSmb(accounts: BotAccounts): Omit<PoolGroup, 'isExact'> {
  const pools: FoundPool[] = [];
  const others: string[] = [];
  for (const at of accounts.marketPositions()) {
    const program = accounts.keyAt(at) ?? '';
    const layout = oldSmbLayout(program);
    const pool = layout === null ? null : accounts.poolOf(at, layout);
    if (pool !== null) pools.push(pool);
    else if (ammsWithOwnVaults.has(program)) others.push(program);
  }
  const owners = accounts.vaultOwners(pools);
  const unread = accounts.poolsOfSharedOwners(pools);
  const [program, second] = new Set(others);
  if (program === undefined || second !== undefined) {
    return { pools: distinctKeys(pools), unknown: owners.length + unread };
  }
  const owned = owners.map(({ pool, mints }) => ({ pool, program, mints }));
  return { pools: distinctKeys([...pools, ...owned]), unknown: unread };
}

/**
 * The accounts of a pool often name its program again. So a position without a pool counts
 * as unknown only if the program has no pool elsewhere.
 */
function readNotArb(accounts: BotAccounts): PoolGroup {
  const pools: FoundPool[] = [];
  const unknown = new Set<string>();
  for (const at of accounts.marketPositions()) {
    const program = accounts.keyAt(at) ?? '';
    const pool = findNotArbPool(program, at, accounts);
    if (pool !== null) pools.push(pool);
    else unknown.add(program);
  }
  for (const { program } of pools) unknown.delete(program);
  const others = unknown.size === 0 ? accounts.vaultOwners(pools).length : 0;
  return { pools: distinctKeys(pools), unknown: unknown.size + others, isExact: false };
}

function findNotArbPool(program: string, at: number, accounts: BotAccounts): FoundPool | null {
  const position = notArbPools.get(program);
  const layouts: GroupLayout[] = position === undefined ? [] : [{ pool: position, vaults: null }];
  for (const { pools, vaults } of swapLayoutsOf(program)) {
    const [[pool], [a, b]] = [pools, vaults];
    if (pool === undefined || a === undefined || b === undefined) continue;
    // Raydium's older swaps may lack an account, which moves the vaults but not the pool.
    layouts.push({ pool: pool + 1, vaults: [a + 1, b + 1] }, { pool: pool + 1, vaults: [a, b] });
  }
  for (const layout of layouts) {
    const pool = accounts.poolOf(at, layout);
    if (pool !== null) return pool;
  }
  return ammsWithOwnVaults.has(program) ? accounts.onlyOwnerIn(at) : null;
}

/** 0 if none was used. */
function groupWithMost(pools: readonly TriedPool[], used: ReadonlyMap<string | null, string>) {
  const counts = new Map<number, number>([[0, 0]]);
  for (const { pool, group } of pools) {
    if (used.has(pool)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? 0;
}
