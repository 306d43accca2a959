import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MarketError } from '../../../../src/api/marketError.ts';
import {
  type InvalidPoolEntry,
  isPoolFile,
  readPoolFile,
} from '../../../../src/engine/marketCache/poolFile.ts';
import { ammProgramIds } from '../../../../src/engine/pools/ammProgramIds.ts';
import { deriveAccount } from '../../../../src/engine/pools/deriveAccount.ts';
import type { ImportedPool } from '../../../../src/engine/pools/parsePoolEntry.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-pool-file-'));
after(() => rm(folder, { recursive: true, force: true }));
let files = 0;

async function file(content: string | Uint8Array): Promise<string> {
  const name = path.join(folder, `${files++}.json`);
  await writeFile(name, content);
  return name;
}

async function read(name: string) {
  const pools: ImportedPool[] = [];
  const faults: InvalidPoolEntry[] = [];
  let cutOff: string | null = null;
  for await (const batch of readPoolFile(name)) {
    pools.push(...batch.pools);
    faults.push(...batch.invalidEntries);
    cutOff ??= batch.truncation;
  }
  return { pools, faults, cutOff };
}

const table = '95k7D3PCFdiVzjwLA8sYhBR1hpeiFvp1ZFEqCrMf7LA';
const vault = 'DQyrAcCrDXQ7NeoqGgDCZwBvWDcYmFCjSb9JtteuvPpz';
const aggregatorEntry = {
  pubkey: '5y2QYKY8gQCcmG6jy4fc7wFg8L5SW7bkyvMH3jUTqBdy',
  owner: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  params: {
    addressLookupTableAddress: table,
    routingGroup: 3,
    note: 'braces } and "quotes" \\ in a text {',
    vaultToken: { a: vault, b: vault },
  },
};
const tableEntry = {
  pool: '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj',
  owner: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  mintA: wrappedSolMint,
  mintB: usdcMint,
  vaultA: vault,
  vaultB: table,
  addressLookupTableAddress: table,
};

describe('A file of pools', () => {
  test('can be read in both forms, plain and gzipped, with any text in it', async () => {
    const text = JSON.stringify([aggregatorEntry, tableEntry], null, 1);
    for (const content of [text, gzipSync(text), `\ufeff${text}`]) {
      const { pools, faults, cutOff } = await read(await file(content));
      assert.deepEqual([faults, cutOff], [[], null]);
      const [first, second] = pools;
      assert.deepEqual(first, {
        pool: aggregatorEntry.pubkey,
        program: aggregatorEntry.owner,
        mintA: '',
        mintB: '',
        vaultA: '',
        vaultB: '',
        lookupTable: table,
        parameters: aggregatorEntry.params,
        addresses: {},
        isAggregator: true,
      });
      const { mintA, mintB, vaultA, vaultB, isAggregator } = second ?? {};
      assert.deepEqual(
        [second?.pool, mintA, mintB, vaultA, vaultB, second?.lookupTable, isAggregator],
        [tableEntry.pool, wrappedSolMint, usdcMint, vault, table, table, false],
      );
    }
  });

  test('keeps every digit of numbers above 2^53', async () => {
    const text = JSON.stringify([{ ...aggregatorEntry, params: { amount: 1 } }]);
    const { pools } = await read(await file(text.replace('"amount":1', `"amount":${2n ** 64n}`)));
    assert.deepEqual(pools[0]?.parameters, { amount: 2n ** 64n });
  });

  test('loses only its bad entries, which are reported with their position', async () => {
    const good = JSON.stringify(tableEntry);
    const bad = [
      ['{"pubkey": "short", "owner": "x"}', 'its pubkey is no address'],
      [JSON.stringify({ ...aggregatorEntry, owner: 5 }), 'its owner is no address'],
      ['{"pubkey": }', 'it is no JSON'],
      ['null', 'it is no object'],
      ['"text"', 'it is no object'],
      ['[]', 'it is no object'],
    ] as const;
    for (const [entry, reason] of bad) {
      const text = `[${good},\n${entry},\n${JSON.stringify(aggregatorEntry)}]`;
      const { pools, faults, cutOff } = await read(await file(text));
      assert.deepEqual(
        pools.map(({ pool }) => pool),
        [tableEntry.pool, aggregatorEntry.pubkey],
      );
      assert.deepEqual(faults, [{ entry: 2, byte: good.length + 3, reason }]);
      assert.equal(cutOff, null);
    }
  });

  test('keeps the intact entries if it is truncated, and reports that', async () => {
    const entries = Array.from({ length: 200 }, () => tableEntry);
    const text = JSON.stringify(entries);
    const cut = await read(await file(text.slice(0, -30)));
    assert.equal(cut.pools.length, 199);
    assert.match(cut.cutOff ?? '', /cut off, within entry 200/);
    const withoutEnd = await read(await file(text.slice(0, -1)));
    assert.equal(withoutEnd.pools.length, 200);
    assert.match(withoutEnd.cutOff ?? '', /cut off/);
    const random = JSON.stringify(entries.map((entry, at) => ({ ...entry, at: Math.sin(at) })));
    const packed = gzipSync(random);
    const half = await read(await file(packed.subarray(0, packed.length / 2)));
    assert.ok(half.pools.length > 50 && half.pools.length < 200, `${half.pools.length}`);
    assert.match(half.cutOff ?? '', /cut off/);
    const more = await read(await file(`${text} [1]`));
    assert.equal(more.pools.length, 200);
    assert.match(more.cutOff ?? '', /ends before the file/);
  });

  test('is rejected by name if it contains no list or does not exist', async () => {
    for (const content of ['', '  ', '{"a":1}', '}{', 'pools']) {
      const name = await file(content);
      await assert.rejects(
        read(name),
        (error) => MarketError.is(error, 'bad-parameter') && error.message.startsWith(name),
      );
    }
    await assert.rejects(read(path.join(folder, 'missing')), /no such file/);
    await assert.rejects(read(folder), /folder/);
  });

  test('is distinguished from blocks and transactions, also from lists of those', async () => {
    assert.ok(await isPoolFile(await file(' \n[]')));
    assert.ok(await isPoolFile(await file(gzipSync('[{}]'))));
    assert.ok(!(await isPoolFile(await file('{"result": []}'))));
    for (const chain of [
      '{"slot":1,"transaction":[],"meta":{}}',
      '{"jsonrpc":"2.0","result":null}',
    ]) {
      assert.ok(!(await isPoolFile(await file(` [\n${chain}]`))));
    }
    assert.ok(!(await isPoolFile(await file(''))));
    assert.ok(!(await isPoolFile(path.join(folder, 'missing'))));
  });
});

const shared = sharedData('data', 'market-cache');
describe('The shared market-cache files', { skip: skipWithout(shared) }, () => {
  for (const [name, count] of [
    ['metis-market-cache.json', 106],
    ['pool-table.json', 85],
    ['raydium-v4-entry-with-data.json', 1],
  ] as const) {
    test(`are read completely: ${name}`, async () => {
      const full = path.join(shared ?? '', name);
      const entries = JSON.parse(await readFile(full, 'utf8')) as Record<string, unknown>[];
      const { pools, faults, cutOff } = await read(full);
      assert.deepEqual([pools.length, faults, cutOff], [count, [], null]);
      pools.forEach((pool, at) => {
        const entry = entries[at] ?? {};
        assert.equal(pool.pool, entry['pubkey'] ?? entry['pool']);
        assert.equal(pool.program, entry['owner']);
        assert.deepEqual(pool.parameters, entry['params'] ?? {});
        if ('mintA' in entry) assert.equal(pool.mintA, entry['mintA']);
      });
    });
  }

  test('yield mints, vaults and market from the entry with account data', async () => {
    const { pools } = await read(path.join(shared ?? '', 'raydium-v4-entry-with-data.json'));
    const [pool] = pools;
    assert.deepEqual(Object.keys(pool?.addresses ?? {}).sort(), [
      'amm_open_orders',
      'amm_target_orders',
      'serum_market',
      'serum_program',
    ]);
    // The last version of Serum, as named in the pool's account.
    assert.equal(pool?.addresses['serum_program'], '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
    for (const side of ['mintA', 'mintB', 'vaultA', 'vaultB'] as const) {
      assert.match(pool?.[side] ?? '', /^\w{32,44}$/);
    }
  });

  test('yield the vaults that the programs derive', async () => {
    const names: Readonly<Record<string, readonly [string, string]>> = {
      [ammProgramIds.meteoraDlmm]: ['reserve_x', 'reserve_y'],
      [ammProgramIds.raydiumClmm]: ['input_vault', 'output_vault'],
    };
    const { pools } = await read(path.join(shared ?? '', 'pool-table.json'));
    let compared = 0;
    for (const pool of pools) {
      const [nameA, nameB] = names[pool.program] ?? [];
      if (nameA === undefined || nameB === undefined) continue;
      const derived = [nameA, nameB].map((name) => deriveAccount(pool, name, () => ''));
      assert.deepEqual(derived, [pool.vaultA, pool.vaultB], pool.pool);
      compared++;
    }
    assert.equal(compared, 80);
  });
});
