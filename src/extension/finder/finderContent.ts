import { knownMints } from '../../solana/knownMints.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import { type ArrangedResponse, arrangeResponse } from './arrangeResponse.ts';
import { toLocalFilters } from './filters/filters.ts';
import type { FinderPreferences } from './filters/finderPreferences.ts';
import { compareFinderResponses, isSameRequest } from './finderChanges.ts';
import type { FinderResponse } from './finderResponse.ts';
import { finderRows } from './finderRows.ts';
import type { PoolPair } from './poolPairs.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import { keptSlots, sortedSlots, type TokenSlot } from './tokenSlots.ts';
import { type VerdictAge, verdictChangesIn, verdictRow } from './verdictRow.ts';

export interface FinderContentOptions {
  readonly preferences: Pick<FinderPreferences, 'filters' | 'order' | 'pins'>;
  readonly infoOf: (mint: string) => KnownTokenInfo | null | undefined;
  readonly pairOf: (pool: string) => PoolPair | undefined;
}

export class FinderContent {
  readonly #options: FinderContentOptions;
  #response: FinderResponse | null = null;
  #previous: FinderResponse | null = null;
  #shown: FinderResponse | null = null;
  #rows: readonly TreeRow[] = [];
  #slots: readonly TokenSlot[] = [];
  #sortsNext = true;

  constructor(options: FinderContentOptions) {
    this.#options = options;
  }

  /** As received; null before the first. */
  get response(): FinderResponse | null {
    return this.#response;
  }

  /** With only the shown tokens, in their order. */
  get shown(): FinderResponse | null {
    return this.#shown;
  }

  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  /** Updates the row of the verdict for an age; null before the first response. */
  ageVerdict(age: VerdictAge): { readonly row: TreeRow; readonly changesIn: number } | null {
    if (this.#shown === null) return null;
    const row = verdictRow(this.#shown, age);
    this.#rows = [row, ...this.#rows.slice(1)];
    return { row, changesIn: verdictChangesIn(this.#shown, age) };
  }

  setResponse(response: FinderResponse): void {
    // Another request: missing tokens did not drop out.
    if (this.#response !== null && !isComparable(this.#response, response)) this.sortNext();
    // Showing a cached response again must not change what is marked.
    if (this.#response?.answeredAtMilliseconds !== response.answeredAtMilliseconds) {
      this.#previous = this.#response;
    }
    this.#response = response;
  }

  /** Sorts the rows at the next update; otherwise each stays where it is. */
  sortNext(): void {
    this.#sortsNext = true;
  }

  clear(): void {
    this.sortNext();
    this.#response = null;
    this.#previous = null;
    this.updateRows();
  }

  /** Mints whose symbol is unknown, or whose authorities matter. */
  get mintsToLoad(): string[] {
    const mints = (this.#response?.result.tokens ?? []).map(({ mint }) => mint);
    return mints.filter((mint) => this.needsTokenInfo || !knownMints.has(mint));
  }

  /** Whether filters hide tokens until their authorities are known. */
  get needsTokenInfo(): boolean {
    const { isMintRevoked, isFreezeRevoked } = toLocalFilters(this.#options.preferences.filters);
    return isMintRevoked || isFreezeRevoked;
  }

  /** Returns whether the shown tokens changed. */
  updateRows(): boolean {
    const former = this.#shown;
    const arranged = this.#arrange(this.#response, this.#options.preferences.pins);
    this.#shown = arranged?.response ?? null;
    if (arranged !== null) this.#placeTokens(arranged);
    this.#rows = arranged === null ? [] : this.#buildRows(arranged);
    return former === null || this.#shown === null
      ? former !== this.#shown
      : !hasSameTokens(former, this.#shown);
  }

  #placeTokens({ response, hiddenTokens }: ArrangedResponse): void {
    const { tokens } = response.result;
    this.#slots = this.#sortsNext ? sortedSlots(tokens) : keptSlots(this.#slots, tokens);
    // Tokens still being checked appear one by one, and must be sorted in.
    this.#sortsNext = hiddenTokens.unchecked.length > 0;
  }

  #buildRows({ response, hiddenTokens }: ArrangedResponse): TreeRow[] {
    const { preferences, infoOf, pairOf } = this.#options;
    // Compares the orders without pins, so that pins cause no rank changes.
    const now = this.#arrange(this.#response, [])?.response ?? response;
    const former = this.#previous;
    const older = former !== null && isComparable(former, now) ? former : null;
    const changes = compareFinderResponses(this.#arrange(older, [])?.response ?? null, now);
    const { pins, order } = preferences;
    const slots = this.#slots;
    return finderRows(response, { changes, pins, order, hiddenTokens, slots, infoOf, pairOf });
  }

  #arrange(response: FinderResponse | null, pins: readonly string[]): ArrangedResponse | null {
    if (response === null) return null;
    const { preferences, infoOf } = this.#options;
    const { order, filters } = preferences;
    return arrangeResponse(response, { order, pins, filters: toLocalFilters(filters), infoOf });
  }
}

/** Whether both have what sorts the newer one: without its growth, the older has another order. */
const isComparable = (older: FinderResponse, newer: FinderResponse): boolean =>
  isSameRequest(older, newer) &&
  (newer.growths === undefined || newer.growths.seconds === older.growths?.seconds);

const hasSameTokens = (first: FinderResponse, second: FinderResponse): boolean =>
  first.answeredAtMilliseconds === second.answeredAtMilliseconds &&
  first.source.name === second.source.name &&
  JSON.stringify(first.result.tokens.map(({ mint }) => mint)) ===
    JSON.stringify(second.result.tokens.map(({ mint }) => mint));
