/** Finds addresses that resemble a known one: typos and spoofed addresses. */

export interface LookAlike {
  readonly address: string;
  readonly name: string;
  readonly reason: 'same-ends' | 'few-characters';
}

const endLength = 4;
/** Length of the three indexed segments; two edits leave at least one unchanged. */
const segmentLength = 8;
const middleSegmentStart = 14;
const maxEdits = 2;

type KnownEntry = readonly [address: string, name: string];

/** Its time does not depend on the number of known addresses. */
export class LookAlikeIndex {
  readonly #known: ReadonlySet<string>;
  readonly #byEnds = new Map<string, KnownEntry>();
  readonly #bySegment = new Map<string, KnownEntry[]>();

  constructor(known: Iterable<KnownEntry>) {
    const addresses = new Set<string>();
    for (const entry of known) {
      const [address] = entry;
      if (addresses.has(address)) continue;
      addresses.add(address);
      const ends = endsOf(address);
      if (!this.#byEnds.has(ends)) this.#byEnds.set(ends, entry);
      for (const part of segmentsOf(address)) {
        const others = this.#bySegment.get(part);
        if (others === undefined) this.#bySegment.set(part, [entry]);
        else others.push(entry);
      }
    }
    this.#known = addresses;
  }

  /** `null` for known addresses, for those that resemble none, and for one repeated character. */
  find(text: string): LookAlike | null {
    if (this.#known.has(text) || /^(.)\1*$/.test(text)) return null;
    const near = this.#findByEdits(text);
    if (near !== null) return { address: near[0], name: near[1], reason: 'few-characters' };
    const same = this.#byEnds.get(endsOf(text));
    if (same === undefined || isMostlyPadding(text)) return null;
    return { address: same[0], name: same[1], reason: 'same-ends' };
  }

  #findByEdits(text: string): KnownEntry | null {
    const tried = new Set<string>();
    for (const part of segmentsAround(text)) {
      for (const known of this.#bySegment.get(part) ?? []) {
        const [address] = known;
        if (tried.has(address)) continue;
        tried.add(address);
        if (isWithinEdits(text, address, maxEdits)) return known;
      }
    }
    return null;
  }
}

const endsOf = (address: string): string =>
  `${address.slice(0, endLength)}…${address.slice(-endLength)}`;

/** The chain's own addresses share their padding of ones, which is no sign of spoofing. */
const isMostlyPadding = (address: string): boolean => /1{16}/.test(address);

const startSegment = (text: string): string => `<${text.slice(0, segmentLength)}`;
const endSegment = (text: string): string => `>${text.slice(-segmentLength)}`;
const middleSegment = (text: string, from: number): string =>
  text.slice(from, from + segmentLength);

const segmentsOf = (address: string): string[] => [
  startSegment(address),
  endSegment(address),
  middleSegment(address, middleSegmentStart),
];

/** The same segments of another address, shifted by up to two insertions or deletions. */
const segmentsAround = (text: string): string[] => [
  startSegment(text),
  endSegment(text),
  ...[-2, -1, 0, 1, 2].map((shift) => middleSegment(text, middleSegmentStart + shift)),
];

/** Whether the edit distance, with swaps of neighbours, is at most `most`. */
function isWithinEdits(first: string, second: string, most: number): boolean {
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
