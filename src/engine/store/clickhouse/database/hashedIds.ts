import { hash } from 'node:crypto';
import type { NameIds } from '../../nameTable.ts';
import type { RouteStopIds } from '../../routeStopTable.ts';

/** 64 bits of the SHA-256 of a text; never 0, which means none. */
export function hashOf(text: string): bigint {
  const digest = hash('sha256', text, 'buffer');
  return digest.readBigUInt64BE(0) || 1n;
}

/** Ids of route stops leave room for two flags (`rows.ts`). */
const placeShift = 2n;

export interface NameEntry {
  readonly id: bigint;
  readonly name: string;
}

export interface PlaceEntry {
  readonly id: bigint;
  readonly token: bigint;
  readonly amm: bigint;
  readonly pool: bigint;
}

/** Recent and unwritten entries; those in use are rewritten daily, so that others can expire. */
class RecentEntries<Entry> {
  #today = new Map<string, Entry>();
  #yesterday = new Map<string, Entry>();
  #unsaved = new Map<string, Entry>();

  find(key: string, make: () => Entry): Entry {
    const known = this.#today.get(key);
    if (known !== undefined) return known;
    const entry = this.#yesterday.get(key) ?? make();
    this.#today.set(key, entry);
    this.#unsaved.set(key, entry);
    return entry;
  }

  beginDay(): void {
    this.#yesterday = this.#today;
    this.#today = new Map();
  }

  /** Pass the result to `confirm` once it is written. */
  get unsaved(): ReadonlyMap<string, Entry> {
    return new Map(this.#unsaved);
  }

  confirm(saved: ReadonlyMap<string, Entry>): void {
    for (const key of saved.keys()) this.#unsaved.delete(key);
  }
}

export class HashedNames extends RecentEntries<NameEntry> implements NameIds<bigint> {
  idOf(name: string | null): bigint {
    return name === null ? 0n : this.find(name, () => ({ id: hashOf(name), name })).id;
  }

  /** The text, so that showing a record needs no lookup. */
  detailIdOf(name: string | null): number | string {
    return name === null ? 0 : JSON.stringify(name);
  }
}

export class HashedPlaces extends RecentEntries<PlaceEntry> implements RouteStopIds<bigint> {
  idOf(token: bigint, amm: bigint, pool: bigint): bigint {
    const key = `${token} ${amm} ${pool}`;
    return this.find(key, () => ({ id: hashOf(key) >> placeShift || 1n, token, amm, pool })).id;
  }
}

/** Details in this store contain texts instead of numbers. */
export const detailTexts = { nameOf: (text: string): string => text };
