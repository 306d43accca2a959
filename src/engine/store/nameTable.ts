/** Ids of texts (addresses, providers, bots) as a store keeps them in its rows; 0 is "none". */
export interface NameIds<Id extends number | bigint> {
  /** 0 for `null`. */
  idOf(name: string | null): Id;
  /** What stands for a name in the JSON of a record's detail (`recordDetail.ts`); 0 for `null`. */
  detailIdOf(name: string | null): number | string;
}

/** Numbers texts (addresses, providers, bots) from 1, so that rows hold integers; 0 is "none". */
export class NameTable implements NameIds<number> {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [''];
  /** Names that are not in the database yet, by number. */
  #unsavedFrom = 1;

  /** The number of a name, made if need be; 0 for `null`. */
  idOf(name: string | null): number {
    if (name === null) return 0;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#names.push(name) - 1;
    this.#ids.set(name, id);
    return id;
  }

  detailIdOf(name: string | null): number {
    return this.idOf(name);
  }

  /** The number of a name that rows may hold; `undefined` when no row does. */
  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  /** Empty text for 0 and for a number that was never given. */
  nameOf(id: number): string {
    return this.#names[id] ?? '';
  }

  /** Takes back what a database holds; its numbers must be 1, 2, 3, … without a gap. */
  restore(entries: Iterable<readonly [id: number, name: string]>): void {
    for (const [id, name] of [...entries].sort(([first], [second]) => first - second)) {
      if (id !== this.#names.length) throw new Error(`name ${id} is out of order`);
      this.#names.push(name);
      this.#ids.set(name, id);
    }
    this.#unsavedFrom = this.#names.length;
  }

  /** Entries made since the last call, which the caller writes. */
  drainUnsaved(): { id: number; name: string }[] {
    const entries = this.#names
      .slice(this.#unsavedFrom)
      .map((name, offset) => ({ id: this.#unsavedFrom + offset, name }));
    this.#unsavedFrom = this.#names.length;
    return entries;
  }
}
