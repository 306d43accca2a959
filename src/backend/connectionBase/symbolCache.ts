import { LRUCache } from 'lru-cache';
import { isObject } from '../../api/isObject.ts';
import { knownMints } from '../../solana/knownMints.ts';

/** Longer ones are no symbols; every list would be theirs. */
const maxSymbolCharacters = 32;
/** Of tokens met in answers; the oldest go first. */
const maxSymbols = 50_000;

/** Symbols of mints for lists and searches; known ones cannot be taken. A symbol is no identity. */
export class SymbolCache {
  readonly #learned = new LRUCache<string, string>({ max: maxSymbols });

  add(mint: string, symbol: string): void {
    // Control and format characters would draw over the rest of a row.
    const clean = symbol.replace(/[\p{C}\s]+/gu, ' ').trim();
    if (clean === '' || clean.length > maxSymbolCharacters || knownMints.has(mint)) return;
    this.#learned.set(mint, clean);
  }

  /** Takes what an answer tells of its own token, or of those on a transaction's route. */
  learn(operation: string, parameters: unknown, result: unknown): void {
    if (!isObject(result)) return;
    if (operation === 'tokenInfo' && isObject(parameters)) {
      this.#addFrom(parameters['token'], result);
    }
    const route = operation === 'transaction' ? result['route_map_details'] : undefined;
    if (!Array.isArray(route)) return;
    for (const step of route.filter(isObject)) {
      this.#addFrom(step['input_mint'], step['input_mint_info']);
      this.#addFrom(step['output_mint'], step['output_mint_info']);
    }
  }

  /** Empty text where none is known. */
  symbolOf(mint: string): string {
    return knownMints.get(mint)?.symbol ?? this.#learned.peek(mint) ?? '';
  }

  /** Mints whose symbol is the text, or begins with it, in any case; the exact ones first. */
  findMints(text: string, limit: number): string[] {
    const wanted = text.toLowerCase();
    if (wanted === '') return [];
    const exact: string[] = [];
    const beginning: string[] = [];
    const look = (mint: string, symbol: string): void => {
      const lower = symbol.toLowerCase();
      if (lower === wanted) exact.push(mint);
      else if (lower.startsWith(wanted)) beginning.push(mint);
    };
    for (const [mint, { symbol }] of knownMints) look(mint, symbol);
    for (const [mint, symbol] of this.#learned) look(mint, symbol);
    return [...exact, ...beginning].slice(0, limit);
  }

  #addFrom(mint: unknown, holder: unknown): void {
    if (typeof mint !== 'string' || !isObject(holder)) return;
    const { symbol } = holder;
    if (typeof symbol === 'string') this.add(mint, symbol);
  }
}
