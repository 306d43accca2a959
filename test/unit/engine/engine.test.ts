import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { ArbitrageEvent } from '../../../src/api/arbscope/arbitrages.ts';
import { MarketError } from '../../../src/api/marketError.ts';
import type { BlockSource, SourceBlock } from '../../../src/engine/chain/blockSource.ts';
import type { DecodedBlock } from '../../../src/engine/decode/arbitrageRecord.ts';
import type { RpcBlock } from '../../../src/engine/decode/rpcBlock.ts';
import { Engine } from '../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../src/engine/indexing/engineStatus.ts';
import { RecordedSource } from '../../../src/engine/sources/recordedSource.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { sharedData, skipWithout } from '../../sharedData.ts';
import { address, block, record, signatureOf, solAt, twoLegs } from './syntheticBlocks.ts';

const rpcBlock = (slot: number): RpcBlock => ({
  blockhash: `hash${slot}`,
  previousBlockhash: '',
  parentSlot: slot - 1,
  blockTime: slot,
  transactions: [],
});

const decodeOne = (slot: number, { blockhash }: Pick<RpcBlock, 'blockhash'>): DecodedBlock =>
  block({
    slot,
    blockhash,
    blockTimeSeconds: slot,
    observations: [solAt(100)],
    records: [
      record({
        signature: signatureOf(slot),
        slot,
        ...twoLegs(address('t'), [address('a'), address('p')], [address('a'), address('q')]),
      }),
    ],
  });

interface Steps {
  readonly history: number[];
  /** Each call of `follow` yields one of these lists, then throws unless it is the last. */
  readonly follow: number[][];
}

function source({ history, follow }: Steps): BlockSource {
  const followings = [...follow];
  return {
    kind: 'recorded',
    async *history(): AsyncGenerator<SourceBlock> {
      for (const slot of history) yield { slot, block: rpcBlock(slot) };
    },
    async *follow(): AsyncGenerator<SourceBlock> {
      for (const slot of followings.shift() ?? []) yield { slot, block: rpcBlock(slot) };
      if (followings.length > 0) throw new Error('the line went dead');
    },
    tokens: () => [],
    now: () => 1_000_000,
  };
}

async function until(
  open: (onStatus: (progress: EngineStatus) => void) => Promise<Engine>,
  condition: (progress: EngineStatus) => boolean,
): Promise<{ engine: Engine; seen: EngineStatus[] }> {
  const seen: EngineStatus[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const engine = await open((progress) => {
    seen.push(progress);
    if (condition(progress)) resolve();
  });
  await promise;
  return { engine, seen };
}

test('an engine is ready when the history is indexed, and then follows the source', async () => {
  const { engine, seen } = await until(
    (onStatus) =>
      Engine.open({
        source: source({ history: [1, 2, 3], follow: [[4, 5]] }),
        store: ':memory:',
        onStatus,
        decode: decodeOne,
      }),
    ({ newestSlot }) => newestSlot === 5,
  );
  assert.equal(seen[0]?.state, 'starting');
  assert.deepEqual(seen.find(({ state }) => state === 'ready')?.arbitrages, 3);
  assert.equal(engine.status().arbitrages, 5);
  const answer = await engine.service.finder({
    tokensMint: [wrappedSolMint],
    tokensTimeRange: 86_400,
  });
  assert.equal(answer.tokens[0]?.transactions, 5);
  assert.equal((await engine.record(signatureOf(4)))?.slot, 4);
  assert.equal(await engine.record(signatureOf(40)), null);
  await engine.close();
});

test('an engine shows from its start what delays its source', async () => {
  const seen: EngineStatus[] = [];
  let message = '';
  let changed = (): void => undefined;
  const delayed: BlockSource = {
    ...source({ history: [1], follow: [[]] }),
    progress: () => ({
      message,
      lagSlots: null,
      lagMilliseconds: null,
      isStalled: false,
      indexedFraction: 1,
      recentlyOmitted: { blocks: 0, cause: null },
    }),
    onChange: (listener) => {
      changed = listener;
    },
    // biome-ignore lint/correctness/useYield: it has no blocks yet
    async *history(): AsyncGenerator<SourceBlock> {
      for (message of ['rate limited', '']) changed();
    },
  };
  const onStatus = (status: EngineStatus) => seen.push(status);
  const engine = await Engine.open({ source: delayed, store: ':memory:', onStatus });
  assert.deepEqual(
    seen.slice(0, 3).map((each) => [each.state, each.message, each.isProblem]),
    [
      ['starting', '', false],
      ['starting', 'rate limited', true],
      ['starting', '', false],
    ],
  );
  await engine.close();
});

test('an engine reports an interrupted follower and restarts it', async () => {
  const { engine, seen } = await until(
    (onStatus) =>
      Engine.open({
        source: source({ history: [1], follow: [[2], [2, 3]] }),
        store: ':memory:',
        onStatus,
        decode: decodeOne,
      }),
    ({ newestSlot }) => newestSlot === 3,
  );
  assert.ok(seen.some(({ state, message }) => state === 'ready' && /went dead/.test(message)));
  assert.equal(engine.status().arbitrages, 3);
  assert.equal(engine.status().message, '');
  await engine.close();
});

test('an engine fails to start with a reason when the history fails', async () => {
  const seen: EngineStatus[] = [];
  const broken: BlockSource = {
    ...source({ history: [], follow: [] }),
    // biome-ignore lint/correctness/useYield: it fails before its first block
    async *history(): AsyncGenerator<SourceBlock> {
      throw new MarketError('unreachable', 'The node does not answer.');
    },
  };
  await assert.rejects(
    Engine.open({ source: broken, store: ':memory:', onStatus: (each) => seen.push(each) }),
    (error) => MarketError.is(error, 'unreachable'),
  );
  assert.equal(seen.at(-1)?.state, 'failed');
  assert.match(seen.at(-1)?.message ?? '', /does not answer/);
});

test('the start of an engine can be cancelled', async () => {
  await assert.rejects(
    Engine.open({
      source: source({ history: [1, 2], follow: [] }),
      store: ':memory:',
      decode: decodeOne,
      signal: AbortSignal.abort(),
    }),
    (error) => MarketError.is(error, 'cancelled'),
  );
});

test('an engine continues after the last stored block when restarted', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-engine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storePath = path.join(folder, 'deeper', 'store.duckdb');
  const decoded: number[] = [];
  const open = (history: number[]) =>
    Engine.open({
      source: source({ history, follow: [] }),
      store: storePath,
      decode: (slot, rpc) => {
        decoded.push(slot);
        return decodeOne(slot, rpc);
      },
    });
  await (await open([1, 2])).close();
  const engine = await open([1, 2, 3]);
  assert.deepEqual(decoded, [1, 2, 3]);
  assert.equal(engine.status().arbitrages, 3);
  await engine.close();
});

test('a recorded store uses the time of its newest block, whatever files a restart names', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-engine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storePath = path.join(folder, 'store.duckdb');
  for (const history of [[20_000], [5], []]) {
    const { now: _clock, ...recorded } = source({ history, follow: [] });
    const engine = await Engine.open({ source: recorded, store: storePath, decode: decodeOne });
    const request = { tokensMint: [wrappedSolMint], tokensTimeRange: 3_600 };
    const { tokens } = await engine.service.finder(request);
    assert.equal(tokens[0]?.transactions, 1, `${history}`);
    assert.equal(engine.status().newestBlockTimeSeconds, 20_000);
    await engine.close();
  }
});

test('an engine rejects an operation that it does not offer', async () => {
  const engine = await Engine.open({
    source: source({ history: [], follow: [] }),
    store: ':memory:',
  });
  await assert.rejects(
    engine.service.landTransaction({ params: ['', { frontRunningProtection: true }] } as never),
    (error) => MarketError.is(error, 'plan-lacks-operation'),
  );
  await engine.close();
});

const blocks = sharedData('data', 'blocks');
test('the arbitrages of recorded mainnet blocks are in the index', {
  skip: skipWithout(blocks),
}, async () => {
  const engine = await Engine.open({
    source: new RecordedSource([blocks ?? '']),
    store: ':memory:',
  });
  // 15 in the older block and 1 in the newer, counted by hand: a lower bound.
  assert.ok(engine.status().arbitrages >= 16);
  // The newer block's only arbitrage is USDC > SOL > 61V8… > USDC; the older block is outside the
  // window.
  const tokensOf = async (base: string) =>
    (
      await engine.service.finder({ tokensMint: [base], tokensMax: 50, tokensTimeRange: 86_400 })
    ).tokens.map(({ mint }) => mint);
  assert.deepEqual(await tokensOf(wrappedSolMint), []);
  assert.deepEqual((await tokensOf(usdcMint)).sort(), [
    '61V8vBaqAGMpgDQi4JcAwo1dmBGHsyhzodcPqnEVpump',
    wrappedSolMint,
  ]);
  await engine.close();
});

test('an engine reports its status and streams new arbitrages until it is closed', async () => {
  const release = Promise.withResolvers<void>();
  const steps = source({ history: [1, 2], follow: [] });
  const engine = await Engine.open({
    source: {
      ...steps,
      async *follow(signal): AsyncGenerator<SourceBlock> {
        await release.promise;
        yield { slot: 3, block: rpcBlock(3) };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    },
    store: ':memory:',
    decode: decodeOne,
    version: '1.2.3',
  });
  const status = await engine.arbscope.status({});
  assert.deepEqual(
    { ...status, rows: null, bytes: null },
    {
      version: '1.2.3',
      source: 'recorded',
      now: '1970-01-01T00:16:40.000Z',
      newest_slot: 2,
      lag_slots: null,
      lag_milliseconds: null,
      seconds_since_block: null,
      from: '1970-01-01T00:00:01.000Z',
      coverage: 1,
      unreadable_transactions: 0,
      message: '',
      arbitrages: 2,
      rows: null,
      bytes: null,
      offers: [
        'status',
        'arbitrages',
        'walletRanking',
        'walletGroups',
        'history',
        'growth',
        'coverage',
        'replay',
      ],
    },
  );
  const events = engine.arbscope.streamArbitrages({})[Symbol.asyncIterator]();
  const first = events.next();
  release.resolve();
  const { value } = (await first) as IteratorYieldResult<ArbitrageEvent>;
  assert.deepEqual(
    value.arbitrages.map(({ block_number }) => block_number),
    [3],
  );
  const waiting = events.next();
  await Promise.all([
    assert.rejects(waiting, (error) => MarketError.is(error, 'service-failing')),
    engine.close(),
  ]);
});

test('an engine without blocks has a status without times', async () => {
  const engine = await Engine.open({
    source: source({ history: [], follow: [[]] }),
    store: ':memory:',
  });
  const { now, from, newest_slot, coverage } = await engine.arbscope.status({});
  assert.deepEqual([now, from, newest_slot, coverage], [null, null, null, null]);
  await engine.close();
});
