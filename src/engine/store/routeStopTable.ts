/** A token traded on a pool of an AMM, each by its number in the name table. */
export interface RouteStop {
  readonly id: number;
  readonly token: number;
  readonly amm: number;
  readonly pool: number;
}

const none: RouteStop = { id: 0, token: 0, amm: 0, pool: 0 };

/** Numbers places from 1: the key that credits are grouped by. */
export class RouteStopTable {
  readonly #routeStops: RouteStop[] = [none];
  /** token -> amm -> pool -> place. */
  readonly #ids = new Map<number, Map<number, Map<number, number>>>();
  #unsavedFrom = 1;

  idOf(token: number, amm: number, pool: number): number {
    const pools = this.#poolsOf(token, amm);
    const known = pools.get(pool);
    if (known !== undefined) return known;
    const id = this.#routeStops.length;
    this.#routeStops.push({ id, token, amm, pool });
    pools.set(pool, id);
    return id;
  }

  routeStopOf(id: number): RouteStop {
    return this.#routeStops[id] ?? none;
  }

  restore(places: Iterable<RouteStop>): void {
    for (const place of [...places].sort((first, second) => first.id - second.id)) {
      const id = this.idOf(place.token, place.amm, place.pool);
      if (id !== place.id) throw new Error(`place ${place.id} is out of order`);
    }
    this.#unsavedFrom = this.#routeStops.length;
  }

  /** Places made since the last call, which the caller writes. */
  drainUnsaved(): readonly RouteStop[] {
    const unsaved = this.#routeStops.slice(this.#unsavedFrom);
    this.#unsavedFrom = this.#routeStops.length;
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
