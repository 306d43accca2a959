import type { ExportedRoutes } from './exportedRoutes.ts';

/** In time order. */
export interface RankedRows {
  readonly timeSeconds: Uint32Array;
  readonly route: Uint32Array;
  readonly revenuesUsd: Float64Array;
}

/** Each list without duplicates. */
export interface RankingThresholds {
  /** Descending: a pool that is not in a window is in no shorter one. */
  readonly rangesSeconds: readonly number[];
  /** Ascending. */
  readonly minTransactions: readonly number[];
  /** Ascending. */
  readonly tokensMax: readonly number[];
}

/** Gross gains are summed in millionths of a USD, so adding and subtracting leaves no residue. */
const unitsPerUsd = 1e6;
/** Sums with equal leading bits share a bucket, which is 1.6 % wide. Sums are below 2 ** 53. */
const droppedBits = 17;
const bucketOfOne = (127 << 23) >>> droppedBits;
const bucketCount = 2 + (53 << (23 - droppedBits));
/** Buckets are also counted in blocks of 2 ** 6. */
const blockBits = 6;
const blockCount = (bucketCount >> blockBits) + 1;
const paddedBuckets = blockCount << blockBits;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Monotonic in the sum. */
function bucketOf(units: number): number {
  if (units < 1) return 0;
  float[0] = units;
  return ((bits[0] ?? 0) >>> droppedBits) - bucketOfOne + 1;
}

const rowsPerStep = 1_024;
const none = -1;

/**
 * The finder's rankings at successive moments, for every ranking window and minimum number of
 * transactions. Each moment computes only the changes since the one before, so a day of exports
 * five seconds apart costs about as much as one export.
 *
 * A slot is a token in a ranking window: `token * windows + window`. A list is a ranking window
 * with a threshold: `window * minTransactions.length + level`.
 */
export class SlidingRankings {
  readonly #rows: RankedRows;
  readonly #routes: ExportedRoutes;
  readonly #thresholds: RankingThresholds;
  /** Time of the newest arbitrage before the moment, by listing. */
  readonly #creditedAt: Float64Array;
  readonly #rowUnits: Float64Array;
  #arrived = 0;
  /** Number of rows that have left each window. */
  readonly #left: number[];

  // By slot.
  readonly #units: Float64Array;
  readonly #transactions: Uint32Array;
  readonly #bucket: Int32Array;
  /** Number of thresholds that the token's transactions reach. */
  readonly #level: Uint8Array;
  /** Linked list of the slots of a bucket and window; `#first` is by window and bucket. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #first: Int32Array;

  // By list.
  readonly #members: Uint32Array;
  /** `#inBucket` by list and bucket, `#inBlock` by list and block of buckets. */
  readonly #inBucket: Uint32Array;
  readonly #inBlock: Uint32Array;

  /** By list and entry of `tokensMax`: the last listed bucket, and how many of it are listed. */
  readonly #lastBucket: Int32Array;
  readonly #room: Uint32Array;

  readonly #changed: number[] = [];
  readonly #isChanged: Uint8Array;

  constructor(rows: RankedRows, routes: ExportedRoutes, thresholds: RankingThresholds) {
    this.#rows = rows;
    this.#routes = routes;
    this.#thresholds = thresholds;
    const { rangesSeconds, minTransactions, tokensMax } = thresholds;
    // Gross gains are never negative.
    this.#rowUnits = rows.revenuesUsd.map((usd) => Math.round(usd * unitsPerUsd));
    const slots = routes.tokenCount * rangesSeconds.length;
    const lists = rangesSeconds.length * minTransactions.length;
    this.#creditedAt = new Float64Array(routes.listingCount).fill(Number.NEGATIVE_INFINITY);
    this.#left = rangesSeconds.map(() => 0);
    this.#units = new Float64Array(slots);
    this.#transactions = new Uint32Array(slots);
    this.#bucket = new Int32Array(slots).fill(none);
    this.#level = new Uint8Array(slots);
    this.#next = new Int32Array(slots);
    this.#previous = new Int32Array(slots);
    this.#first = new Int32Array(rangesSeconds.length * paddedBuckets).fill(none);
    this.#members = new Uint32Array(lists);
    this.#inBucket = new Uint32Array(lists * paddedBuckets);
    this.#inBlock = new Uint32Array(lists * blockCount);
    this.#lastBucket = new Int32Array(lists * tokensMax.length);
    this.#room = new Uint32Array(lists * tokensMax.length);
    this.#isChanged = new Uint8Array(slots);
  }

  /** Advances to a later moment, Unix seconds; windows end before it. */
  *advance(moment: number): Generator<void, void> {
    const { rangesSeconds } = this.#thresholds;
    yield* this.#arrive(moment);
    for (const [window, range] of rangesSeconds.entries())
      yield* this.#leave(window, moment - range);
    for (const slot of this.#changed) this.#settle(slot);
    this.#changed.length = 0;
    this.#findLast();
  }

  /**
   * Writes to `best`, by list, the first entry of `tokensMax` whose export has all pools of the
   * route in one group; `tokensMax.length` if there is none.
   */
  bestOf(route: number, moment: number, best: Uint8Array): void {
    const { rangesSeconds, minTransactions, tokensMax } = this.#thresholds;
    const { candidates, needed } = this.#routes;
    const [levels, creditedAt] = [this.#level, this.#creditedAt];
    const [windows, lists, entries] = [
      rangesSeconds.length,
      minTransactions.length,
      tokensMax.length,
    ];
    best.fill(entries);
    const end = candidates.from[route + 1] ?? 0;
    for (let candidate = candidates.from[route] ?? 0; candidate < end; candidate++) {
      let oldest = moment;
      const last = needed.from[candidate + 1] ?? 0;
      for (let at = needed.from[candidate] ?? 0; at < last; at++) {
        const time = creditedAt[needed.values[at] ?? 0] ?? 0;
        if (time < oldest) oldest = time;
      }
      const age = moment - oldest;
      const slots = (candidates.values[candidate] ?? 0) * windows;
      for (let window = 0; window < windows; window++) {
        if (age > (rangesSeconds[window] ?? 0)) break;
        const slot = slots + window;
        // A lower threshold only adds tokens ahead, so the entry never decreases.
        let entry = 0;
        for (let level = (levels[slot] ?? 0) - 1; level >= 0; level--) {
          const list = window * lists + level;
          entry = this.#leastEntry(slot, level, list, entry);
          if (entry === entries) break;
          if (entry < (best[list] ?? 0)) best[list] = entry;
        }
      }
    }
  }

  #leastEntry(slot: number, level: number, list: number, entry: number): number {
    const entries = this.#thresholds.tokensMax.length;
    const bucket = this.#bucket[slot] ?? 0;
    let least = entry;
    for (; least < entries; least++) {
      const at = list * entries + least;
      const last = this.#lastBucket[at] ?? 0;
      if (bucket > last) break;
      if (bucket === last && this.#isAhead(slot, level, this.#room[at] ?? 0)) break;
    }
    return least;
  }

  #isAhead(slot: number, level: number, room: number): boolean {
    const windows = this.#thresholds.rangesSeconds.length;
    const units = this.#units[slot] ?? 0;
    let ahead = 0;
    let other = this.#first[(slot % windows) * paddedBuckets + (this.#bucket[slot] ?? 0)] ?? none;
    for (; other !== none && ahead < room; other = this.#next[other] ?? none) {
      if ((this.#level[other] ?? 0) <= level) continue;
      const otherUnits = this.#units[other] ?? 0;
      if (otherUnits > units || (otherUnits === units && other < slot)) ahead += 1;
    }
    return ahead < room;
  }

  *#arrive(before: number): Generator<void, void> {
    const { timeSeconds, route: routes } = this.#rows;
    const { tokens, listings } = this.#routes;
    const windows = this.#thresholds.rangesSeconds.length;
    let row = this.#arrived;
    for (; row < timeSeconds.length; row++) {
      const time = timeSeconds[row] ?? 0;
      if (time >= before) break;
      if (row % rowsPerStep === 0) yield;
      const route = routes[row] ?? 0;
      const units = this.#rowUnits[row] ?? 0;
      const lastListing = listings.from[route + 1] ?? 0;
      for (let at = listings.from[route] ?? 0; at < lastListing; at++) {
        this.#creditedAt[listings.values[at] ?? 0] = time;
      }
      const lastToken = tokens.from[route + 1] ?? 0;
      for (let at = tokens.from[route] ?? 0; at < lastToken; at++) {
        const slots = (tokens.values[at] ?? 0) * windows;
        for (let slot = slots; slot < slots + windows; slot++) this.#change(slot, units, 1);
      }
    }
    this.#arrived = row;
  }

  *#leave(window: number, before: number): Generator<void, void> {
    const { timeSeconds, route: routes } = this.#rows;
    const { tokens } = this.#routes;
    const windows = this.#thresholds.rangesSeconds.length;
    let row = this.#left[window] ?? 0;
    for (; row < this.#arrived && (timeSeconds[row] ?? 0) < before; row++) {
      if (row % rowsPerStep === 0) yield;
      const route = routes[row] ?? 0;
      const units = this.#rowUnits[row] ?? 0;
      const last = tokens.from[route + 1] ?? 0;
      for (let at = tokens.from[route] ?? 0; at < last; at++) {
        this.#change((tokens.values[at] ?? 0) * windows + window, -units, -1);
      }
    }
    this.#left[window] = row;
  }

  #change(slot: number, units: number, transactions: number): void {
    this.#units[slot] = (this.#units[slot] ?? 0) + units;
    this.#transactions[slot] = (this.#transactions[slot] ?? 0) + transactions;
    if (this.#isChanged[slot] === 1) return;
    this.#isChanged[slot] = 1;
    this.#changed.push(slot);
  }

  #settle(slot: number): void {
    this.#isChanged[slot] = 0;
    const { rangesSeconds, minTransactions } = this.#thresholds;
    const window = slot % rangesSeconds.length;
    const transactions = this.#transactions[slot] ?? 0;
    const formerBucket = this.#bucket[slot] ?? none;
    const formerLevel = this.#level[slot] ?? 0;
    const bucket = transactions === 0 ? none : bucketOf(this.#units[slot] ?? 0);
    let level = 0;
    while (level < minTransactions.length && transactions >= (minTransactions[level] ?? 0)) level++;
    if (bucket === formerBucket && level === formerLevel) return;
    if (bucket !== formerBucket) {
      if (formerBucket !== none) this.#unlink(slot, window, formerBucket);
      if (bucket !== none) this.#link(slot, window, bucket);
      this.#bucket[slot] = bucket;
    }
    this.#level[slot] = level;
    const firstList = window * minTransactions.length;
    for (let at = 0; at < formerLevel; at++) this.#count(firstList + at, formerBucket, -1);
    for (let at = 0; at < level; at++) this.#count(firstList + at, bucket, 1);
  }

  #count(list: number, bucket: number, by: 1 | -1): void {
    const inBucket = list * paddedBuckets + bucket;
    const inBlock = list * blockCount + (bucket >> blockBits);
    this.#members[list] = (this.#members[list] ?? 0) + by;
    this.#inBucket[inBucket] = (this.#inBucket[inBucket] ?? 0) + by;
    this.#inBlock[inBlock] = (this.#inBlock[inBlock] ?? 0) + by;
  }

  #link(slot: number, window: number, bucket: number): void {
    const at = window * paddedBuckets + bucket;
    const first = this.#first[at] ?? none;
    this.#next[slot] = first;
    this.#previous[slot] = none;
    if (first !== none) this.#previous[first] = slot;
    this.#first[at] = slot;
  }

  #unlink(slot: number, window: number, bucket: number): void {
    const next = this.#next[slot] ?? none;
    const previous = this.#previous[slot] ?? none;
    if (next !== none) this.#previous[next] = previous;
    if (previous !== none) this.#next[previous] = next;
    else this.#first[window * paddedBuckets + bucket] = next;
  }

  #findLast(): void {
    const { tokensMax } = this.#thresholds;
    for (let list = 0; list < this.#members.length; list++) {
      const members = this.#members[list] ?? 0;
      const blocks = list * blockCount;
      const buckets = list * paddedBuckets;
      let block = blockCount - 1;
      let above = 0;
      for (let entry = 0; entry < tokensMax.length; entry++) {
        const at = list * tokensMax.length + entry;
        const wanted = tokensMax[entry] ?? 0;
        if (members <= wanted) {
          this.#lastBucket[at] = none;
          continue;
        }
        for (; above + (this.#inBlock[blocks + block] ?? 0) < wanted; block--) {
          above += this.#inBlock[blocks + block] ?? 0;
        }
        let bucket = ((block + 1) << blockBits) - 1;
        let listed = above;
        for (; listed + (this.#inBucket[buckets + bucket] ?? 0) < wanted; bucket--) {
          listed += this.#inBucket[buckets + bucket] ?? 0;
        }
        this.#lastBucket[at] = bucket;
        this.#room[at] = wanted - listed;
      }
    }
  }
}
