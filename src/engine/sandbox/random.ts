import { base58Alphabet } from '../../api/base58.ts';

/** Reproducible by seed on all platforms (sfc32, 128 bits of state). */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  /** Seeds are integers; strings are hashed. */
  constructor(...seeds: readonly (number | string)[]) {
    const [a = 0, b = 0, c = 0] = seeds.map((seed) =>
      typeof seed === 'string' ? fnv1a(seed) : seed,
    );
    this.reseed(a, b, c);
  }

  reseed(a: number, b: number, c: number): void {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = 1;
    for (let round = 0; round < 12; round++) this.nextUint32();
  }

  nextUint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    return this.nextUint32() / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Mean 0, deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  lognormal(median: number, deviation: number): number {
    return median * Math.exp(deviation * this.normal());
  }

  /** Poisson distribution, for small means. */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let events = 0;
    for (let product = this.next(); product > limit; product *= this.next()) events++;
    return events;
  }

  weightedIndex(cumulative: ArrayLike<number>): number {
    const target = this.next() * (cumulative[cumulative.length - 1] ?? 0);
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Base58 of exactly 32 bytes: 44 digits, the first at most 'H'. Faster than encoding bytes. */
  address(): string {
    return this.#digits(44, 1, 16);
  }

  /** Base58 of exactly 64 bytes: 88 digits, the first from '2' to '5', are below 2^512. */
  signature(end = ''): string {
    return this.#digits(88 - end.length, 1, 4) + end;
  }

  #digits(length: number, leastFirst: number, mostFirst: number): string {
    text[0] = alphabetCodes[leastFirst + this.below(mostFirst - leastFirst + 1)] ?? 0;
    for (let at = 1; at < length; ) {
      // Five digits from 32 bits: 58^5 is less than a sixth of 2^32, so the draw is nearly uniform.
      let bits = this.nextUint32();
      for (let part = 0; part < 5 && at < length; part++, at++) {
        const rest = Math.floor(bits / 58);
        text[at] = alphabetCodes[bits - rest * 58] ?? 0;
        bits = rest;
      }
    }
    return text.toString('latin1', 0, length);
  }
}

const alphabetCodes = Buffer.from(base58Alphabet, 'latin1');
const text = Buffer.alloc(88);

export function fnv1a(value: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) {
    hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

export function cumulativeSums(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, at) => {
    sum += weight;
    sums[at] = sum;
  });
  return sums;
}
