import { Random } from './random.ts';
import type { SimulatedAmm, SimulatedSwapInstruction } from './simulatedAmms.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

export type AccountRef =
  | { readonly from: 'payer' | 'userA' | 'userB' }
  | { readonly from: 'writable' | 'readonly' | 'shared'; readonly at: number };

export interface SwapInstructionTemplate {
  readonly accounts: readonly AccountRef[];
  readonly discriminator: Uint8Array;
  /** Discriminator, two amounts, the rest zeros. */
  readonly dataLength: number;
}

export const vaultAPosition = 1;
export const vaultBPosition = 2;

/** Resolves the words of `simulatedAmms.ts` for one pool. */
export class PoolAccounts {
  /** The pool, vault A, vault B, then other accounts that the AMM writes. */
  readonly writable: string[];
  readonly readonly: string[] = [];
  readonly #sharedIds = new Set<number>();
  readonly #named = new Map<string, AccountRef>();
  readonly #amm: SimulatedAmm;
  readonly #tokenA: SimulatedToken;
  readonly #tokenB: SimulatedToken;
  readonly #sharedAccounts: SharedAccounts;
  readonly #random: Random;

  constructor(
    amm: SimulatedAmm,
    [tokenA, tokenB]: readonly [SimulatedToken, SimulatedToken],
    sharedAccounts: SharedAccounts,
    random: Random,
  ) {
    this.#amm = amm;
    this.#tokenA = tokenA;
    this.#tokenB = tokenB;
    this.#sharedAccounts = sharedAccounts;
    this.#random = random;
    this.writable = [random.address(), random.address(), random.address()];
    // Transfers need these even if the swap's account list does not include them.
    for (const address of [amm.program, tokenA.program, tokenB.program, tokenA.mint, tokenB.mint]) {
      this.#sharedAccount(address);
    }
  }

  get shared(): readonly number[] {
    return [...this.#sharedIds];
  }

  createTemplate(instruction: SimulatedSwapInstruction, sellsA: boolean): SwapInstructionTemplate {
    const discriminator = Buffer.from(instruction.discriminator, 'hex');
    return {
      accounts: instruction.accounts.split(/\s+/).map((word) => this.#resolve(word, sellsA)),
      discriminator,
      dataLength: discriminator.length + 16 + instruction.tailBytes,
    };
  }

  writablePosition(word: string): number {
    return this.writable.indexOf(this.address(word));
  }

  address(word: string): string {
    const slot = this.#resolve(word, true);
    switch (slot.from) {
      case 'writable':
        return this.writable[slot.at] ?? '';
      case 'readonly':
        return this.readonly[slot.at] ?? '';
      case 'shared':
        return this.#sharedAccounts.addresses[slot.at] ?? '';
      default:
        throw new RangeError(`${word} is no account of the pool`);
    }
  }

  #resolve(word: string, sellsA: boolean): AccountRef {
    const isA = word.endsWith('A') || word.endsWith(sellsA ? 'In' : 'Out');
    const token = isA ? this.#tokenA : this.#tokenB;
    if (word.startsWith('@')) return this.#poolAccount(word, this.writable, 'writable');
    if (word.startsWith('#')) return this.#poolAccount(word, this.readonly, 'readonly');
    if (word.startsWith('%')) {
      return this.#sharedAccount(this.#sharedAccounts.programAccount(this.#amm.program, word));
    }
    if (word === 'payer') return { from: 'payer' };
    if (word === 'pool') return { from: 'writable', at: 0 };
    if (word === 'program') return this.#sharedAccount(this.#amm.program);
    if (word.startsWith('user')) return { from: isA ? 'userA' : 'userB' };
    if (word.startsWith('vault')) {
      return { from: 'writable', at: isA ? vaultAPosition : vaultBPosition };
    }
    if (word.startsWith('mint')) return this.#sharedAccount(token.mint);
    if (word.startsWith('tokenProgram')) return this.#sharedAccount(token.program);
    return this.#sharedAccount(word);
  }

  #poolAccount(word: string, list: string[], from: 'writable' | 'readonly'): AccountRef {
    const known = this.#named.get(word);
    if (known) return known;
    const slot: AccountRef = { from, at: list.push(this.#random.address()) - 1 };
    this.#named.set(word, slot);
    return slot;
  }

  #sharedAccount(address: string): AccountRef {
    const at = this.#sharedAccounts.id(address);
    this.#sharedIds.add(at);
    return { from: 'shared', at };
  }
}

/** Programs, mints and authorities of many pools; ids are table indexes. */
export class SharedAccounts {
  readonly lookupTable: string;
  readonly addresses: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #generated = new Map<string, string>();
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed, 'shared accounts');
    this.lookupTable = this.#random.address();
  }

  id(address: string): number {
    const known = this.#ids.get(address);
    if (known !== undefined) return known;
    // The maximum of a lookup table, whose indexes are bytes.
    if (this.addresses.length === 256) throw new RangeError('the shared lookup table is full');
    this.#ids.set(address, this.addresses.length);
    return this.addresses.push(address) - 1;
  }

  programAccount(program: string, name: string): string {
    const key = `${program} ${name}`;
    const known = this.#generated.get(key);
    if (known !== undefined) return known;
    const address = this.#random.address();
    this.#generated.set(key, address);
    return address;
  }
}
