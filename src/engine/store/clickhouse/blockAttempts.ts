import { makeBlockCopy, versionOfCopy } from './blockCopy.ts';
import { type BlockRows, cellsOf } from './blockRows.ts';
import type { CommittedBlock } from './committedBlocks.ts';
import type { Cell, ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { type BlockTable, blockTables, columnsOf } from './database/schema.ts';

export interface BlockAttempt {
  readonly block: BlockRows;
  readonly committed: CommittedBlock;
  /** When adding single transactions to a slot: the copy whose rows are copied to the new one. */
  readonly former: bigint | null;
}

/**
 * Writes blocks as copies of their slots (`schema.ts`): `plan` selects them, `writeRows` writes
 * rows that readers do not see yet, `commit` makes them visible. Methods throw a MarketError.
 */
export class BlockAttempts {
  readonly #database: ClickHouseDatabase;
  readonly #now: () => number;

  constructor(database: ClickHouseDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** The blocks of a batch to write, except those that another ingester has committed. */
  async plan(
    batch: readonly BlockRows[],
    known: ReadonlyMap<number, CommittedBlock>,
  ): Promise<BlockAttempt[]> {
    const attempts: BlockAttempt[] = [];
    for (const block of batch) {
      const held = known.get(block.slot);
      if (held === undefined) {
        attempts.push({ block, committed: this.#committedOf(block, 0), former: null });
      } else if (block.blockhash === '') {
        const added = await this.#attemptToAdd(block, held);
        if (added !== null) attempts.push(added);
      } else if (held.blockhash !== block.blockhash) {
        const version = versionOfCopy(held.copy) + 1;
        attempts.push({ block, committed: this.#committedOf(block, version), former: null });
      }
    }
    return attempts;
  }

  async writeRows(attempts: readonly BlockAttempt[]): Promise<void> {
    await Promise.all(
      blockTables.map(async (table) => {
        for (const { former, committed } of attempts) {
          if (former !== null) await this.#carryOn(table, former, committed);
        }
        const rows = attempts.flatMap(({ block, committed }) =>
          block.rows[table].map((own) => cellsOf(block, committed.copy, own)),
        );
        await this.#database.insert(table, columnsOf(table), rows);
      }),
    );
  }

  async commit(attempts: readonly BlockAttempt[]): Promise<void> {
    await this.#database.insert(
      'blocks',
      columnsOf('blocks'),
      attempts.map(({ committed }) => [
        ...[committed.slot, `${committed.copy}`, committed.timeSeconds, committed.blockhash],
        ...[committed.transactions, committed.votes, committed.unreadable, committed.arbitrages],
      ]),
    );
  }

  /** The slot's transactions plus the new ones; `null` if none is new. */
  async #attemptToAdd(block: BlockRows, held: CommittedBlock): Promise<BlockAttempt | null> {
    const rows = await this.#database.query(
      `SELECT signature FROM ${this.#database.table('transactions')}
       WHERE slot = ${held.slot} AND copy = ${held.copy}`,
    );
    const signatures = new Set(rows.map(([signature]) => String(signature)));
    const isMissing = (position: Cell | undefined): boolean =>
      !signatures.has(block.signatures.get(Number(position)) ?? '');
    const missing = {
      ...block,
      timeSeconds: held.timeSeconds,
      rows: {
        ...block.rows,
        transactions: block.rows.transactions.filter(([position]) => isMissing(position)),
        tips: block.rows.tips.filter(([position]) => isMissing(position)),
        credits: block.rows.credits.filter(([position]) => isMissing(position)),
        stops: block.rows.stops.filter(([position]) => isMissing(position)),
        // A whole block already includes all trades of its slot.
        trades: held.blockhash === '' ? block.rows.trades : [],
      },
    };
    if (missing.rows.transactions.length === 0) return null;
    const copy = makeBlockCopy(versionOfCopy(held.copy) + 1, this.#now());
    return { block: missing, committed: { ...held, copy }, former: held.copy };
  }

  #committedOf(block: BlockRows, version: number): CommittedBlock {
    const { slot, blockhash, timeSeconds, transactions, votes, unreadable, arbitrages } = block;
    const copy = makeBlockCopy(version, this.#now());
    return { slot, copy, blockhash, timeSeconds, transactions, votes, unreadable, arbitrages };
  }

  async #carryOn(table: BlockTable, former: bigint, { slot, copy }: CommittedBlock): Promise<void> {
    const name = this.#database.table(table);
    const columns = columnsOf(table);
    await this.#database.insertSelected(
      `INSERT INTO ${name} (${columns.join(', ')})
       SELECT ${columns.map((each) => (each === 'copy' ? `toUInt64(${copy})` : each)).join(', ')}
       FROM ${name} WHERE slot = ${slot} AND copy = ${former}`,
    );
  }
}
