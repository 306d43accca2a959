import { LRUCache } from 'lru-cache';
import type { Cell, ClickHouseDatabase } from '../database/clickHouseDatabase.ts';

export interface PlaceNames {
  readonly token: bigint;
  readonly amm: bigint;
  readonly pool: bigint;
}

/** About 100 bytes each. */
const rememberedEntries = 500_000;
/** Ids per statement, up to 21 characters each. */
const idsPerQuery = 50_000;

/** Maps hashes in rows to texts. Entries never change, so they are cached. */
export class NameLookup {
  readonly #database: ClickHouseDatabase;
  readonly #names = new LRUCache<bigint, string>({ max: rememberedEntries });
  readonly #places = new LRUCache<bigint, PlaceNames>({ max: rememberedEntries });

  constructor(database: ClickHouseDatabase) {
    this.#database = database;
  }

  /** Texts by id; 0 has no entry. */
  names(ids: Iterable<bigint>, signal?: AbortSignal): Promise<Map<bigint, string>> {
    return this.#find(this.#names, ids, signal, 'names', 'name', ([, name]) => String(name));
  }

  places(ids: Iterable<bigint>, signal?: AbortSignal): Promise<Map<bigint, PlaceNames>> {
    const columns = ['token', 'amm', 'pool'].join(', ');
    return this.#find(this.#places, ids, signal, 'places', columns, ([, token, amm, pool]) => ({
      token: BigInt(String(token)),
      amm: BigInt(String(amm)),
      pool: BigInt(String(pool)),
    }));
  }

  async #find<Entry extends {}>(
    known: LRUCache<bigint, Entry>,
    ids: Iterable<bigint>,
    signal: AbortSignal | undefined,
    table: 'names' | 'places',
    columns: string,
    parse: (row: readonly Cell[]) => Entry,
  ): Promise<Map<bigint, Entry>> {
    const found = new Map<bigint, Entry>();
    const missing: bigint[] = [];
    for (const id of new Set(ids)) {
      const entry = known.get(id);
      if (entry !== undefined) found.set(id, entry);
      else if (id !== 0n) missing.push(id);
    }
    for (let from = 0; from < missing.length; from += idsPerQuery) {
      const rows = await this.#database.query(
        `SELECT id, ${columns} FROM ${this.#database.table(table)}
         WHERE id IN (${missing.slice(from, from + idsPerQuery).join(', ')})`,
        { signal },
      );
      for (const row of rows) {
        const id = BigInt(String(row[0]));
        const entry = parse(row);
        known.set(id, entry);
        found.set(id, entry);
      }
    }
    return found;
  }
}
