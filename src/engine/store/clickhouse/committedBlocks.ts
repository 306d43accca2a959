import type { Cell, ClickHouseDatabase } from './database/clickHouseDatabase.ts';

/** The valid copy of a slot. */
export interface CommittedBlock {
  readonly slot: number;
  readonly copy: bigint;
  /** Empty for single transactions of a slot. */
  readonly blockhash: string;
  readonly timeSeconds: number;
  readonly transactions: number;
  readonly votes: number;
  readonly unreadable: number;
  readonly arbitrages: number;
}

/** Blocks this far behind the newest are kept in memory: the longest window plus an hour. */
const rememberedSeconds = 25 * 3_600;
/** Upper bound for clock differences between servers and for the duration of inserts. */
const overlapMs = 60_000;
const slotsPerQuery = 20_000;

const winner = (column: string): string => `argMax(${column}, copy)`;
const columns = ['blockhash', 'time', 'transactions', 'votes', 'unreadable', 'arbitrages'];
const selection = `SELECT slot, max(copy) AS newest, ${columns.map(winner).join(', ')}`;

/** Committed blocks of all ingesters: recent ones in memory, older ones on demand. */
export class CommittedBlocks {
  readonly #database: ClickHouseDatabase;
  readonly #blocks = new Map<number, CommittedBlock>();
  #newestSlot: number | null = null;
  #newestTimeSeconds: number | null = null;
  #blockCount = 0;
  #arbitrages = 0;
  #refreshedMs = 0;
  #revision = 0;

  constructor(database: ClickHouseDatabase) {
    this.#database = database;
  }

  get newestSlot(): number | null {
    return this.#newestSlot;
  }
  get newestTimeSeconds(): number | null {
    return this.#newestTimeSeconds;
  }
  /** As of the last count. */
  get blockCount(): number {
    return this.#blockCount;
  }
  get arbitrages(): number {
    return this.#arbitrages;
  }

  /** Rises when a block was replaced or a block behind the newest was added. */
  get revision(): number {
    return this.#revision;
  }

  find(slot: number): CommittedBlock | undefined {
    return this.#blocks.get(slot);
  }

  async load(): Promise<void> {
    const table = this.#database.table('blocks');
    await this.count();
    const [[blocks = 0, slot = 0, time = 0, addedMs = 0] = []] = await this.#database.query(
      `SELECT count(), max(slot), max(time), max(added_ms) FROM ${table}`,
    );
    if (Number(blocks) === 0) return;
    this.#newestSlot = Number(slot);
    this.#newestTimeSeconds = Number(time);
    this.#refreshedMs = Number(addedMs);
    const rows = await this.#database.query(
      `${selection} FROM ${table} WHERE time >= ${Math.max(0, Number(time) - rememberedSeconds)}
       GROUP BY slot`,
    );
    for (const row of rows) this.#remember(toBlock(row));
  }

  async count(): Promise<void> {
    const [[blocks = 0, arbitrages = 0] = []] = await this.#database.query(
      `SELECT count(), sum(found) FROM
       (SELECT slot, ${winner('arbitrages')} AS found FROM ${this.#database.table('blocks')}
        GROUP BY slot)`,
    );
    this.#blockCount = Number(blocks);
    this.#arbitrages = Number(arbitrages);
  }

  async refresh(): Promise<void> {
    const table = this.#database.table('blocks');
    const since = this.#refreshedMs - overlapMs;
    const rows = await this.#database.query(
      `${selection}, max(added_ms) FROM ${table} WHERE added_ms >= ${Math.max(0, since)}
       GROUP BY slot ORDER BY slot`,
    );
    for (const row of rows) {
      this.commit(toBlock(row));
      this.#refreshedMs = Math.max(this.#refreshedMs, Number(row.at(-1)));
    }
  }

  /** Records a committed block; ignored if the slot has a larger copy. */
  commit(block: CommittedBlock): void {
    const known = this.#blocks.get(block.slot);
    if (known !== undefined && known.copy >= block.copy) return;
    if (known !== undefined || block.slot <= (this.#newestSlot ?? -1)) this.#revision++;
    this.#remember(block);
    // An old slot may be known already; the next count corrects this.
    if (known === undefined) this.#blockCount++;
    this.#arbitrages += block.arbitrages - (known?.arbitrages ?? 0);
    this.#newestSlot = Math.max(this.#newestSlot ?? 0, block.slot);
    this.#newestTimeSeconds = Math.max(this.#newestTimeSeconds ?? 0, block.timeSeconds);
  }

  /** The valid blocks of the slots, from the database; slots without a block have no entry. */
  async read(slots: readonly number[]): Promise<Map<number, CommittedBlock>> {
    const found = new Map<number, CommittedBlock>();
    for (let from = 0; from < slots.length; from += slotsPerQuery) {
      // Numbers only, so safe to interpolate.
      const list = slots
        .slice(from, from + slotsPerQuery)
        .map(Number)
        .join(',');
      const rows = await this.#database.query(
        `${selection} FROM ${this.#database.table('blocks')} WHERE slot IN (${list}) GROUP BY slot`,
      );
      for (const row of rows) {
        const block = toBlock(row);
        found.set(block.slot, block);
      }
    }
    return found;
  }

  async slotsBetween(fromSlot: number, toSlot: number): Promise<Set<number>> {
    const rows = await this.#database.query(
      `SELECT DISTINCT slot FROM ${this.#database.table('blocks')}
       WHERE slot >= ${Math.floor(fromSlot)} AND slot <= ${Math.floor(toSlot)}`,
    );
    return new Set(rows.map(([slot]) => Number(slot)));
  }

  async slotsOfTime(
    fromSeconds: number,
    toSeconds: number,
  ): Promise<{ readonly first: number; readonly last: number } | null> {
    const [[blocks = 0, first = 0, last = 0] = []] = await this.#database.query(
      `SELECT count(), min(slot), max(slot) FROM ${this.#database.table('blocks')}
       WHERE time >= ${Math.floor(fromSeconds)} AND time <= ${Math.floor(toSeconds)}`,
    );
    return Number(blocks) === 0 ? null : { first: Number(first), last: Number(last) };
  }

  async timesBetween(
    fromSlot: number,
    toSlot: number,
  ): Promise<{ readonly first: number; readonly last: number } | null> {
    const [[blocks = 0, first = 0, last = 0] = []] = await this.#database.query(
      `SELECT count(), min(time), max(time) FROM ${this.#database.table('blocks')}
       WHERE slot >= ${Math.floor(fromSlot)} AND slot <= ${Math.floor(toSlot)}`,
    );
    return Number(blocks) === 0 ? null : { first: Number(first), last: Number(last) };
  }

  forgetOld(): void {
    const oldest = (this.#newestTimeSeconds ?? 0) - rememberedSeconds;
    for (const [slot, { timeSeconds }] of this.#blocks) {
      if (timeSeconds < oldest) this.#blocks.delete(slot);
    }
  }

  #remember(block: CommittedBlock): void {
    this.#blocks.set(block.slot, block);
  }
}

function toBlock(row: readonly Cell[]): CommittedBlock {
  const number = (at: number): number => Number(row[at]);
  return {
    slot: number(0),
    copy: BigInt(String(row[1])),
    blockhash: String(row[2]),
    timeSeconds: number(3),
    transactions: number(4),
    votes: number(5),
    unreadable: number(6),
    arbitrages: number(7),
  };
}
