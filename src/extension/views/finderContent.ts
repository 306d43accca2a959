import { knownMints } from '../../solana/knownMints.ts';
import { changeMarks } from './changeMarks.ts';
import { localFiltersOf } from './filters/filters.ts';
import type { FinderAnswer } from './finderAnswer.ts';
import { type Arranged, type Arrangement, arrange } from './finderArrangement.ts';
import type { FinderChoices } from './finderChoices.ts';
import { finderRows } from './finderRows.ts';
import type { TokenFact } from './tokenFacts.ts';
import type { TreeRow } from './treeRow.ts';

export interface FinderContentOptions {
  readonly choices: Pick<FinderChoices, 'filters' | 'order' | 'pins'>;
  readonly factOf: (mint: string) => TokenFact | undefined;
}

/** The newest answer, the one before it, and what is shown of them. */
export class FinderContent {
  readonly #options: FinderContentOptions;
  #answer: FinderAnswer | null = null;
  #before: FinderAnswer | null = null;
  #shown: FinderAnswer | null = null;
  #rows: readonly TreeRow[] = [];

  constructor(options: FinderContentOptions) {
    this.#options = options;
  }

  /** As the service gave it; null before the first. */
  get answer(): FinderAnswer | null {
    return this.#answer;
  }

  /** The answer with the tokens that are shown, in their order. */
  get shown(): FinderAnswer | null {
    return this.#shown;
  }

  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  take(answer: FinderAnswer): void {
    // An answer that was kept and comes again changes nothing, also not what is marked.
    if (this.#answer?.answeredAtMilliseconds !== answer.answeredAtMilliseconds) {
      this.#before = this.#answer;
    }
    this.#answer = answer;
  }

  forget(): void {
    this.#answer = null;
    this.#before = null;
    this.arrange();
  }

  /** Mints that something is still to be known of: symbols, and authorities where they matter. */
  get unnamed(): string[] {
    const { isMintRevoked, isFreezeRevoked } = localFiltersOf(this.#options.choices.filters);
    const areAllAsked = isMintRevoked || isFreezeRevoked;
    const mints = (this.#answer?.result.tokens ?? []).map(({ mint }) => mint);
    return mints.filter((mint) => areAllAsked || !knownMints.has(mint));
  }

  /** Makes the rows anew; whether anything else is shown than before. */
  arrange(): boolean {
    const former = this.#shown;
    const arranged = this.#arranged(this.#answer, this.#options.choices.pins);
    this.#shown = arranged?.answer ?? null;
    this.#rows = arranged === null ? [] : this.#rowsOf(arranged);
    return former === null || this.#shown === null
      ? former !== this.#shown
      : !isSameList(former, this.#shown);
  }

  #rowsOf({ answer, hidden }: Arranged): TreeRow[] {
    const { choices, factOf } = this.#options;
    // Pins move nothing: what changed is told of the order that both have without them.
    const now = this.#arranged(this.#answer, [])?.answer ?? answer;
    const marks = changeMarks(this.#arranged(this.#before, [])?.answer ?? null, now);
    const { pins, order } = choices;
    return finderRows(answer, { marks, pins, order, hidden, factOf });
  }

  #arranged(answer: FinderAnswer | null, pins: readonly string[]): Arranged | null {
    if (answer === null) return null;
    const { choices, factOf } = this.#options;
    const { order, filters } = choices;
    const how: Arrangement = { order, pins, local: localFiltersOf(filters), factOf };
    return arrange(answer, how);
  }
}

/** The same answer, with the same tokens in the same order. */
const isSameList = (first: FinderAnswer, second: FinderAnswer): boolean =>
  first.answeredAtMilliseconds === second.answeredAtMilliseconds &&
  first.source === second.source &&
  JSON.stringify(first.result.tokens.map(({ mint }) => mint)) ===
    JSON.stringify(second.result.tokens.map(({ mint }) => mint));
