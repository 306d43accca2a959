import { LRUCache } from 'lru-cache';
import { isObject } from '../../api/isObject.ts';
import { knownMints } from '../../solana/knownMints.ts';

/** Longer text is not a symbol and would dominate every list. */
const maxSymbolCharacters = 32;
/** Symbols from responses; the least recently learned are dropped first. */
const maxSymbols = 50_000;

/** Symbols of known mints cannot be overridden. A symbol does not identify a mint. */
export class SymbolCache {
  readonly #learned = new LRUCache<string, string>({ max: maxSymbols });

  add(mint: string, symbol: string): void {
    // Control and format characters would draw over the rest of a row.
    const clean = symbol.replace(/[\p{C}\s]+/gu, ' ').trim();
    if (clean === '' || clean.length > maxSymbolCharacters || knownMints.has(mint)) return;
    this.#learned.set(mint, clean);
  }

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

  /** Empty if unknown. */
  symbolOf(mint: string): string {
    return knownMints.get(mint)?.symbol ?? this.#learned.peek(mint) ?? '';
  }

  /** Mints whose symbol equals or starts with the text, ignoring case; exact matches first. */
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
