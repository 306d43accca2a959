import { Random } from './random.ts';

/**
 * Accounts that many pools read: programs, mints, authorities. They sit in one lookup table, where
 * an account's id is its index.
 */
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
    // A lookup table holds 256 addresses; their indexes are bytes.
    if (this.addresses.length === 256) throw new RangeError('the shared lookup table is full');
    this.#ids.set(address, this.addresses.length);
    return this.addresses.push(address) - 1;
  }

  /** The invented address of an account that all pools of a program share. */
  programAccount(program: string, name: string): string {
    const key = `${program} ${name}`;
    const known = this.#generated.get(key);
    if (known !== undefined) return known;
    const address = this.#random.address();
    this.#generated.set(key, address);
    return address;
  }
}
