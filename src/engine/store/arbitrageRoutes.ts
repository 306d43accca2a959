import type { ArbitrageRoute } from './reads/arbitrageColumns.ts';
import type { RouteStop } from './routeStopTable.ts';

const smallestTable = 1_024;

interface NumberedRoute extends ArbitrageRoute {
  readonly places: readonly RouteStop[];
}

/** Numbers distinct routes from 0. A route is a set of route stop numbers: no texts are hashed. */
export class ArbitrageRoutes {
  readonly #routes: NumberedRoute[] = [];
  readonly #stops: { readonly routeStopOf: (place: number) => RouteStop };
  readonly #hashes: number[] = [];
  /** Hash table: route number plus 1; 0 for a free slot. */
  #slots = new Uint32Array(smallestTable);

  constructor(stops: { readonly routeStopOf: (place: number) => RouteStop }) {
    this.#stops = stops;
  }

  all(): readonly ArbitrageRoute[] {
    return this.#routes.slice();
  }

  /** `places`: distinct route stop numbers. Sorts the array in place. */
  idOf(places: number[]): number {
    sortFew(places);
    const hash = hashOf(places);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(places, hash, slot);
      if (this.#hashes[id] === hash && this.#hasPlaces(id, places)) return id;
      slot = (slot + 1) & mask;
    }
  }

  #hasPlaces(id: number, places: readonly number[]): boolean {
    const known = this.#routes[id]?.places ?? [];
    if (known.length !== places.length) return false;
    for (let at = 0; at < places.length; at++) if (known[at]?.id !== places[at]) return false;
    return true;
  }

  #add(places: readonly number[], hash: number, slot: number): number {
    const stops = places.map((place) => this.#stops.routeStopOf(place));
    const pools = sortFew([...new Set(stops.map(({ pool }) => pool))]);
    const id = this.#routes.push({ pools, places: stops }) - 1;
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    if (this.#routes.length * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, id) => {
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    });
    this.#slots = slots;
  }
}

/** Insertion sort: a route has only a few route stops. */
function sortFew(values: number[]): number[] {
  for (let at = 1; at < values.length; at++) {
    const value = values[at] ?? 0;
    let to = at;
    for (; to > 0; to--) {
      const before = values[to - 1] ?? 0;
      if (before <= value) break;
      values[to] = before;
    }
    values[to] = value;
  }
  return values;
}

function hashOf(places: readonly number[]): number {
  let hash = 0x811c_9dc5;
  for (const place of places) {
    hash = Math.imul(hash ^ place, 0x0100_0193);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, 0x85eb_ca6b) >>> 0;
}
