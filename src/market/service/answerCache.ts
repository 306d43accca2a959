import type { OperationName } from '../../interface/operations.ts';
import type { CallAnswer } from '../callProtocol.ts';
import { lifetimeOf } from './answerLifetimes.ts';
import type { KeptAnswers } from './keptAnswers.ts';

interface Entry {
  readonly answer: CallAnswer;
  readonly atMilliseconds: number;
  readonly untilMilliseconds: number;
  readonly characters: number;
}

/** Of all answers, as JSON. */
const charactersMaximum = 16 * 1024 * 1024;
/** A larger answer is asked for again: it would put out all others. */
const answerCharactersMaximum = 2 * 1024 * 1024;

/**
 * Answers of one connection while they are as good as new ones; those that last are in files as
 * well. What is used least lately goes first.
 */
export class AnswerCache {
  readonly #kept: KeptAnswers | null;
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(kept: KeptAnswers | null) {
    this.#kept = kept;
  }

  /** A kept answer, with the time at which it was given. */
  find(operation: OperationName, key: string): CallAnswer | null {
    const entry = this.#entries.get(key);
    const now = Date.now();
    if (entry !== undefined) {
      this.#remove(key, entry);
      if (now < entry.untilMilliseconds) {
        this.#insert(key, entry);
        return { ...entry.answer, cachedAtMilliseconds: entry.atMilliseconds };
      }
    }
    const found = this.#kept?.find(operation, key) ?? null;
    if (found === null) return null;
    const { result, atMilliseconds } = found;
    const lifetime = lifetimeOf(operation, result, now);
    if (lifetime === null || now - atMilliseconds >= lifetime.milliseconds) return null;
    return { result, cachedAtMilliseconds: atMilliseconds };
  }

  /** Parameters and results of the token infos that were kept over sessions. */
  tokens(): Iterable<readonly [unknown, unknown]> {
    return this.#kept?.all('tokenInfo') ?? [];
  }

  /** Keeps an answer that was just given; `text` is the JSON of its result. */
  add(operation: OperationName, key: string, answer: CallAnswer, text: string): void {
    const now = Date.now();
    const lifetime = lifetimeOf(operation, answer.result, now);
    if (lifetime === null) return;
    if (text.length > answerCharactersMaximum) return;
    const before = this.#entries.get(key);
    if (before !== undefined) this.#remove(key, before);
    this.#insert(key, {
      answer,
      atMilliseconds: now,
      untilMilliseconds: now + lifetime.milliseconds,
      characters: text.length,
    });
    // One with a member that could not be read may be whole the next time.
    if (lifetime.isPersistent === true && answer.faults === undefined) {
      this.#kept?.add(operation, key, text, now);
    }
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#characters += entry.characters;
    for (const [oldest, old] of this.#entries) {
      if (this.#characters <= charactersMaximum) break;
      this.#remove(oldest, old);
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#characters -= entry.characters;
  }
}
