import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { HourFiles } from '../../../src/engine/store/hourFiles.ts';
import type { Retention } from '../../../src/engine/store/retention.ts';
import { Store } from '../../../src/engine/store/store.ts';
import { wrappedSolMint } from '../../../src/solana/knownMints.ts';
import { address, block, record, signatureOf, solAt, tip, twoLegs } from './syntheticBlocks.ts';

const parent = await mkdtemp(path.join(tmpdir(), 'arbscope-hours-'));
after(() => rm(parent, { recursive: true, force: true }));
const newFolder = () => mkdtemp(path.join(parent, "it's "));

/** 2026-09-21T14:00:00Z */
const hour = Math.floor(Date.parse('2026-09-21T14:00:00Z') / 1_000);
const file = 'arbscope-2026-09-21T14.parquet';
const keepAll: Retention = { keepSeconds: null, rawFailures: 1_000 };
/** More than a JavaScript number holds. */
const large = 2n ** 63n + 1n;

const arbitrageAt = (slot: number, seconds: number) =>
  block({
    slot,
    blockTimeSeconds: seconds,
    observations: [solAt(100)],
    records: [
      record({
        ...twoLegs(address('t'), [address('a'), address('p')], [address('a'), address('q')]),
        signature: signatureOf(slot),
        slot,
        index: 7,
        blockTimeSeconds: seconds,
        feeLamports: large,
        bot: { family: 'SMB', program: address('bot') },
        tips: [tip('JITO', 9_007_199_254_740_993n)],
      }),
    ],
  });
const failureAt = (slot: number, seconds: number) =>
  block({
    slot,
    blockTimeSeconds: seconds,
    records: [
      record({
        signature: signatureOf(slot),
        slot,
        type: 'failed',
        isSuccess: false,
        baseMint: null,
        baseInput: 0n,
      }),
    ],
  });

interface Opened {
  readonly store: Store;
  readonly hours: HourFiles;
  readonly troubles: string[];
}

async function open(folder: string, retention: Retention = keepAll): Promise<Opened> {
  const store = await Store.open(':memory:', retention, folder);
  const troubles: string[] = [];
  const hours: HourFiles = new HourFiles({
    store,
    folder,
    keepSeconds: retention.keepSeconds,
    onTrouble: () => troubles.push(hours.trouble),
    // Every check may try again at once.
    now: (() => {
      let minutes = 0;
      return () => 60_000 * minutes++;
    })(),
  });
  return { store, hours, troubles };
}

async function index({ store, hours }: Opened, blocks: ReturnType<typeof block>[]): Promise<void> {
  for (const one of blocks) await store.add(one);
  await store.flush();
  hours.check();
  await hours.settled();
}

async function rowsOf(folder: string, columns: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const name = path.join(folder, file).replaceAll("'", "''");
  const reader = await connection.runAndReadAll(
    `SELECT ${columns} FROM '${name}' ORDER BY slot NULLS LAST`,
  );
  const rows = reader.getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

test('a closed hour can be read as Parquet by anything, with names and exact amounts', async () => {
  const folder = await newFolder();
  const opened = await open(folder);
  await index(opened, [arbitrageAt(1, hour - 1), arbitrageAt(2, hour), failureAt(3, hour + 3_599)]);
  assert.deepEqual(await readdir(folder), ['arbscope-2026-09-21T13.parquet']);
  await index(opened, [arbitrageAt(4, hour + 3_720)]);
  assert.deepEqual((await readdir(folder)).sort(), ['arbscope-2026-09-21T13.parquet', file]);
  assert.equal((await stat(path.join(folder, file))).mode & 0o777, 0o600);
  const rows = await rowsOf(
    folder,
    `signature, slot, position, strftime(time, '%c'), type, is_success, attempts, wallet, bot, provider, fee_lamports, tip_lamports, base_mint, base_input, revenues_usd`,
  );
  assert.deepEqual(rows, [
    [
      signatureOf(2),
      2,
      7,
      '2026-09-21 14:00:00',
      'arbitrage',
      true,
      1,
      address('wallet'),
      'SMB',
      'JITO',
      String(large),
      '9007199254740993',
      wrappedSolMint,
      '1000000000',
      0.1,
    ],
    [
      signatureOf(3),
      3,
      0,
      '2026-09-21 14:59:59',
      'failed',
      false,
      1,
      address('wallet'),
      null,
      'NO_PROVIDER',
      '5000',
      '0',
      null,
      '0',
      0,
    ],
  ]);
  await opened.store.close();
});

test('an hour is not closed before its last blocks have settled', async () => {
  const folder = await newFolder();
  const opened = await open(folder);
  await index(opened, [arbitrageAt(1, hour), arbitrageAt(2, hour + 3_719)]);
  assert.deepEqual(await readdir(folder), []);
  await opened.store.close();
});

test('failures that were rolled up are in the file with their number', async () => {
  const folder = await newFolder();
  const opened = await open(folder, { keepSeconds: null, rawFailures: 2 });
  const failures = Array.from({ length: 10 }, (_, at) => failureAt(at + 1, hour + at));
  for (const one of failures) await opened.store.add(one);
  await opened.store.flush();
  await opened.store.maintain();
  await index(opened, [arbitrageAt(100, hour + 4_000)]);
  const rows = await rowsOf(folder, "type, attempts, fee_lamports, slot, strftime(time, '%X')");
  assert.equal(
    rows.reduce((sum, [, attempts]) => sum + Number(attempts), 0),
    10,
  );
  assert.deepEqual(rows.at(-1), ['failed', 8, '5000', null, '14:00:00']);
  await opened.store.close();
});

test('a restart leaves a whole file as it is, and a fuller store replaces a poorer one', async () => {
  const folder = await newFolder();
  const first = await open(folder);
  await index(first, [
    arbitrageAt(1, hour),
    arbitrageAt(2, hour + 1),
    arbitrageAt(9, hour + 4_000),
  ]);
  await first.store.close();
  const before = await readFile(path.join(folder, file));
  await utimes(path.join(folder, file), 1, 1);

  const poorer = await open(folder);
  await index(poorer, [arbitrageAt(2, hour + 1), arbitrageAt(9, hour + 4_000)]);
  await poorer.store.close();
  const same = await open(folder);
  await index(same, [arbitrageAt(1, hour), arbitrageAt(2, hour + 1), arbitrageAt(9, hour + 4_000)]);
  assert.deepEqual(await readFile(path.join(folder, file)), before);
  assert.equal((await stat(path.join(folder, file))).mtimeMs, 1_000);

  // What was missing came after all.
  await index(same, [arbitrageAt(3, hour + 2), arbitrageAt(10, hour + 8_000)]);
  assert.equal((await rowsOf(folder, 'signature, slot')).length, 3);
  await same.store.close();
});

test('an hour that has begun to leave the store is not written', async () => {
  const folder = await newFolder();
  const opened = await open(folder, { keepSeconds: 4_000, rawFailures: 1_000 });
  await index(opened, [arbitrageAt(1, hour), arbitrageAt(2, hour + 4_001)]);
  assert.deepEqual(await readdir(folder), []);
  await opened.store.close();
});

test('a missing folder is told, hinders nothing, and is written to once it is there', async () => {
  const folder = path.join(await newFolder(), 'none');
  const opened = await open(folder);
  await index(opened, [arbitrageAt(1, hour), arbitrageAt(2, hour + 4_000)]);
  assert.match(opened.hours.trouble, /cannot be written to .*none.*no such file/s);
  await mkdir(folder);
  await index(opened, [arbitrageAt(3, hour + 4_001)]);
  assert.deepEqual(opened.troubles.length, 2);
  assert.equal(opened.hours.trouble, '');
  assert.deepEqual(await readdir(folder), [file]);
  assert.equal(opened.store.arbitrages, 3);
  await opened.store.close();
});

test('what cannot be read is told and left as it is; what a kill left behind goes', async () => {
  const folder = await newFolder();
  await writeFile(path.join(folder, file), 'mine');
  const stale = path.join(folder, `${file}.123.partial`);
  await writeFile(stale, 'half');
  await utimes(stale, 1, 1);
  await writeFile(path.join(folder, 'other.partial'), '');
  await utimes(path.join(folder, 'other.partial'), 1, 1);
  const opened = await open(folder);
  await index(opened, [
    arbitrageAt(1, hour),
    arbitrageAt(2, hour + 4_000),
    arbitrageAt(3, hour + 8_000),
  ]);
  assert.match(opened.hours.trouble, /cannot be written/);
  assert.equal(await readFile(path.join(folder, file), 'utf8'), 'mine');
  const next = 'arbscope-2026-09-21T15.parquet';
  assert.deepEqual((await readdir(folder)).sort(), [file, next, 'other.partial']);
  await opened.store.close();
});
