/** Creates a store with the contents of a busy mainnet day, quickly. */
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { StoreWriter } from '../../src/engine/store/storeWriter.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { type GeneratedBlocks, generateBlocks } from './generatedBlocks.ts';

export const day = { arbitrages: 1_000_000, seconds: 86_400 } as const;

export const finderOfDay = {
  tokensMint: [wrappedSolMint, usdcMint],
  tokensMax: 50,
  tokensTimeRange: day.seconds,
  thresholdMaxTimeRange: day.seconds,
  percentilesTimeRange: day.seconds,
};

/** The day repeats one stretch that is written by the store's writer. */
export interface DayShape {
  readonly arbitrages: number;
  readonly failures: number;
  readonly stretches: number;
  readonly slotsPerStretch: number;
  readonly blocksPerStretch: number;
  /** As in `GeneratedBlocks`. */
  readonly tradedMints: number;
  readonly twoTokens: number;
  /** Number of rolled-up failure rows in DuckDB. */
  readonly rolledUp: number;
}

const usualShape: DayShape = {
  arbitrages: day.arbitrages,
  failures: 100_000,
  stretches: 25,
  slotsPerStretch: 9_000,
  /** One per ten seconds, to save time. */
  blocksPerStretch: 345,
  tradedMints: 1,
  twoTokens: 0,
  rolledUp: 200_000,
};

/** Mainnet's blocks per day and second, and mints traded per block. */
export const mainnetChain = {
  blocksPerDay: 400_000,
  blocksPerSecond: 4.63,
  tradedMints: 20,
} as const;
/** Minimum number of stretches, and maximum number of arbitrages in one. */
const mainnetStretch = { atLeast: 25, arbitrages: 40_000 } as const;

/** A day of mainnet blocks; the number of arbitrages must be a multiple of 100,000. */
export function mainnetShape(arbitrages: number): DayShape {
  const stretches = Math.max(mainnetStretch.atLeast, arbitrages / mainnetStretch.arbitrages);
  const blocksPerStretch = mainnetChain.blocksPerDay / stretches;
  return {
    arbitrages,
    failures: arbitrages / 10,
    stretches,
    slotsPerStretch: blocksPerStretch,
    blocksPerStretch,
    tradedMints: mainnetChain.tradedMints,
    // On average three route positions per arbitrage, as on mainnet.
    twoTokens: 0.5,
    rolledUp: 0,
  };
}

/** Rows per flush, as when a history is indexed. */
const rowsPerFlush = 20_000;
/** Stretches per transaction, within the memory limit of a store. */
const stretchesPerTransaction = 25;
const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export interface GeneratedDay {
  readonly signatures: readonly string[];
  readonly wallets: readonly string[];
  readonly token: string;
  readonly written: WrittenStretch;
}

export interface WrittenStretch {
  readonly blocks: number;
  readonly transactions: number;
  readonly milliseconds: number;
}

/** The day ends at `endSeconds` (Unix) and before `endSlot`. */
export async function fillDay(
  path: string,
  endSeconds: number,
  endSlot: number,
  shape: DayShape = usualShape,
): Promise<GeneratedDay> {
  const store = await DuckDbStore.open(path);
  const stretch = firstStretch(shape, endSeconds, endSlot);
  const written = await writeStretch(store, stretch, rowsPerFlush);
  await store.write(async (writer) => {
    await writer.run('BEGIN');
    for (let number = 1; number < shape.stretches; number++) {
      for (const sql of repeatStatements(shape, stretch, number)) await writer.run(sql);
      if (number % stretchesPerTransaction === 0) await writer.run('COMMIT; BEGIN');
    }
    await writer.run('COMMIT');
    for (const sql of rollUpStatements(shape)) await writer.run(sql);
    await writer.run('CHECKPOINT');
  });
  const [signatures = []] = await store.query(
    // Only recent successes: old failures are rolled up and old rows deleted during the benchmark.
    `SELECT signature FROM
       (SELECT signature FROM transactions WHERE is_success = 1 AND time > $kept)
     USING SAMPLE reservoir(300 ROWS) REPEATABLE (7)`,
    { kept: endSeconds - day.seconds / 2 },
  );
  const [wallets = []] = await store.query(
    'SELECT wallet FROM transactions GROUP BY wallet ORDER BY count(*) DESC, wallet LIMIT 5',
  );
  const filled: GeneratedDay = {
    signatures: signatures.map(String),
    token: store.names.nameOf(store.routeStops.routeStopOf(1).token),
    wallets: wallets.map((wallet) => store.names.nameOf(Number(wallet))),
    written,
  };
  await store.close();
  return filled;
}

/** The blocks for the writer; later stretches follow them. */
export const firstStretch = (
  shape: DayShape,
  endSeconds: number,
  endSlot: number,
): GeneratedBlocks => ({
  firstSlot: endSlot - shape.stretches * shape.slotsPerStretch,
  slots: shape.slotsPerStretch,
  blocks: shape.blocksPerStretch,
  startSeconds: endSeconds - day.seconds + 1,
  seconds: day.seconds / shape.stretches,
  arbitrages: shape.arbitrages / shape.stretches,
  failures: shape.failures / shape.stretches,
  tradedMints: shape.tradedMints,
  twoTokens: shape.twoTokens,
});

/** Writes blocks like an engine; measures only the time of the store. */
export async function writeStretch(
  store: StoreWriter,
  stretch: GeneratedBlocks,
  flushRows: number,
): Promise<WrittenStretch> {
  let milliseconds = 0;
  const timed = async (work: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    await work();
    milliseconds += performance.now() - start;
  };
  for (const block of generateBlocks(stretch)) {
    await timed(async () => {
      await store.add(block);
      if (store.pendingRows > flushRows) await store.flush();
    });
  }
  await timed(() => store.flush());
  const { blocks, arbitrages, failures } = stretch;
  return { blocks, transactions: arbitrages + failures, milliseconds };
}

/** Repeats the stretch at a later time; signatures differ in the letters of their search key. */
function repeatStatements(
  shape: DayShape,
  { firstSlot, startSeconds, seconds }: GeneratedBlocks,
  number: number,
): string[] {
  const laterSeconds = Math.floor(number * seconds);
  const laterSlots = number * shape.slotsPerStretch;
  const laterNumbers = (number * (shape.arbitrages + shape.failures)) / shape.stretches;
  const later = `slot + ${laterSlots} AS slot, (time + ${laterSeconds})::UINTEGER AS time`;
  const rowNumber = `(number + ${laterNumbers})::UBIGINT AS number`;
  // In the row order of the first stretch.
  const rowsOf = (table: string) =>
    `FROM ${table} WHERE slot < ${firstSlot + shape.slotsPerStretch}`;
  const letters = Array.from(
    { length: 5 },
    (_, at) => `'${base58Letters}'[1 + ((salt // ${58 ** at}) % 58)::INTEGER]`,
  ).join(' || ');
  const key = Array.from(
    { length: 5 },
    (_, at) => `(ascii(letters[${at + 1}]) % 58) * ${58 ** (4 - at)}`,
  ).join(' + ');
  return [
    `INSERT INTO transactions SELECT * EXCLUDE (salt, letters) REPLACE (
       (${key})::UINTEGER AS signature_key,
       signature[:20] || letters || signature[26:] AS signature,
       ${rowNumber})
     FROM (SELECT *, ${letters} AS letters FROM (
       SELECT transactions.* REPLACE (${later}), hash(signature, ${number}) % ${58 ** 5} AS salt
       ${rowsOf('transactions')}))`,
    `INSERT INTO tips SELECT * REPLACE (${later}) ${rowsOf('tips')}`,
    `INSERT INTO credits SELECT * REPLACE (${later}) ${rowsOf('credits')}`,
    `INSERT INTO stops SELECT * REPLACE (${later}, ${rowNumber}) ${rowsOf('stops')}`,
    `INSERT INTO blocks SELECT * REPLACE (${later}, blockhash || '.${number}' AS blockhash)
     ${rowsOf('blocks')}`,
    `INSERT INTO trades
     SELECT * REPLACE ((minute + ${laterSeconds - (laterSeconds % 60)})::UINTEGER AS minute)
     FROM trades WHERE minute < ${Math.floor(startSeconds + seconds)}`,
  ];
}

const rollUpStatements = ({ rolledUp }: DayShape): string[] => [
  `INSERT INTO failures
   SELECT (time - time % 60)::UINTEGER, wallet, bot, provider,
          compute_units - compute_units % 10000, fee_lamports, fee_bucket,
          1 + (hash(rowid) % 9)::UINTEGER, net_gains_lamports, profits_nanocents,
          durable_nonce, 0
   FROM transactions ORDER BY hash(rowid) LIMIT ${rolledUp}`,
];
