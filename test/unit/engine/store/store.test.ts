import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ChainCheck } from '../../../../src/engine/filling/chainCheck.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { blockOf, FakeChain, range } from '../filling/fakeStore.ts';
import {
  address,
  block,
  deepVaults,
  record,
  signatureOf,
  solAt,
  tip,
  twoLegs,
} from '../syntheticBlocks.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-store-'));
after(() => rm(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => path.join(folder, `${files++}.duckdb`);

const route = twoLegs(
  address('token'),
  [address('amm'), address('p1')],
  [address('amm'), address('p2')],
);
const full = record({
  ...route,
  index: 3,
  bot: { family: 'SMB', program: address('bot') },
  tips: [tip('JITO', 20_000n), { ...tip('FAST', 2n ** 63n), mint: address('token'), inner: true }],
  botFees: [{ mint: wrappedSolMint, amount: 77n, to: address('maker') }],
  otherPayments: [{ mint: wrappedSolMint, amount: 5n, to: address('platform') }],
  closingDifferences: [{ mint: address('token'), amount: -3n }],
  computeUnitLimit: null,
  rentLamports: 2_039_280n,
  priorityFeeLamports: 2n ** 60n,
});
const failed = record({
  signature: signatureOf(2),
  index: 4,
  type: 'failed',
  isSuccess: false,
  failure: '{"InstructionError":[3,{"Custom":6001}]}',
  attempt: {
    pools: [
      { pool: address('p'), program: address('a'), mints: [address('t'), usdcMint], group: 0 },
      { pool: address('new'), program: address('b'), mints: [], group: 1 },
    ],
    unknownPools: 2,
    parameters: {
      minimumProfit: 2n ** 64n - 1n,
      baseMint: usdcMint,
      computeUnitLimit: 2 ** 32 - 1,
      noFailure: true,
      flashLoan: false,
    },
  },
  baseMint: null,
  baseInput: 0n,
  blockTimeSeconds: 1_000_000,
});

const rowCount = async (
  store: DuckDbStore,
  table: 'transactions' | 'credits' | 'tips' | 'blocks',
) => Number((await store.query(`SELECT count(*)::UINTEGER FROM ${table}`))[0]?.[0]);

test('a record is restored from the store as decoded, to the last lamport', async () => {
  const store = await DuckDbStore.open(':memory:');
  await store.add(block({ records: [full, failed] }));
  await store.flush();
  assert.deepEqual((await store.findTransaction(full.signature))?.record, full);
  assert.deepEqual((await store.findTransaction(failed.signature))?.record, failed);
  assert.equal(await store.findTransaction(signatureOf(99)), null);
  await store.close();
});

test('the amount of a pool is stored if it differs from the owner’s', async () => {
  const legs = route.legs.map((leg) => ({ ...leg, poolReceived: 0n, poolSent: 2n ** 64n - 1n }));
  const store = await DuckDbStore.open(':memory:');
  await store.add(block({ records: [record({ ...route, legs })] }));
  await store.flush();
  assert.deepEqual((await store.findTransaction(signatureOf(1)))?.record.legs, legs);
  await store.close();
});

test('a repeated block is stored once, before and after writing', async () => {
  const store = await DuckDbStore.open(':memory:');
  await store.add(block({ records: [full] }));
  await store.add(block({ records: [full] }));
  await store.flush();
  await store.add(block({ records: [full] }));
  await store.flush();
  assert.equal(await rowCount(store, 'transactions'), 1);
  assert.equal(await rowCount(store, 'credits'), 2);
  assert.equal(store.arbitrages, 1);
  await store.close();
});

test('a block of another fork replaces the former one', async () => {
  const store = await DuckDbStore.open(':memory:');
  await store.add(block({ records: [full, failed] }));
  await store.add(
    block({ blockhash: 'other', records: [record({ ...route, signature: signatureOf(9) })] }),
  );
  await store.flush();
  assert.equal(await rowCount(store, 'transactions'), 1);
  assert.equal(await rowCount(store, 'tips'), 0);
  assert.equal(await rowCount(store, 'blocks'), 1);
  assert.equal(store.arbitrages, 1);
  assert.equal(await store.findTransaction(full.signature), null);
  await store.close();
});

test('a block of a fork that left its slot empty is removed once the fork is final', async () => {
  const store = await DuckDbStore.open(':memory:');
  const chain = new FakeChain(range(101, 200));
  const check = new ChainCheck({ reader: chain, store, index: () => Promise.reject() });
  await store.add(block({ slot: 100, records: [full, failed] }));
  check.add(100, blockOf(100));
  check.add(101, blockOf(101, 'hash101', 99));
  for (const slot of range(102, 200)) check.add(slot, blockOf(slot));
  assert.equal(await check.mend(new AbortController().signal), 1);
  await store.flush();
  assert.equal(await rowCount(store, 'transactions'), 0);
  assert.equal(await rowCount(store, 'blocks'), 0);
  assert.equal(store.arbitrages, 0);
  assert.equal(store.hasBlock(100, 'hash100'), false);
  await store.close();
});

test('blocks are replaced and removed while new ones are written', async () => {
  const store = await DuckDbStore.open(newFile());
  const of = (slot: number, fork = '') =>
    block({
      slot,
      blockhash: `hash${slot}${fork}`,
      records: [record({ ...route, slot, signature: signatureOf(slot * 2 + fork.length) })],
    });
  for (const slot of range(1, 60)) await store.add(of(slot));
  await store.flush();
  const follow = async (): Promise<void> => {
    for (const slot of range(61, 120)) {
      await store.add(of(slot));
      await store.flush();
    }
  };
  const mend = async (): Promise<void> => {
    for (const slot of range(1, 60)) {
      if (slot % 2 === 0) await store.remove(slot);
      else await store.add(of(slot, 'b'));
      await store.flush();
    }
  };
  await Promise.all([follow(), mend()]);
  assert.equal(await rowCount(store, 'transactions'), 90);
  assert.equal(await rowCount(store, 'blocks'), 90);
  await store.close();
});

test('single transactions of a slot add up, including those of a later whole block', async () => {
  const store = await DuckDbStore.open(':memory:');
  await store.add(block({ blockhash: '', records: [full] }));
  await store.add(block({ blockhash: '', records: [failed] }));
  await store.add(
    block({ records: [full, failed, record({ ...route, signature: signatureOf(3) })] }),
  );
  await store.flush();
  assert.equal(await rowCount(store, 'transactions'), 3);
  assert.equal(store.arbitrages, 2);
  assert.ok(store.hasBlock(100, 'hash100'));
  await store.close();
});

test('a late block is valued at its own prices without changing the newest ones', async () => {
  const store = await DuckDbStore.open(':memory:');
  const at = (slot: number, usd: number) => {
    const records = [record({ ...route, slot, signature: signatureOf(slot) })];
    return block({ slot, blockTimeSeconds: slot, observations: [solAt(usd)], records });
  };
  for (const one of [at(200, 150), at(100, 90)]) await store.add(one);
  await store.flush();
  const [slots, volumes] = await store.query(
    'SELECT slot, volume_nanocents / 1e11 FROM transactions ORDER BY slot',
  );
  assert.deepEqual(
    [slots, volumes],
    [
      [100, 200],
      [90, 150],
    ],
  );
  assert.deepEqual(store.prices.priceOf(wrappedSolMint), { priceUsd: 150, timeSeconds: 200 });
  await store.close();
});

const [solVault = assert.fail()] = deepVaults([solAt(150)]);

test('a store file is private and restores everything when reopened', async () => {
  const file = newFile();
  const first = await DuckDbStore.open(file);
  await first.add(
    block({
      records: [full],
      observations: [solAt(150)],
      vaults: [
        { ...solVault, amount: 1_000_000_000n },
        {
          pool: address('p1'),
          program: address('amm'),
          mint: wrappedSolMint,
          amount: 2_000_000_000n,
          vault: address('v'),
        },
      ],
    }),
  );
  await first.close();
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const second = await DuckDbStore.open(file);
  assert.equal(second.arbitrages, 1);
  assert.equal(second.newestSlot, 100);
  assert.equal(second.newestTimeSeconds, 1_000_000);
  assert.ok(second.hasBlock(100, 'hash100'));
  assert.deepEqual((await second.findTransaction(full.signature))?.record, full);
  assert.equal(second.prices.priceOf(wrappedSolMint)?.priceUsd, 150);
  assert.equal(second.pools.find(address('p1'))?.lookupTable, address('table'));
  assert.equal(second.pools.liquidityUsd(wrappedSolMint, second.prices), 300 + 1_000);
  assert.deepEqual(second.prices.swaps(), first.prices.swaps());
  await second.add(block({ slot: 101, records: [{ ...failed, slot: 101 }] }));
  await second.close();
  const third = await DuckDbStore.open(file);
  assert.equal(await rowCount(third, 'transactions'), 2);
  await third.close();
});

const refusal = (words: RegExp) => (error: unknown) => {
  assert.ok(MarketError.is(error), String(error));
  assert.match(error.message, words);
  return true;
};

test('a damaged store file is reported and left unchanged', async () => {
  const file = newFile();
  const store = await DuckDbStore.open(file);
  await store.add(block({ records: [full] }));
  await store.close();
  const { size } = await stat(file);
  await truncate(file, Math.floor(size / 2));
  const before = await readFile(file);
  await assert.rejects(DuckDbStore.open(file), refusal(/damaged.*Move it/s));
  assert.deepEqual(await readFile(file), before);
});

test('a file that is not a store is reported and left unchanged', async () => {
  const file = newFile();
  await writeFile(file, 'my shopping list');
  await assert.rejects(DuckDbStore.open(file), refusal(/damaged or not a store/));
  assert.equal(await readFile(file, 'utf8'), 'my shopping list');
});

test('a symbolic link in place of the store is rejected', async () => {
  const target = newFile();
  await writeFile(target, 'precious');
  const link = newFile();
  await symlink(target, link);
  await assert.rejects(DuckDbStore.open(link), refusal(/symbolic link/));
  assert.equal(await readFile(target, 'utf8'), 'precious');
});

test('a symbolic link in place of a store’s log is rejected, and its target stays', async () => {
  const file = newFile();
  await (await DuckDbStore.open(file)).close();
  const target = newFile();
  await writeFile(target, 'precious');
  await symlink(target, `${file}.wal`);
  await assert.rejects(DuckDbStore.open(file), refusal(/\.wal is a symbolic link/));
  await rm(file);
  await assert.rejects(DuckDbStore.open(file), refusal(/\.wal is a symbolic link/));
  assert.equal(await readFile(target, 'utf8'), 'precious');
});

/** A store with ten blocks in its file and ten in its log, as left by a killed process. */
async function killedStore(
  damage: Parameters<DuckDbStore['write']>[0] = async () => undefined,
): Promise<{ file: string; bytes: Buffer; log: Buffer }> {
  const [open, file] = [newFile(), newFile()];
  const store = await DuckDbStore.open(open);
  for (let slot = 1; slot <= 20; slot++) {
    await store.add(block({ slot, records: [{ ...full, slot, signature: signatureOf(slot) }] }));
    await store.flush();
    if (slot === 10) await store.write((writer) => writer.run('CHECKPOINT'));
  }
  await store.write(damage);
  const [bytes, log] = [await readFile(open), await readFile(`${open}.wal`)];
  await store.close();
  return { file, bytes, log };
}

test('a damaged store left by a killed process is reported and left unchanged, with its log', async () => {
  const { file, bytes, log } = await killedStore((writer) =>
    writer.run("UPDATE pools SET mints = '[\"cut o'"),
  );
  await writeFile(file, bytes);
  await writeFile(`${file}.wal`, log);
  await assert.rejects(DuckDbStore.open(file), refusal(/damaged.*Move it/s));
  assert.deepEqual(await readFile(file), bytes);
  assert.deepEqual(await readFile(`${file}.wal`), log);
});

test('a damaged log is reported and left unchanged; a truncated one loses only its end', async () => {
  const { file, bytes, log } = await killedStore();
  const flipped = Buffer.from(log);
  flipped[log.length >> 1] = ~(log[log.length >> 1] ?? 0);
  const headless = Buffer.from(log);
  headless[0] = 0xff;
  await writeFile(file, bytes);
  for (const damaged of [flipped, headless, Buffer.from('my shopping list'), Buffer.alloc(4_096)]) {
    await writeFile(`${file}.wal`, damaged);
    await assert.rejects(DuckDbStore.open(file), refusal(/The log .*\.wal is damaged.*Move it/s));
    assert.deepEqual(await readFile(file), bytes);
    assert.deepEqual(await readFile(`${file}.wal`), damaged);
  }
  await writeFile(`${file}.wal`, log.subarray(0, -7));
  const store = await DuckDbStore.open(file);
  assert.equal(store.blockCount, 19);
  await store.close();
});

test('a log without its store is reported and left unchanged', async () => {
  const { file, log } = await killedStore();
  await writeFile(`${file}.wal`, log);
  await assert.rejects(
    DuckDbStore.open(file),
    refusal(/is missing, but its log .* is there.*Put/s),
  );
  assert.deepEqual(await readFile(`${file}.wal`), log);
});

test('a store and a log that were readable by others become private', async () => {
  const { file, bytes, log } = await killedStore();
  await writeFile(file, bytes);
  await writeFile(`${file}.wal`, log);
  for (const own of [file, `${file}.wal`]) await chmod(own, 0o644);
  const store = await DuckDbStore.open(file);
  for (const own of [file, `${file}.wal`]) assert.equal((await stat(own)).mode & 0o777, 0o600, own);
  await store.close();
});

test('statements cannot access other files, whether in a query or in the file', async () => {
  const secret = newFile();
  await writeFile(secret, 'secret');
  const file = newFile();
  for (const where of [':memory:', file]) {
    const store = await DuckDbStore.open(where);
    for (const sql of [
      `SELECT * FROM read_text('${secret}')`,
      `SELECT * FROM '${secret}.csv'`,
      `ATTACH '${newFile()}' AS other`,
      `COPY (SELECT 1) TO '${newFile()}.csv'`,
      `EXPORT DATABASE '${newFile()}'`,
      'SET enable_external_access = true',
      "SET allowed_directories = ['/']",
    ]) {
      await assert.rejects(store.query(sql), refusal(/disabled|Cannot/), `${where} ${sql}`);
      const written = store.write((writer) => writer.run(sql));
      await assert.rejects(written, /disabled|Cannot/, `${where} ${sql}`);
    }
    await store.close();
  }
});

test('a store with a view in place of a table is rejected', async () => {
  const file = newFile();
  const store = await DuckDbStore.open(file);
  await store.write(async (writer) => {
    await writer.run('ALTER TABLE trades RENAME TO real_trades');
    await writer.run('CREATE VIEW trades AS SELECT * FROM real_trades');
  });
  await store.close();
  await assert.rejects(DuckDbStore.open(file), refusal(/another version/));
});

test('SQL in names from the chain and in parameters is treated as text', async () => {
  const store = await DuckDbStore.open(':memory:');
  const sql = "x'); DROP TABLE transactions; --";
  const signature = "' OR 1=1 --".padEnd(88, 'x');
  await store.add(
    block({ records: [record({ ...route, wallet: sql, signature, failure: sql }), full] }),
  );
  await store.flush();
  assert.equal((await store.findTransaction(signature))?.record.wallet, sql);
  assert.equal((await store.findTransaction(signature))?.record.failure, sql);
  assert.equal(
    await store.findTransaction(
      `${signature.slice(0, 20)}${full.signature.slice(20, 25)}' OR '1'='1`,
    ),
    null,
  );
  assert.equal(await rowCount(store, 'transactions'), 2);
  await store.close();
});

test('a store that this process has open is reported as in use', async () => {
  const file = newFile();
  const store = await DuckDbStore.open(file);
  await assert.rejects(DuckDbStore.open(file), refusal(/Another process uses/));
  await store.close();
  await (await DuckDbStore.open(file)).close();
});

test('a store that another process has open is reported as in use', async () => {
  const file = newFile();
  const script = `
    const { DuckDbStore } = await import(${JSON.stringify(new URL('../../../../src/engine/store/duckdb/duckdbStore.ts', import.meta.url).href)});
    await DuckDbStore.open(process.argv[1]);
    process.stdout.write('open');
    process.stdin.resume();
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(holder.stdout, 'data');
    await assert.rejects(DuckDbStore.open(file), refusal(/Another process uses/));
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
  // The killed process leaves its written blocks in a file that can be opened.
  await (await DuckDbStore.open(file)).close();
});
