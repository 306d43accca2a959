import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { importPools } from '../../../../src/engine/marketCache/poolImport.ts';
import { PoolIndex } from '../../../../src/engine/marketCache/poolIndex.ts';
import { handleMarketCache } from '../../../../src/engine/operations/marketCache.ts';
import type { OperationContext } from '../../../../src/engine/operations/operationContext.ts';
import { type ImportedPool, parsePoolEntry } from '../../../../src/engine/pools/parsePoolEntry.ts';
import type { AccountReader } from '../../../../src/engine/rpc/accountReader.ts';
import { RecordedSource } from '../../../../src/engine/sources/recordedSource.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { address, block, record, signatureOf, solAt, twoLegs } from '../syntheticBlocks.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-pools-'));
after(() => rm(folder, { recursive: true, force: true }));
let files = 0;

const raydiumV4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const raydiumCpmm = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const token = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const [poolOne, poolTwo, poolThree, table] = [
  '5y2QYKY8gQCcmG6jy4fc7wFg8L5SW7bkyvMH3jUTqBdy',
  '4fuUiYxTQ6QCrdSq9ouBYcTM7bqSwYTSyLueGZLTy4T4',
  '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj',
  '95k7D3PCFdiVzjwLA8sYhBR1hpeiFvp1ZFEqCrMf7LA',
] as const;

async function file(content: string | Uint8Array): Promise<string> {
  const name = path.join(folder, `${files++}.json`);
  await writeFile(name, content);
  return name;
}
const contextOf = (store: DuckDbStore): OperationContext => ({
  store,
  source: { now: () => 0 },
  tokens: new Map(),
});

const aggregatorEntry = {
  pubkey: poolOne,
  owner: raydiumV4,
  params: {
    addressLookupTableAddress: table,
    routingGroup: 3,
    note: 'braces } and "quotes" \\ in a text {',
    vaultToken: { a: address('a'), b: address('b') },
  },
};
const tableEntry = {
  pool: poolTwo,
  owner: raydiumCpmm,
  mintA: wrappedSolMint,
  mintB: usdcMint,
  vaultA: 'DQyrAcCrDXQ7NeoqGgDCZwBvWDcYmFCjSb9JtteuvPpz',
  vaultB: 'HLmqeL62xR1QoZ1HKKbXRrdN1p3phKpxRMb2VVopvBBz',
};

async function cache(): Promise<DuckDbStore> {
  const store = await DuckDbStore.open(':memory:');
  await importPools(store, await file(JSON.stringify([aggregatorEntry, tableEntry])));
  await store.add(
    block({
      observations: [
        {
          inputMint: wrappedSolMint,
          inputAmount: 1_000_000n,
          outputMint: token,
          outputAmount: 5n,
          program: raydiumCpmm,
          pool: poolThree,
          swapInstruction: {
            discriminator: '8fbe5adac41e33de',
            accounts: Array.from({ length: 13 }, (_, at) => address(`account${at}`)),
          },
        },
      ],
      vaults: [
        { pool: poolThree, program: raydiumCpmm, mint: token, amount: 9n, vault: address('vt') },
      ],
    }),
  );
  await store.flush();
  return store;
}
const store = await cache();
after(() => store.close());

const ask = (parameters: Parameters<typeof handleMarketCache>[1]) =>
  handleMarketCache(contextOf(store), parameters);
const addresses = async (parameters: Parameters<typeof ask>[0]) =>
  (await ask(parameters)).map(({ pubkey }) => pubkey).sort();

test('onlyjup keeps only the aggregator’s pools, with their parameters unchanged', async () => {
  assert.deepEqual(await ask({ onlyjup: true }), [
    { pubkey: poolOne, owner: raydiumV4, params: aggregatorEntry.params },
  ]);
  assert.deepEqual(await addresses({}), [poolOne, poolTwo, poolThree].sort());
});

test('tokens keeps only pools whose mints are both listed', async () => {
  assert.deepEqual(await addresses({ tokens: [wrappedSolMint, usdcMint] }), [poolTwo]);
  assert.deepEqual(await addresses({ tokens: [wrappedSolMint, token] }), [poolThree]);
  assert.deepEqual(await addresses({ tokens: [wrappedSolMint] }), []);
  assert.deepEqual(await addresses({ tokens: [] }), await addresses({}));
  assert.deepEqual(await addresses({ tokens: [usdcMint, wrappedSolMint, token] }), [
    poolTwo,
    poolThree,
  ]);
});

test('accounts lists every account of a swap; those of the caller are marked and empty', async () => {
  const [entry] = await ask({ tokens: [wrappedSolMint, token], accounts: true });
  assert.deepEqual(entry?.accounts?.slice(0, 5), [
    { address: '', role: 3, name: 'payer', isCaller: true },
    { address: 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL', role: 0, name: 'authority' },
    { address: address('account2'), role: 0, name: 'ammConfig' },
    { address: poolThree, role: 1, name: 'pool' },
    { address: '', role: 1, name: 'userInputTokenAccount', isCaller: true },
  ]);
  const [imported] = await ask({ tokens: [wrappedSolMint, usdcMint], accounts: true });
  assert.equal(
    imported?.accounts?.find(({ name }) => name === 'inputVault')?.address,
    'DQyrAcCrDXQ7NeoqGgDCZwBvWDcYmFCjSb9JtteuvPpz',
  );
  assert.equal(
    imported?.accounts?.find(({ name }) => name === 'outputTokenMint')?.address,
    usdcMint,
  );
});

test('importing a file again replaces its pools', async () => {
  const fresh = await DuckDbStore.open(':memory:');
  const name = await file(JSON.stringify([tableEntry, aggregatorEntry]));
  assert.deepEqual(await importPools(fresh, name), {
    pools: 2,
    invalidEntries: 0,
    truncation: null,
  });
  await importPools(fresh, name);
  assert.equal((await handleMarketCache(contextOf(fresh), {})).length, 2);
  await fresh.close();
});

test('a re-imported pool has its newest lookup table, in a file, over files and restarts', async () => {
  const newer = 'DQyrAcCrDXQ7NeoqGgDCZwBvWDcYmFCjSb9JtteuvPpz';
  const newest = 'HLmqeL62xR1QoZ1HKKbXRrdN1p3phKpxRMb2VVopvBBz';
  const tableWith = (addressLookupTableAddress: string) => ({
    pool: poolOne,
    owner: raydiumV4,
    addressLookupTableAddress,
  });
  const cacheWith = (addressLookupTableAddress: string) => ({
    pubkey: poolOne,
    owner: raydiumV4,
    params: { addressLookupTableAddress, routingGroup: 3 },
  });
  const storePath = path.join(folder, 'again.duckdb');
  for (const [entries, expected] of [
    [[cacheWith(newer), cacheWith(table)], table],
    [[tableWith(newer)], newer],
    [[cacheWith(newest)], newest],
    [[tableWith(newer), { ...tableEntry, pool: poolOne, owner: raydiumV4 }], newer],
    // An entry without a table keeps the previous one.
    [[{ pool: poolOne, owner: raydiumV4 }], newer],
  ] as const) {
    const opened = await DuckDbStore.open(storePath);
    await importPools(opened, await file(JSON.stringify(entries)));
    const [entry, ...others] = await handleMarketCache(contextOf(opened), {});
    assert.deepEqual(others, []);
    assert.equal(entry?.params?.['addressLookupTableAddress'], expected);
    assert.equal(entry?.params?.['routingGroup'], 3);
    await opened.close();
  }
  const index = await PoolIndex.open(path.join(folder, 'pools.duckdb'));
  const pools = [cacheWith(table), tableWith(newest)].map(parsePoolEntry) as ImportedPool[];
  async function* batches() {
    yield { pools, invalidEntries: 0 };
  }
  await index.fill(batches(), 0);
  const found = await index.find(poolOne);
  assert.equal(found?.parameters['addressLookupTableAddress'], newest);
  assert.equal(found?.lookupTable, newest);
  assert.equal(await index.find("' OR 1=1 --"), null);
  await index.close();
});

test('a pool takes members that its newest entry lacks from earlier ones', async () => {
  const fresh = await DuckDbStore.open(':memory:');
  const plain = { pool: poolTwo, owner: raydiumCpmm };
  const entries = [tableEntry, { ...plain, addressLookupTableAddress: table }, plain];
  await importPools(fresh, await file(JSON.stringify(entries)));
  const [entry] = await handleMarketCache(contextOf(fresh), { tokens: [wrappedSolMint, usdcMint] });
  assert.equal(entry?.params?.['addressLookupTableAddress'], table);
  await fresh.close();
});

test('older blocks that arrive late do not replace newer pool data', async () => {
  const storePath = path.join(folder, 'order.duckdb');
  const [early, late] = [address('early'), address('late')];
  const blockOf = (slot: number, lookupTable: string, amount: bigint) => {
    const legs = twoLegs(token, [raydiumCpmm, poolThree], [raydiumCpmm, poolTwo]).legs;
    const member = {
      slot,
      signature: signatureOf(slot),
      legs: legs.map((leg) => ({ ...leg, lookupTable })),
    };
    const swapInstruction = {
      discriminator: '8fbe5adac41e33de',
      accounts: Array<string>(13).fill(lookupTable),
    };
    return block({
      slot,
      records: [record(member)],
      observations: [{ ...solAt(100), program: raydiumCpmm, pool: poolThree, swapInstruction }],
      vaults: [
        { pool: poolThree, program: raydiumCpmm, mint: wrappedSolMint, amount, vault: early },
      ],
    });
  };
  for (const blocks of [
    [blockOf(10, early, 1n)],
    [blockOf(30, late, 3n)],
    [blockOf(20, early, 2n)],
  ]) {
    const opened = await DuckDbStore.open(storePath);
    for (const one of blocks) await opened.add(one);
    await opened.close();
  }
  const opened = await DuckDbStore.open(storePath);
  const pool = opened.pools.find(poolThree);
  assert.equal(pool?.lookupTable, late);
  assert.equal(pool?.vaults.get(early)?.amount, 3n);
  assert.ok(pool?.swap?.accounts.includes(late));
  await opened.close();
});

test('an entry says if the newest swap of its program has other accounts, also after a restart', async () => {
  const name = path.join(folder, `${files++}.duckdb`);
  const swapAt = (slot: number, accounts: number) =>
    block({
      slot,
      blockhash: `hash${slot}`,
      observations: [
        {
          ...solAt(100),
          program: raydiumCpmm,
          pool: poolThree,
          swapInstruction: {
            discriminator: '8fbe5adac41e33de',
            accounts: Array.from({ length: accounts }, (_, at) => address(`account${at}`)),
          },
        },
      ],
    });
  const notes = async (from: DuckDbStore) =>
    (await handleMarketCache(contextOf(from), { accounts: true })).map(
      ({ accountsNote = null }) => accountsNote,
    );
  const first = await DuckDbStore.open(name);
  await first.add(swapAt(100, 13));
  assert.deepEqual(await notes(first), [null]);
  await first.add(swapAt(101, 12));
  const [note] = await notes(first);
  assert.match(note ?? '', /newest swap of this program \(slot 101\) has 12 accounts/);
  await first.flush();
  await first.close();
  const second = await DuckDbStore.open(name);
  assert.deepEqual(await notes(second), [note]);
  await second.add(swapAt(102, 13));
  assert.deepEqual(await notes(second), [null]);
  await second.close();
});

test('pools and the accounts of their swaps are restored when a store is reopened', async () => {
  const path_ = path.join(folder, 'store.duckdb');
  const first = await DuckDbStore.open(path_);
  await importPools(first, await file(JSON.stringify([aggregatorEntry])));
  await first.add(
    block({
      observations: [
        {
          inputMint: wrappedSolMint,
          inputAmount: 1_000_000n,
          outputMint: token,
          outputAmount: 5n,
          program: raydiumCpmm,
          pool: poolThree,
          swapInstruction: {
            discriminator: '8fbe5adac41e33de',
            accounts: Array(13).fill(address('x')),
          },
        },
      ],
    }),
  );
  const before = await handleMarketCache(contextOf(first), { accounts: true });
  await first.close();
  const second = await DuckDbStore.open(path_);
  assert.deepEqual(await handleMarketCache(contextOf(second), { accounts: true }), before);
  assert.equal(before.length, 2);
  await second.close();
});

const blocks = sharedData('data', 'blocks');
test('real swaps fill the accounts of pools of all four families', {
  skip: skipWithout(blocks),
}, async () => {
  const real = await DuckDbStore.open(':memory:');
  for await (const { slot, block: rpc } of new RecordedSource([blocks ?? '']).history(
    new AbortController().signal,
  )) {
    await real.add(
      decodeBlock(slot, rpc, (program, pool) => real.pools.needsSwapAccounts(program, pool, slot)),
    );
  }
  const entries = await handleMarketCache(contextOf(real), { accounts: true });
  for (const program of [
    raydiumV4,
    'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
    'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  ]) {
    const lackingOf = ({ accounts = [] }: (typeof entries)[number]): number =>
      accounts.filter(({ address, isCaller }) => address === '' && isCaller !== true).length;
    // Some swaps were seen only in part.
    const [described] = entries
      .filter(({ owner, accounts }) => owner === program && accounts)
      .sort((first, second) => lackingOf(first) - lackingOf(second));
    const accounts = described?.accounts ?? [];
    assert.ok(accounts.length >= 11, program);
    assert.ok(
      accounts.some(({ address: at }) => at === described?.pubkey),
      program,
    );
    const empty = accounts.filter((account) => account.address === '' && account.isCaller !== true);
    // Old PumpSwap swaps lack two accounts that the program requires today.
    const lacking = program.startsWith('pAMM') ? 2 : 0;
    assert.ok(empty.length <= lacking, `${program}: ${empty.map(({ name }) => name).join(' ')}`);
  }
  await real.close();
});

test('a node’s pool account fills in what files and blocks lack', async () => {
  const data = Buffer.alloc(637);
  data.write('f7ede3f5d7c3de46', 'hex');
  const config = '9iFER3bpjf1PTTCQCfTRu17EJgvsxo9pVyA9QWwEuX4x';
  data.set(decodeBase58(config) ?? [], 8);
  const account = { address: poolTwo, owner: raydiumCpmm, lamports: 1n, data };
  const asked: (readonly string[])[] = [];
  const accountReader: AccountReader = {
    getAccounts: (addresses_) => {
      asked.push(addresses_);
      return Promise.resolve(new Map([[poolTwo, account]]));
    },
    getToken: () => Promise.resolve(null),
    getSupplies: () => Promise.resolve(new Map()),
    getLookupTable: () => Promise.resolve(null),
    getProgramSlots: () => Promise.resolve(new Map()),
    readAccounts: () => Promise.resolve([]),
  };
  const parameters = { tokens: [wrappedSolMint, usdcMint], accounts: true };
  const configOf = async (context: OperationContext) =>
    (await handleMarketCache(context, parameters))[0]?.accounts?.find(
      ({ name }) => name === 'ammConfig',
    );
  assert.equal((await configOf({ ...contextOf(store), accountReader }))?.address, config);
  assert.deepEqual(asked, [[poolTwo]]);
  const silent = { ...accountReader, getAccounts: () => Promise.reject(new Error('no node')) };
  assert.equal((await configOf({ ...contextOf(store), accountReader: silent }))?.isUnknown, true);
});
