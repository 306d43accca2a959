/** Ids of texts (addresses, providers, bots) in a store's rows; 0 means none. */
export interface NameIds<Id extends number | bigint> {
  idOf(name: string | null): Id;
  /** Form of the id in the JSON of a record's detail (`recordDetail.ts`); 0 for `null`. */
  detailIdOf(name: string | null): number | string;
}

/** Numbers texts from 1, so that rows contain integers. */
export class NameTable implements NameIds<number> {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [''];
  #unsavedFrom = 1;

  /** Adds the name if it is new; 0 for `null`. */
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

  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  /** Empty text for 0 and for unknown numbers. */
  nameOf(id: number): string {
    return this.#names[id] ?? '';
  }

  /** Restores entries from a database; numbers must be 1, 2, 3, … without gaps. */
  restore(entries: Iterable<readonly [id: number, name: string]>): void {
    for (const [id, name] of [...entries].sort(([first], [second]) => first - second)) {
      if (id !== this.#names.length) throw new Error(`name ${id} is out of order`);
      this.#names.push(name);
      this.#ids.set(name, id);
    }
    this.#unsavedFrom = this.#names.length;
  }

  drainUnsaved(): { id: number; name: string }[] {
    const entries = this.#names
      .slice(this.#unsavedFrom)
      .map((name, offset) => ({ id: this.#unsavedFrom + offset, name }));
    this.#unsavedFrom = this.#names.length;
    return entries;
  }
}
