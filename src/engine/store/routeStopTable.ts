/** A token traded on a pool of an AMM; members are numbers of the name table. */
export interface RouteStop {
  readonly id: number;
  readonly token: number;
  readonly amm: number;
  readonly pool: number;
}

export interface RouteStopIds<Id extends number | bigint> {
  /** Parameters are ids of names. */
  idOf(token: Id, amm: Id, pool: Id): Id;
}

const none: RouteStop = { id: 0, token: 0, amm: 0, pool: 0 };

/** Numbers route stops from 1; attribution rows are grouped by this number. */
export class RouteStopTable implements RouteStopIds<number> {
  readonly #routeStops: RouteStop[] = [none];
  readonly #ids = new Map<string, number>();
  #unsavedFrom = 1;

  idOf(token: number, amm: number, pool: number): number {
    const key = `${token} ${amm} ${pool}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#routeStops.length;
    this.#routeStops.push({ id, token, amm, pool });
    this.#ids.set(key, id);
    return id;
  }

  routeStopOf(id: number): RouteStop {
    return this.#routeStops[id] ?? none;
  }

  /** Route stops with one of these names (numbers of the name table). */
  idsWith(member: 'token' | 'amm' | 'pool', names: ReadonlySet<number>): number[] {
    const found: number[] = [];
    for (const stop of this.#routeStops) {
      if (stop.id !== 0 && names.has(stop[member])) found.push(stop.id);
    }
    return found;
  }

  restore(places: Iterable<RouteStop>): void {
    for (const place of [...places].sort((first, second) => first.id - second.id)) {
      const id = this.idOf(place.token, place.amm, place.pool);
      if (id !== place.id) throw new Error(`place ${place.id} is out of order`);
    }
    this.#unsavedFrom = this.#routeStops.length;
  }

  drainUnsaved(): readonly RouteStop[] {
    const unsaved = this.#routeStops.slice(this.#unsavedFrom);
    this.#unsavedFrom = this.#routeStops.length;
    return unsaved;
  }
}
