/** A token traded on a pool of an AMM, each by its number in the name table. */
export interface Place {
  readonly id: number;
  readonly token: number;
  readonly amm: number;
  readonly pool: number;
}

const none: Place = { id: 0, token: 0, amm: 0, pool: 0 };

/** Numbers places from 1: the key that credits are grouped by. */
export class PlaceTable {
  readonly #places: Place[] = [none];
  /** token -> amm -> pool -> place. */
  readonly #ids = new Map<number, Map<number, Map<number, number>>>();
  #unsavedFrom = 1;

  idOf(token: number, amm: number, pool: number): number {
    const pools = this.#poolsOf(token, amm);
    const known = pools.get(pool);
    if (known !== undefined) return known;
    const id = this.#places.length;
    this.#places.push({ id, token, amm, pool });
    pools.set(pool, id);
    return id;
  }

  placeOf(id: number): Place {
    return this.#places[id] ?? none;
  }

  restore(places: Iterable<Place>): void {
    for (const place of [...places].sort((first, second) => first.id - second.id)) {
      const id = this.idOf(place.token, place.amm, place.pool);
      if (id !== place.id) throw new Error(`place ${place.id} is out of order`);
    }
    this.#unsavedFrom = this.#places.length;
  }

  /** Places made since the last call, which the caller writes. */
  takeUnsaved(): readonly Place[] {
    const unsaved = this.#places.slice(this.#unsavedFrom);
    this.#unsavedFrom = this.#places.length;
    return unsaved;
  }

  #poolsOf(token: number, amm: number): Map<number, number> {
    let amms = this.#ids.get(token);
    if (amms === undefined) {
      amms = new Map();
      this.#ids.set(token, amms);
    }
    let pools = amms.get(amm);
    if (pools === undefined) {
      pools = new Map();
      amms.set(amm, pools);
    }
    return pools;
  }
}
