/** A store as a busy day of mainnet would leave it, made quickly. */
import { randomBytes } from 'node:crypto';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { block, leg, record, solAt, tip } from '../unit/engine/syntheticBlocks.ts';

export const day = { arbitrages: 1_000_000, seconds: 86_400 } as const;

/** The day is one stretch of it, made by the store's own writers, again and again. */
const repetitions = 25;
const repetitionSeconds = day.seconds / repetitions;
const repetitionSlots = 9_000;
const transactionsPerRepetition = day.arbitrages / repetitions;
/** Blocks of a stretch: one for each ten seconds keeps the making short. */
const blocksPerRepetition = Math.floor(repetitionSeconds / 10);

/** How many of each take part; the first of each kind take part most. */
const kinds = { tokens: 3_000, poolsPerToken: 5, wallets: 2_000, amms: 12, bots: 8 } as const;
const failures = { perStretch: 4_000, rolledUp: 200_000 } as const;
const providers = ['JITO', 'FAST', '0SLOT', 'NEXTBLOCK', 'TEMPORAL', 'BLOXROUTE', 'ASTRALANE'];
const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export interface GeneratedDay {
  /** Some that are in the store. */
  readonly signatures: readonly string[];
  readonly wallets: readonly string[];
  /** One that is traded a lot. */
  readonly token: string;
}

/** Makes the store at `path`, whose day ends at `endSeconds` (Unix) and before `endSlot`. */
export async function fillDay(
  path: string,
  endSeconds: number,
  endSlot: number,
): Promise<GeneratedDay> {
  const store = await DuckDbStore.open(path);
  const start = endSeconds - day.seconds + 1;
  await addRepetition(store, start, endSlot - repetitions * repetitionSlots);
  await store.write(async (writer) => {
    for (const sql of repeatStatements()) await writer.run(sql);
    await writer.run('CHECKPOINT');
  });
  const [signatures = []] = await store.query(
    // Old failures are rolled up and the oldest rows leave while the benchmark's blocks arrive.
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
  };
  await store.close();
  return filled;
}

async function addRepetition(store: DuckDbStore, start: number, firstSlot: number): Promise<void> {
  const random = randomNumbers();
  const tokens = Array.from({ length: kinds.tokens }, () => newAddress());
  const wallets = Array.from({ length: kinds.wallets }, () => newAddress());
  const amms = Array.from({ length: kinds.amms }, () => newAddress());
  const bots = Array.from({ length: kinds.bots }, (_, at) => ({
    family: `bot${at}`,
    program: newAddress(),
  }));
  const newPool = () => [amms[Math.floor(random() * amms.length)] ?? '', newAddress()] as const;
  const pools = tokens.map(() => Array.from({ length: kinds.poolsPerToken }, newPool));
  /** Few of a kind do most of the work. */
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(values.length * random() ** 3)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  };
  const sol = (amount: bigint) => ({ mint: wrappedSolMint, amount });
  const attempt = (slot: number, index: number) => ({
    slot,
    index,
    signature: newSignature(),
    wallet: oneOf(wallets),
    bot: random() < 0.8 ? oneOf(bots) : null,
    computeUnits: 60_000 + Math.floor(random() * 300_000),
    feeLamports: 5_000n + BigInt(Math.floor(10 ** (random() * 6))),
  });
  const arbitrage = (slot: number, index: number) => {
    const at = Math.floor(tokens.length * random() ** 3);
    const token = tokens[at] ?? '';
    const input = BigInt(Math.floor(10 ** (7 + random() * 4)));
    const gain = BigInt(Math.floor(10 ** (4 + random() * 4)));
    const amount = BigInt(Math.floor(random() * 1e12));
    const tips =
      random() < 0.6 ? [tip(oneOf(providers), gain / BigInt(2 + Math.floor(random() * 9)))] : [];
    const own = pools[at] ?? [];
    return record({
      ...attempt(slot, index),
      tips,
      baseInput: input,
      grossGains: [sol(gain)],
      legs: [
        leg(0, ...oneOf(own), sol(input), { mint: token, amount }),
        leg(1, ...oneOf(own), { mint: token, amount }, sol(input + gain)),
      ],
    });
  };
  const failure = (slot: number, index: number) =>
    record({
      ...attempt(slot, index),
      type: 'failed',
      isSuccess: false,
      failure: '{"InstructionError":[3,{"Custom":6001}]}',
      baseMint: null,
      baseInput: 0n,
    });
  for (let number = 0; number < blocksPerRepetition; number++) {
    const slot = firstSlot + Math.floor((number * repetitionSlots) / blocksPerRepetition);
    const share = (whole: number) =>
      Math.floor(((number + 1) * whole) / blocksPerRepetition) -
      Math.floor((number * whole) / blocksPerRepetition);
    const records = [
      ...Array.from({ length: share(transactionsPerRepetition) }, (_, index) =>
        arbitrage(slot, index),
      ),
      ...Array.from({ length: share(failures.perStretch) }, (_, index) =>
        failure(slot, 1_000 + index),
      ),
    ];
    const blockTimeSeconds = start + Math.floor((number * repetitionSeconds) / blocksPerRepetition);
    await store.add(block({ slot, blockTimeSeconds, records, observations: [solAt(150)] }));
    if (store.pendingRows > 20_000) await store.flush();
  }
  await store.flush();
}

/** The stretch again, later and later; signatures differ in the letters that they are found by. */
function repeatStatements(): string[] {
  const later = `slot + stretch * ${repetitionSlots} AS slot, (time + stretch * ${repetitionSeconds})::UINTEGER AS time`;
  const from = (table: string) =>
    `FROM ${table}, range(1, ${repetitions}) AS stretches(stretch) ORDER BY stretch, ${table}.rowid`;
  const numberOf = (column: string) =>
    `(${column} + stretch * ${transactionsPerRepetition + failures.perStretch})::UBIGINT AS number`;
  const letters = Array.from(
    { length: 5 },
    (_, at) => `'${base58Letters}'[1 + ((salt // ${58 ** at}) % 58)::INTEGER]`,
  ).join(' || ');
  const key = Array.from(
    { length: 5 },
    (_, at) => `(ascii(letters[${at + 1}]) % 58) * ${58 ** (4 - at)}`,
  ).join(' + ');
  return [
    'BEGIN',
    `INSERT INTO transactions SELECT * EXCLUDE (salt, letters, stretch) REPLACE (
       (${key})::UINTEGER AS signature_key,
       signature[:20] || letters || signature[26:] AS signature,
       ${numberOf('number')})
     FROM (SELECT *, ${letters} AS letters FROM (
       SELECT transactions.* REPLACE (${later}), stretch,
              hash(signature, stretch) % ${58 ** 5} AS salt
       ${from('transactions')}))`,
    `INSERT INTO tips SELECT tips.* REPLACE (${later}) ${from('tips')}`,
    `INSERT INTO credits SELECT credits.* REPLACE (${later}) ${from('credits')}`,
    `INSERT INTO stops SELECT stops.* REPLACE (${later}, ${numberOf('number')}) ${from('stops')}`,
    `INSERT INTO blocks SELECT blocks.* REPLACE (${later}, blockhash || '.' || stretch AS blockhash)
     ${from('blocks')}`,
    `INSERT INTO failures
     SELECT (time - time % 60)::UINTEGER, wallet, bot, provider,
            compute_units - compute_units % 10000, fee_lamports, fee_bucket,
            1 + (hash(rowid) % 9)::UINTEGER, net_gains_sol, profits_usd
     FROM transactions ORDER BY hash(rowid) LIMIT ${failures.rolledUp}`,
    'COMMIT',
  ];
}

const newAddress = (): string => encodeBase58(randomBytes(32));
const newSignature = (): string => encodeBase58(randomBytes(64));

/** The same numbers in each run. */
function randomNumbers(): () => number {
  let state = 0x2545_f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
