import { base58Alphabet } from '../../api/base58.ts';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';
import type { ImportedPool } from './parsePoolEntry.ts';

/** A pool in a list; empty text for unknown values. */
export type IndexedPool = Omit<ImportedPool, 'vaultA' | 'vaultB' | 'parameters' | 'addresses'>;

export interface PoolIndexFilter {
  readonly program?: string;
  /** On either side. */
  readonly mint?: string;
  /** Both sides must be among these. */
  readonly mints?: readonly string[];
  readonly pools?: readonly string[];
  readonly onlyAggregator?: boolean;
}

export interface PoolRange {
  readonly offset: number;
  readonly limit: number;
  /** Pools before all others, in this order; those that are not in the list do not count. */
  readonly first?: readonly string[];
}

/** Matches one of a pool's addresses or mints. */
export interface PoolSearchTerm {
  /** At least one character. */
  readonly prefix: string;
  /** Empty matches everything. */
  readonly suffix: string;
  readonly mints: readonly string[];
}

const addressBytes = 32;
/** As many Base58 characters as a double represents exactly. */
const keyCharacters = 8;

/** Numbers texts; for texts that many pools share. */
class StringTable {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  idOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }
}

/** Uses about 60 bytes per pool; searches hundreds of thousands within milliseconds. */
export class PoolList {
  readonly #names = new StringTable();
  #count = 0;
  #addresses = new Uint8Array(0);
  /** First characters of each address as a number, in the same order. */
  #keys = new Float64Array(0);
  /** Per pool: program, both mints and lookup table. */
  #columnIds = new Uint32Array(0);
  #aggregators = new Uint8Array(0);
  #aggregatorPools = 0;

  add(pools: readonly IndexedPool[]): void {
    this.#reserve(this.#count + pools.length);
    for (const { pool, program, mintA, mintB, lookupTable, isAggregator } of pools) {
      const row = this.#count;
      const bytes = decodeBase58(pool);
      if (bytes?.length !== addressBytes) continue;
      this.#addresses.set(bytes, row * addressBytes);
      this.#keys[row] = prefixKey(pool, 0) ?? 0;
      this.#columnIds[row * 4] = this.#names.idOf(program);
      this.#columnIds[row * 4 + 1] = this.#names.idOf(mintA);
      this.#columnIds[row * 4 + 2] = this.#names.idOf(mintB);
      this.#columnIds[row * 4 + 3] = this.#names.idOf(lookupTable);
      this.#aggregators[row] = Number(isAggregator);
      this.#aggregatorPools += Number(isAggregator);
      this.#count += 1;
    }
  }

  get count(): number {
    return this.#count;
  }

  get aggregatorPools(): number {
    return this.#aggregatorPools;
  }

  /** Number of matching pools per program, largest first. */
  programs(filter: PoolIndexFilter): { readonly program: string; readonly pools: number }[] {
    const counts = new Uint32Array(this.#names.texts.length);
    const passes = this.#createFilter(filter);
    for (let row = 0; row < this.#count; row += 1) {
      if (passes !== null && !passes(row)) continue;
      const program = this.#columnIds[row * 4] ?? 0;
      counts[program] = (counts[program] ?? 0) + 1;
    }
    return this.#names.texts
      .map((program, number) => ({ program, pools: counts[number] ?? 0 }))
      .filter(({ pools }) => pools > 0)
      .sort(
        (first, second) => second.pools - first.pools || (first.program < second.program ? -1 : 1),
      );
  }

  /** A page of matching pools, `first` ones before the others in order of arrival, and the total. */
  page(
    filter: PoolIndexFilter,
    { offset, limit, first = [] }: PoolRange,
  ): { readonly rows: IndexedPool[]; readonly total: number } {
    const passes = this.#createFilter(filter);
    const places = this.#find(first, passes);
    const isFirst = new Set(places);
    const rows = places.slice(offset, offset + limit).map((row) => this.#row(row));
    if (passes === null && places.length === 0) {
      const end = Math.min(this.#count, offset + limit);
      for (let row = offset; row < end; row += 1) rows.push(this.#row(row));
      return { rows, total: this.#count };
    }
    let total = places.length;
    for (let row = 0; row < this.#count; row += 1) {
      if (isFirst.has(row) || (passes !== null && !passes(row))) continue;
      if (total >= offset && rows.length < limit) rows.push(this.#row(row));
      total += 1;
    }
    return { rows, total };
  }

  /** Rows of the pools that pass, in the given order. */
  #find(pools: readonly string[], passes: ((row: number) => boolean) | null): number[] {
    if (pools.length === 0) return [];
    const isWanted = this.#createFilter({ pools });
    const rows = new Map<string, number>();
    for (let row = 0; row < this.#count; row += 1) {
      if (isWanted?.(row) && (passes === null || passes(row))) rows.set(this.#address(row), row);
    }
    return [...new Set(pools)].flatMap((pool) => rows.get(pool) ?? []);
  }

  /** Pools that match every term: first by their own address, then by mints. */
  search(terms: readonly PoolSearchTerm[], filter: PoolIndexFilter, limit: number): IndexedPool[] {
    const matchers = terms.map((term) => this.#createMatcher(term));
    const [first] = matchers;
    if (first === undefined) return [];
    const found: number[][] = [[], [], []];
    const passes = this.#createFilter(filter);
    for (let row = 0; row < this.#count; row += 1) {
      const rank = first(row);
      if (rank === null || (passes !== null && !passes(row))) continue;
      if (!matchers.every((matcher) => matcher(row) !== null)) continue;
      const ofRank = found[rank];
      if (ofRank !== undefined && ofRank.length < limit) ofRank.push(row);
    }
    return found
      .flat()
      .slice(0, limit)
      .map((row) => this.#row(row));
  }

  #reserve(count: number): void {
    if (count * addressBytes <= this.#addresses.length) return;
    const room = Math.max(count, this.#count * 2);
    const grown = <Values extends Uint8Array | Uint32Array | Float64Array>(
      from: Values,
      to: Values,
    ): Values => {
      to.set(from);
      return to;
    };
    this.#addresses = grown(this.#addresses, new Uint8Array(room * addressBytes));
    this.#keys = grown(this.#keys, new Float64Array(room));
    this.#columnIds = grown(this.#columnIds, new Uint32Array(room * 4));
    this.#aggregators = grown(this.#aggregators, new Uint8Array(room));
  }

  /** A predicate for rows; `null` if every row passes. Faster than a generator. */
  #createFilter(filter: PoolIndexFilter): ((row: number) => boolean) | null {
    const { program, mint, mints, pools, onlyAggregator = false } = filter;
    const isOpen = [program, mint, mints, pools].every((each) => each === undefined);
    if (isOpen && !onlyAggregator) return null;
    const numbers = this.#columnIds;
    const aggregators = this.#aggregators;
    const ofProgram = program === undefined ? null : this.#names.find(program);
    const ofMint = mint === undefined ? null : this.#names.find(mint);
    const among = mints === undefined ? null : new Set(mints.map((each) => this.#names.find(each)));
    const addresses = pools === undefined ? null : new Set(pools);
    const keys = new Set(pools?.map((pool) => prefixKey(pool, 0)));
    return (row) => {
      const mintA = numbers[row * 4 + 1] ?? 0;
      const mintB = numbers[row * 4 + 2] ?? 0;
      return (
        (ofProgram === null || numbers[row * 4] === ofProgram) &&
        (ofMint === null || mintA === ofMint || mintB === ofMint) &&
        (among === null || (among.has(mintA) && among.has(mintB))) &&
        (!onlyAggregator || aggregators[row] === 1) &&
        // Comparing keys is far cheaper than encoding an address.
        (addresses === null ||
          (keys.has(this.#keys[row] ?? 0) && addresses.has(this.#address(row))))
      );
    };
  }

  /** What matches: the pool (0), a mint (1), the program (2) or nothing (`null`). */
  #createMatcher({ prefix, suffix, mints }: PoolSearchTerm): (row: number) => 0 | 1 | 2 | null {
    const { texts } = this.#names;
    const isNamed = new Uint8Array(texts.length);
    texts.forEach((text, number) => {
      if (text.startsWith(prefix) && text.endsWith(suffix)) isNamed[number] = 1;
    });
    const isMint = Uint8Array.from(isNamed);
    for (const mint of mints) {
      const number = this.#names.find(mint);
      if (number !== -1) isMint[number] = 1;
    }
    const low = prefixKey(prefix, 0);
    const high = prefixKey(prefix, base58Alphabet.length - 1);
    const isWhole = suffix === '' && prefix.length <= keyCharacters;
    const keys = this.#keys;
    const numbers = this.#columnIds;
    return (row) => {
      const key = keys[row] ?? 0;
      if (low !== null && high !== null && key >= low && key <= high) {
        if (isWhole) return 0;
        const address = this.#address(row);
        if (address.startsWith(prefix) && address.endsWith(suffix)) return 0;
      }
      if (isMint[numbers[row * 4 + 1] ?? 0] === 1 || isMint[numbers[row * 4 + 2] ?? 0] === 1) {
        return 1;
      }
      return isNamed[numbers[row * 4] ?? 0] === 1 ? 2 : null;
    };
  }

  #address(row: number): string {
    const start = row * addressBytes;
    return encodeBase58(this.#addresses.subarray(start, start + addressBytes));
  }

  #row(row: number): IndexedPool {
    const text = (column: number): string =>
      this.#names.texts[this.#columnIds[row * 4 + column] ?? 0] ?? '';
    return {
      pool: this.#address(row),
      program: text(0),
      mintA: text(1),
      mintB: text(2),
      lookupTable: text(3),
      isAggregator: this.#aggregators[row] === 1,
    };
  }
}

/** The first characters as a number, padded with `filling`; `null` if not Base58. */
function prefixKey(text: string, filling: number): number | null {
  let key = 0;
  for (let index = 0; index < keyCharacters; index += 1) {
    const digit = index < text.length ? base58Alphabet.indexOf(text.charAt(index)) : filling;
    if (digit === -1) return null;
    key = key * base58Alphabet.length + digit;
  }
  return key;
}
