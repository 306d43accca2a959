import { usdcMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { botPrograms } from '../../solana/knownPrograms.ts';
import type { AccountBalances } from './accountBalances.ts';
import { swapLayoutsOf } from './ammLayouts.ts';
import type { AttemptParameters, BotAttempt, Leg, TriedPool } from './arbitrageRecord.ts';
import {
  ammsWithOwnVaults,
  type GroupLayout,
  isSharedOwner,
  notArbPools,
  oldSmbLayout,
  sharedVaultOwners,
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
 * some or none. A pool counts only if its accounts agree with it: it is neither token account, mint,
 * signer nor program, and its two vaults are token accounts of different mints, of the pool itself with
 * AMMs whose pools own their vaults. A used pool that was not recognized is one of the unknown.
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
  // Such as an instruction that only checks the gain of swaps by others.
  if (groups.every(({ pools, unknown }) => pools.length + unknown === 0)) return null;
  const distinct = distinctGroups(groups);
  const attempt: BotAttempt = {
    pools: distinct.flatMap(({ pools }, group) => pools.map((pool) => ({ ...pool, group }))),
    unknownPools: distinct.reduce((sum, { unknown }) => sum + unknown, 0),
    parameters,
  };
  // Swaps of other instructions are not of the bot.
  const own = legs.filter(({ topLevelInstruction }) => calls.has(topLevelInstruction));
  return withUsedPools(
    attempt,
    own,
    groups.every(({ isExact }) => isExact),
  );
}

/** The same instruction twice, as in a retry, tries its group once. */
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
 * `isExact`: each pool is listed or one of the unknown, so that a further one belongs to no group: it
 * converts between SOL and USDC.
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
      // The swap shows the AMM.
      ...pools.map((one) => ({ ...one, program: programs.get(one.pool) ?? one.program })),
      ...added.values(),
    ],
    unknownPools: Math.max(0, unknownPools - added.size),
    parameters,
  };
}

type FoundPool = Omit<TriedPool, 'group'>;

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

/** Before them: the wallet, the base mint, the fee account, the wallet's account, three programs. */
const smbHeader = 7;

/**
 * A base mint follows each program, so that groups of unknown AMMs are found, too. Instructions of later
 * versions that are not known are read in the same way: the accounts of a pool prove it.
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

/** Limits of the program: others are of a form that is not known. */
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
 * Versions before opcode 28 name some programs once, before all pools. A pool without its program
 * directly before it is of the one listed AMM whose pools own their vaults.
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

/** A program's later positions are usually among the accounts of its own pool. */
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

/** Mints even if no token account of theirs is among the accounts. */
const settlementMints: readonly string[] = [wrappedSolMint, usdcMint];

/** The accounts of a bot's instruction. */
class BotAccounts {
  readonly length: number;
  readonly #accounts: ArrayLike<number>;
  readonly #message: Message;
  readonly #balances: AccountBalances;
  readonly #mints: ReadonlySet<string>;

  constructor({ accounts }: Instruction, message: Message, balances: AccountBalances) {
    this.length = accounts.length;
    this.#accounts = accounts;
    this.#message = message;
    this.#balances = balances;
    const mints = Array.from(accounts, (account) => balances.mintOf(account));
    this.#mints = new Set(mints.filter((mint) => mint !== undefined));
  }

  #accountAt(position: number): number {
    return this.#accounts[position] ?? -1;
  }

  keyAt(position: number): string | null {
    const account = this.#accountAt(position);
    return account < 0 ? null : this.#message.keys.at(account);
  }

  isMarket(position: number): boolean {
    const account = this.#accountAt(position);
    return account >= 0 && this.#message.programs.at(account).isMarket;
  }

  isWritable(position: number): boolean {
    return this.#message.isWritable(this.#accountAt(position));
  }

  isMint(position: number): boolean {
    const key = this.keyAt(position);
    return key !== null && (this.#mints.has(key) || settlementMints.includes(key));
  }

  marketPositions(): number[] {
    return Array.from(this.#accounts, (_, at) => at).filter((at) => this.isMarket(at));
  }

  mayBePool(position: number): boolean {
    const account = this.#accountAt(position);
    const key = this.keyAt(position);
    if (key === null || account < this.#message.requiredSignatures) return false;
    if (this.#balances.isTokenAccount(account) || this.isMint(position)) return false;
    if (key.startsWith('Sysvar') || isSharedOwner(key)) return false;
    const { isListed, isCore } = this.#message.programs.at(account);
    return !isListed && !isCore;
  }

  /** `null` if the accounts contradict the layout. */
  poolOf(start: number, { pool: offset, vaults }: GroupLayout): FoundPool | null {
    const [program, pool] = [this.keyAt(start), this.keyAt(start + offset)];
    if (program === null || pool === null || !this.mayBePool(start + offset)) return null;
    for (let at = start + 1; at < start + offset; at++) if (this.isMarket(at)) return null;
    const ownsVaults = ammsWithOwnVaults.has(program);
    const places =
      vaults === null
        ? ownsVaults
          ? Array.from(this.#accounts, (_, at) => at)
          : this.#segment(start)
        : vaults.map((vault) => start + vault);
    const mints = this.#mintsAt(places, ownsVaults ? pool : null);
    return mints.length < 2 ? null : { pool, program, mints };
  }

  /** The one account of the group that owns two vaults. */
  onlyOwnerIn(start: number): FoundPool | null {
    const program = this.keyAt(start);
    const found = this.#segment(start).flatMap((at) => {
      const pool = this.keyAt(at);
      if (pool === null || !this.mayBePool(at)) return [];
      const mints = this.#mintsAt(this.#segment(start), pool);
      return mints.length < 2 ? [] : [{ pool, mints }];
    });
    const [only, other] = distinctKeys(found);
    return program === null || only === undefined || other !== undefined
      ? null
      : { ...only, program };
  }

  /** Writable accounts that own vaults of two mints, without the listed pools. */
  vaultOwners(pools: readonly FoundPool[]): { pool: string; mints: string[] }[] {
    const all = Array.from(this.#accounts, (_, at) => at);
    const found = all.flatMap((at) => {
      const pool = this.keyAt(at);
      if (pool === null || !this.mayBePool(at) || !this.isWritable(at)) return [];
      if (pools.some((one) => one.pool === pool)) return [];
      const mints = this.#mintsAt(all, pool);
      return mints.length < 2 ? [] : [{ pool, mints }];
    });
    return distinctKeys(found);
  }

  /** How many pools have vaults of an owner that they share, without the listed pools: two vaults each. */
  poolsOfSharedOwners(pools: readonly FoundPool[]): number {
    let count = 0;
    for (const [program, owner] of sharedVaultOwners) {
      const vaults = Array.from(this.#accounts).filter(
        (account) =>
          this.#balances.isTokenAccount(account) && this.#balances.ownerOf(account) === owner,
      );
      const found = pools.filter((pool) => pool.program === program).length;
      count += Math.max(0, Math.ceil(new Set(vaults).size / 2) - found);
    }
    return count;
  }

  /** Up to the next AMM's program. */
  #segment(start: number): number[] {
    const positions: number[] = [];
    for (let at = start + 1; at < this.length && !this.isMarket(at); at++) positions.push(at);
    return positions;
  }

  /** Distinct mints of the token accounts there, except the signers'. `owner`: only its accounts. */
  #mintsAt(positions: readonly number[], owner: string | null): string[] {
    const mints = new Set<string>();
    for (const at of positions) {
      const account = this.#accountAt(at);
      const mint = account < 0 ? undefined : this.#balances.mintOf(account);
      if (mint === undefined) continue;
      const of = this.#balances.ownerOf(account);
      if (owner === null ? !this.#isSigner(of) : of === owner) mints.add(mint);
    }
    return [...mints].sort();
  }

  #isSigner(key: string): boolean {
    const index = this.#message.keys.indexOf(key);
    return index >= 0 && index < this.#message.requiredSignatures;
  }
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

const distinctKeys = <Found extends { readonly pool: string }>(
  found: readonly Found[],
): Found[] => [...new Map(found.map((one) => [one.pool, one])).values()];
