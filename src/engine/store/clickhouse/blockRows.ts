import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { recordRows, recordTables } from '../rows.ts';
import { TradedVolumes } from '../tradedVolumes.ts';
import type { Cell } from './database/clickHouseDatabase.ts';
import type { HashedNames, HashedPlaces } from './database/hashedIds.ts';
import { type BlockTable, blockColumns, columnsOf } from './database/schema.ts';

/** Cells after `slot`, `copy` and `time`, in the column order of the table. */
type OwnCells = readonly Cell[];

/** Rows of a block without a copy id yet. */
export interface BlockRows {
  readonly slot: number;
  readonly blockhash: string;
  readonly timeSeconds: number;
  readonly transactions: number;
  readonly votes: number;
  readonly unreadable: number;
  readonly arbitrages: number;
  readonly rows: Readonly<Record<BlockTable, readonly OwnCells[]>>;
  /** Position in the slot -> signature. */
  readonly signatures: ReadonlyMap<number, string>;
}

const ownColumnsOf = (table: BlockTable): readonly string[] =>
  columnsOf(table).slice(Object.keys(blockColumns).length);

const ownColumns: Readonly<Record<BlockTable, readonly string[]>> = {
  transactions: ownColumnsOf('transactions'),
  tips: ownColumnsOf('tips'),
  credits: ownColumnsOf('credits'),
  stops: ownColumnsOf('stops'),
  trades: ownColumnsOf('trades'),
};

export const cellsOf = (
  { slot, timeSeconds }: Pick<BlockRows, 'slot' | 'timeSeconds'>,
  copy: bigint,
  own: OwnCells,
): Cell[] => [slot, `${copy}`, timeSeconds, ...own];

export function toBlockRows(
  block: DecodedBlock,
  {
    timeSeconds,
    prices,
    names,
    places,
  }: {
    readonly timeSeconds: number;
    readonly prices: PriceLookup;
    readonly names: HashedNames;
    readonly places: HashedPlaces;
  },
): BlockRows {
  const rows: Record<BlockTable, OwnCells[]> = {
    transactions: [],
    tips: [],
    credits: [],
    stops: [],
    trades: [],
  };
  const add = (table: BlockTable, row: object): void => {
    rows[table].push(toCells(table, row));
  };
  const signatures = new Map<number, string>();
  for (const record of block.records) {
    const { index: position } = record;
    signatures.set(position, record.signature);
    // No number: streams continue by slot and position, which do not depend on the writer.
    const ofRecord = recordRows(record, { number: 0, timeSeconds, prices, names, places });
    for (const table of recordTables) {
      for (const row of ofRecord[table]) add(table, { ...row, position });
    }
  }
  const traded = new TradedVolumes();
  traded.observe(block.observations, prices, timeSeconds);
  for (const { mint, nanocents } of traded.drainBefore(Number.POSITIVE_INFINITY)) {
    add('trades', { mint: names.idOf(mint), volume_nanocents: nanocents });
  }
  return {
    slot: block.slot,
    blockhash: block.blockhash,
    timeSeconds,
    transactions: block.transactions,
    votes: block.votes,
    unreadable: block.unreadable.length,
    arbitrages: block.records.filter(({ type }) => type === 'arbitrage').length,
    rows,
    signatures,
  };
}

function toCells(table: BlockTable, row: object): OwnCells {
  const values = row as Readonly<Record<string, Cell | bigint>>;
  return ownColumns[table].map((column) => {
    const value = values[column] ?? null;
    return typeof value === 'bigint' ? `${value}` : value;
  });
}
