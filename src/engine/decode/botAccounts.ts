import { usdcMint, wrappedSolMint } from '../../solana/baseMints.ts';
import type { AccountBalances } from './accountBalances.ts';
import type { TriedPool } from './arbitrageRecord.ts';
import {
  ammsWithOwnVaults,
  type GroupLayout,
  isSharedOwner,
  sharedVaultOwners,
} from './botGroups.ts';
import type { Instruction, Message } from './message.ts';

export type FoundPool = Omit<TriedPool, 'group'>;

/** Mints even if no token account of theirs is among the accounts. */
export const settlementMints: readonly string[] = [wrappedSolMint, usdcMint];

/** The accounts of a bot's instruction, with the balances that show what each of them is. */
export class BotAccounts {
  readonly length: number;
  readonly #accounts: ArrayLike<number>;
  readonly #message: Message;
  readonly #balances: AccountBalances;
  readonly #mints = new Set<string>();
  /** Positions of the token accounts of each owner. */
  readonly #vaults = new Map<string, number[]>();

  constructor({ accounts }: Instruction, message: Message, balances: AccountBalances) {
    this.length = accounts.length;
    this.#accounts = accounts;
    this.#message = message;
    this.#balances = balances;
    for (let at = 0; at < accounts.length; at++) {
      const account = this.#accountAt(at);
      const mint = balances.mintOf(account);
      if (mint === undefined) continue;
      this.#mints.add(mint);
      const owner = balances.ownerOf(account);
      const vaults = this.#vaults.get(owner);
      if (vaults === undefined) this.#vaults.set(owner, [at]);
      else vaults.push(at);
    }
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
    const positions: number[] = [];
    for (let at = 0; at < this.length; at++) if (this.isMarket(at)) positions.push(at);
    return positions;
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
          ? (this.#vaults.get(pool) ?? [])
          : this.#segment(start)
        : vaults.map((vault) => start + vault);
    const mints = this.#mintsAt(places, ownsVaults ? pool : null);
    return mints.length < 2 ? null : { pool, program, mints };
  }

  /** The one account of the group that owns two vaults. */
  onlyOwnerIn(start: number): FoundPool | null {
    const program = this.keyAt(start);
    const segment = this.#segment(start);
    const found = segment.flatMap((at) => {
      const pool = this.keyAt(at);
      if (pool === null || !this.#vaults.has(pool) || !this.mayBePool(at)) return [];
      const mints = this.#mintsAt(segment, pool);
      return mints.length < 2 ? [] : [{ pool, mints }];
    });
    const [only, other] = distinctKeys(found);
    return program === null || only === undefined || other !== undefined
      ? null
      : { ...only, program };
  }

  /** Writable accounts that own vaults of two mints, without the listed pools. */
  vaultOwners(pools: readonly FoundPool[]): { pool: string; mints: string[] }[] {
    const found: { pool: string; mints: string[] }[] = [];
    for (let at = 0; at < this.length; at++) {
      const pool = this.keyAt(at);
      const vaults = pool === null ? undefined : this.#vaults.get(pool);
      // Few accounts own vaults, so the other checks follow.
      if (pool === null || vaults === undefined) continue;
      if (!this.mayBePool(at) || !this.isWritable(at)) continue;
      if (pools.some((one) => one.pool === pool)) continue;
      const mints = this.#mintsAt(vaults, pool);
      if (mints.length >= 2) found.push({ pool, mints });
    }
    return distinctKeys(found);
  }

  /** How many pools have vaults of an owner that they share, without the listed pools: two vaults each. */
  poolsOfSharedOwners(pools: readonly FoundPool[]): number {
    let count = 0;
    for (const [program, owner] of sharedVaultOwners) {
      const vaults = new Set(this.#vaults.get(owner)?.map((at) => this.#accountAt(at)));
      const found = pools.filter((pool) => pool.program === program).length;
      count += Math.max(0, Math.ceil(vaults.size / 2) - found);
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

export const distinctKeys = <Found extends { readonly pool: string }>(
  found: readonly Found[],
): Found[] => [...new Map(found.map((one) => [one.pool, one])).values()];
