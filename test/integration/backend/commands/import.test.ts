import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { importCommand } from '../../../../src/backend/commands/import.ts';
import { handleMarketCache } from '../../../../src/engine/operations/marketCache.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-import-'));
after(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const code = await importCommand.run(args, {
    stdout,
    stderr,
    environment: {},
    signal: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), errors: await text(stderr) };
}

async function cacheOf(storePath: string, tokens?: string[]) {
  const store = await DuckDbStore.open(storePath);
  const context = { store, source: { now: () => 0 }, tokens: new Map() };
  const entries = await handleMarketCache(context, {
    accounts: true,
    ...(tokens === undefined ? {} : { tokens }),
  });
  await store.close();
  return entries;
}

const pool = {
  pool: '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj',
  owner: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  mintA: wrappedSolMint,
  mintB: usdcMint,
};

test('import keeps the valid entries of a truncated file, and exits with code 1', async () => {
  const file = path.join(folder, 'cut.json');
  await writeFile(file, JSON.stringify([pool, { pubkey: 'no' }, pool, 1]).slice(0, -3));
  const store = path.join(folder, 'cut.duckdb');
  const { code, out, errors } = await run(file, '--store', store);
  assert.equal(code, 1);
  assert.match(out, /imported 1 pools, skipped 1 entries/);
  assert.match(errors, /skipped entry 2 \(at byte \d+\): its pubkey is no address/);
  assert.match(errors, /cut off/);
  assert.equal((await cacheOf(store)).length, 1);
});

test('import leaves out a block from the future with the reason, and keeps the others', async () => {
  const blockAt = (parentSlot: number, blockTime: number) =>
    JSON.stringify({
      ...{ blockhash: `hash${parentSlot}`, previousBlockhash: 'before', parentSlot, blockTime },
      transactions: [],
    });
  const file = path.join(folder, 'future.jsonl');
  const lines = [blockAt(99, 1_000), blockAt(100, 4_294_967_295), blockAt(101, 1_001)];
  await writeFile(file, lines.join('\n'));
  const storePath = path.join(folder, 'future.duckdb');
  const { code, errors } = await run(file, '--store', storePath);
  assert.equal(code, 1);
  assert.match(
    errors,
    /error: .*: Blocks skipped: their time is \d+ s ahead of this machine’s clock/,
  );
  const store = await DuckDbStore.open(storePath);
  assert.deepEqual([store.blockCount, store.newestTimeSeconds], [2, 1_001]);
  await store.close();
});

test('import merges a later file into the pools of the former, without duplicates', async () => {
  const params = { routingGroup: 3 };
  const [table, cache] = [path.join(folder, 'table.json'), path.join(folder, 'cache.json')];
  await writeFile(table, JSON.stringify([pool]));
  await writeFile(cache, JSON.stringify([{ pubkey: pool.pool, owner: pool.owner, params }]));
  for (const files of [
    [table, cache],
    [cache, table],
    [cache, table, cache, table],
  ]) {
    const store = path.join(folder, `${files.length}${path.basename(files[0] ?? '')}.duckdb`);
    assert.equal((await run(...files, '--store', store)).code, 0);
    const entries = await cacheOf(store, [wrappedSolMint, usdcMint]);
    assert.deepEqual(
      entries.map(({ pubkey, params: own }) => [pubkey, own]),
      [[pool.pool, { addressLookupTableAddress: '', ...params }]],
    );
  }
});

const shared = sharedData('data', 'market-cache');
test('import reads the shared files together with a recorded block', {
  skip: skipWithout(shared),
}, async () => {
  const blocks = sharedData('data', 'blocks') ?? '';
  const files = ['metis-market-cache.json', 'pool-table.json', 'raydium-v4-entry-with-data.json'];
  const store = path.join(folder, 'shared.duckdb');
  const { code, out } = await run(
    ...files.map((name) => path.join(shared ?? '', name)),
    path.join(blocks, '254170887.json.gz'),
    '--store',
    store,
  );
  assert.equal(code, 0);
  for (const count of [106, 85, 1])
    assert.match(out, new RegExp(`: imported ${count} pools, skipped 0`));
  assert.match(out, /contains \d+ arbitrage transactions/);
  const pairs = await cacheOf(store, [wrappedSolMint, usdcMint]);
  assert.ok(pairs.length >= 10, `${pairs.length}`);
  assert.equal(new Set(pairs.map(({ pubkey }) => pubkey)).size, pairs.length);
});
