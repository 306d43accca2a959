/** Addresses that look like a known one: typos, and what is put there to be copied by mistake. */

export interface LookAlike {
  /** The known address. */
  readonly address: string;
  readonly name: string;
  /** Why the two can be taken for each other. */
  readonly because: 'same-ends' | 'few-characters';
}

const endCharacters = 4;
/** Three parts of an address; two changes leave at least one of them as it was. */
const partCharacters = 8;
const middleStart = 14;
const mostChanges = 2;

type Known = readonly [address: string, name: string];

/** Finds the known address that another one looks like, in a time that does not grow with them. */
export class LookAlikes {
  readonly #known: ReadonlySet<string>;
  readonly #byEnds = new Map<string, Known>();
  readonly #byPart = new Map<string, Known[]>();

  constructor(known: Iterable<Known>) {
    const addresses = new Set<string>();
    for (const entry of known) {
      const [address] = entry;
      if (addresses.has(address)) continue;
      addresses.add(address);
      const ends = endsOf(address);
      if (!this.#byEnds.has(ends)) this.#byEnds.set(ends, entry);
      for (const part of partsOf(address)) {
        const others = this.#byPart.get(part);
        if (others === undefined) this.#byPart.set(part, [entry]);
        else others.push(entry);
      }
    }
    this.#known = addresses;
  }

  /** `null` for an address that is itself known, and for one that looks like none. */
  find(text: string): LookAlike | null {
    if (this.#known.has(text)) return null;
    const near = this.#near(text);
    if (near !== null) return { address: near[0], name: near[1], because: 'few-characters' };
    const same = this.#byEnds.get(endsOf(text));
    if (same === undefined || isMostlyOnes(text)) return null;
    return { address: same[0], name: same[1], because: 'same-ends' };
  }

  #near(text: string): Known | null {
    const tried = new Set<string>();
    for (const part of partsAround(text)) {
      for (const known of this.#byPart.get(part) ?? []) {
        const [address] = known;
        if (tried.has(address)) continue;
        tried.add(address);
        if (isWithin(text, address, mostChanges)) return known;
      }
    }
    return null;
  }
}

const endsOf = (address: string): string =>
  `${address.slice(0, endCharacters)}…${address.slice(-endCharacters)}`;

/** The chain's own addresses share their ones, not a maker who chose them. */
const isMostlyOnes = (address: string): boolean => /1{16}/.test(address);

const startOf = (text: string): string => `<${text.slice(0, partCharacters)}`;
const endOf = (text: string): string => `>${text.slice(-partCharacters)}`;
const middleOf = (text: string, from: number): string => text.slice(from, from + partCharacters);

const partsOf = (address: string): string[] => [
  startOf(address),
  endOf(address),
  middleOf(address, middleStart),
];

/** The same parts of another address, where characters may have come in or gone before them. */
const partsAround = (text: string): string[] => [
  startOf(text),
  endOf(text),
  ...[-2, -1, 0, 1, 2].map((shift) => middleOf(text, middleStart + shift)),
];

/** Whether so few characters changed, came in or are gone, or two neighbours changed places. */
function isWithin(first: string, second: string, most: number): boolean {
  if (Math.abs(first.length - second.length) > most) return false;
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let at = 1; at <= first.length; at++) {
    const next = [at];
    let least = at;
    const [from, to] = [Math.max(1, at - most), Math.min(second.length, at + most)];
    if (from > 1) next[from - 1] = most + 1;
    for (let other = from; other <= to; other++) {
      const isSame = first[at - 1] === second[other - 1];
      const value = Math.min(
        (row[other - 1] ?? most) + (isSame ? 0 : 1),
        (row[other] ?? most + 1) + 1,
        (next[other - 1] ?? most + 1) + 1,
      );
      next[other] = value;
      least = Math.min(least, value);
    }
    if (least > most) return false;
    next[to + 1] = most + 1;
    row = next;
  }
  return (row[second.length] ?? most + 1) <= most;
}
