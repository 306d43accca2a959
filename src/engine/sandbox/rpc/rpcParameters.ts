import { isAddress } from '../../../api/base58.ts';
import { decodeBase58 } from '../../../solana/base58.ts';
import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';

export const commitments = ['processed', 'confirmed', 'finalized'] as const;
export type RpcCommitment = (typeof commitments)[number];

export const invalidParams = (message: string): LandingError =>
  new LandingError(rpcErrorCodes.invalidParams, `Invalid params: ${message}`);

/**
 * By position, or by name for options. Null counts as absent. Every reader throws a LandingError
 * with the parameter and its expected value.
 */
export class RpcParameters {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #path: string;

  constructor(values: object, path = 'params') {
    this.#values = new Map(Object.entries(values));
    this.#path = path;
  }

  value(key: number | string): unknown {
    return this.#values.get(String(key)) ?? undefined;
  }

  has(key: number | string): boolean {
    return this.value(key) !== undefined;
  }

  fault(key: number | string, expected: string): LandingError {
    return invalidParams(`${this.#pathOf(key)} must be ${expected}`);
  }

  string(key: number | string, expected: string): string {
    const value = this.value(key);
    if (typeof value !== 'string') throw this.fault(key, expected);
    return value;
  }

  address(key: number | string): string {
    const value = this.value(key);
    if (typeof value !== 'string' || !isAddress(value)) {
      throw this.fault(key, 'an address: 32 bytes in Base58');
    }
    return value;
  }

  /** In Base58; `length` in bytes. */
  bytes(key: number | string, length: number, what: string): string {
    const value = this.value(key);
    // A byte takes at most 1.4 digits; longer text is rejected without decoding it.
    const isShort = typeof value === 'string' && value.length <= length * 1.4;
    if (!isShort || decodeBase58(value)?.length !== length) {
      throw this.fault(key, `${what}: ${length} bytes in Base58`);
    }
    return value;
  }

  /** Non-negative. */
  integer(key: number | string, expected: string): number {
    const value = this.optionalInteger(key, expected);
    if (value === undefined) throw this.fault(key, expected);
    return value;
  }

  optionalInteger(key: number | string, expected: string): number | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || Number(value) < 0) throw this.fault(key, expected);
    return Number(value);
  }

  flag(key: string): boolean {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'boolean') throw this.fault(key, 'true or false');
    return value ?? false;
  }

  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    const chosen = choices.find((each) => each === value);
    if (chosen === undefined) throw this.fault(key, `one of ${choices.join(', ')}`);
    return chosen;
  }

  commitment(key = 'commitment'): RpcCommitment | undefined {
    return this.choice(key, commitments);
  }

  addresses(key: number | string, maximum: number): string[] {
    return this.#list(key, maximum, 'addresses', (list, at) => list.address(at));
  }

  signatures(key: number | string, maximum: number): string[] {
    return this.#list(key, maximum, 'signatures', (list, at) => list.bytes(at, 64, 'a signature'));
  }

  /** Empty if the parameter is absent. */
  options(key: number | string): RpcParameters {
    const value = this.value(key) ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) throw this.fault(key, 'an object');
    return new RpcParameters(value, this.#pathOf(key));
  }

  #list<Item>(
    key: number | string,
    maximum: number,
    of: string,
    read: (list: RpcParameters, at: number) => Item,
  ): Item[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw this.fault(key, `a list of ${of}`);
    if (value.length > maximum) throw this.fault(key, `a list of at most ${maximum} ${of}`);
    const list = new RpcParameters(value, this.#pathOf(key));
    return value.map((_, at) => read(list, at));
  }

  #pathOf(key: number | string): string {
    return typeof key === 'number' ? `${this.#path}[${key}]` : `${this.#path}.${key}`;
  }
}
