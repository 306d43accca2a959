import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import type { ArbitrageEvent } from '../../../../../src/api/arbscope/arbitrages.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { address, signatureOf } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, openMarket, serviceOf } from './market.ts';

const numbers = new Map(
  Array.from({ length: 2_000 }, (_, number) => [signatureOf(number), number] as const),
);
const numbersOf = ({ arbitrages }: Pick<ArbitrageEvent, 'arbitrages'>): number[] =>
  arbitrages.map(({ signature }) => numbers.get(signature) ?? -1);

async function add(store: DuckDbStore, slot: number, ...added: number[]): Promise<void> {
  await addBlock(
    store,
    slot,
    added.map((number) => arbitrage(number)),
  );
  await store.flush();
}

const listen = (
  store: DuckDbStore,
  parameters: Parameters<ReturnType<typeof serviceOf>['streamArbitrages']>[0] = {},
  signal?: AbortSignal,
) =>
  serviceOf(store)
    .streamArbitrages(parameters, signal === undefined ? {} : { signal })
    [Symbol.asyncIterator]();

async function nextOf(events: AsyncIterator<ArbitrageEvent>): Promise<ArbitrageEvent> {
  const { value, done } = await events.next();
  assert.equal(done ?? false, false, 'the stream ended');
  return value;
}

describe('The stream of arbitrages', () => {
  test('sends rows that arrive after its start, newest first', async () => {
    const store = await openMarket([1, [arbitrage(1)]]);
    const events = listen(store);
    await add(store, 2, 2, 3);
    const event = await nextOf(events);
    assert.deepEqual([numbersOf(event), event.skipped], [[3, 2], 0]);
    await events.return?.();
    await store.close();
  });

  test('reads new rows once for all listeners with the same filter', async () => {
    const store = await openMarket([1, [arbitrage(1)]]);
    const service = serviceOf(store);
    const filters = [{ outcomes: ['gain'] }, { outcomes: ['gain'] }, {}] as const;
    const listening = filters.map(({ ...filter }) =>
      service.streamArbitrages(filter as object)[Symbol.asyncIterator](),
    );
    const waiting = listening.map(nextOf);
    await add(store, 2, 2, 3);
    const [one, two, other] = await Promise.all(waiting);
    assert.equal(one, two);
    assert.notEqual(one, other);
    assert.deepEqual(one, other);
    for (const events of listening) await events.return?.();
    await store.close();
  });

  test('continues from the cursor of a page without gaps or duplicates', async () => {
    const store = await openMarket([1, [arbitrage(1)]]);
    const page = await serviceOf(store).arbitrages({});
    await add(store, 2, 2);
    const events = listen(store, { cursor: page.newest });
    assert.deepEqual([numbersOf(page), numbersOf(await nextOf(events))], [[1], [2]]);
    await events.return?.();
    await store.close();
  });

  test('sends each row once to a listener that reconnects repeatedly', async () => {
    const store = await openMarket();
    const seen: number[] = [];
    let cursor = (await serviceOf(store).arbitrages({})).newest;
    for (let round = 0; round < 12; round++) {
      const events = listen(store, { cursor });
      for (let at = 0; at <= round % 3; at++) {
        await add(store, 1 + round * 3 + at, round * 10 + at);
      }
      const event = await nextOf(events);
      seen.push(...numbersOf(event).reverse());
      cursor = event.newest;
      await events.return?.();
    }
    const expected = Array.from({ length: 12 }, (_, round) =>
      Array.from({ length: 1 + (round % 3) }, (_, at) => round * 10 + at),
    );
    assert.deepEqual(seen, expected.flat());
    await store.close();
  });

  test('counts the older rows that exceed the limit of an event', async () => {
    const store = await openMarket();
    const events = listen(store);
    await add(store, 1, ...Array.from({ length: 230 }, (_, number) => number));
    const event = await nextOf(events);
    assert.deepEqual([event.arbitrages.length, event.skipped], [200, 30]);
    assert.deepEqual(numbersOf(event)[0], 229);
    await add(store, 2, 300);
    assert.deepEqual(numbersOf(await nextOf(events)), [300]);
    await events.return?.();
    await store.close();
  });

  test('sends only rows that pass its filter', async () => {
    const store = await openMarket();
    const events = listen(store, { tokens: [address('rare')] });
    const first = nextOf(events);
    await addBlock(store, 1, [arbitrage(1), failure(2)]);
    await store.flush();
    await addBlock(store, 2, [arbitrage(3, { token: address('rare') })]);
    await store.flush();
    assert.deepEqual(numbersOf(await first), [3]);
    await events.return?.();
    await store.close();
  });

  test('does not repeat transactions that a fork moved to another block', async () => {
    const store = await openMarket();
    const events = listen(store);
    await add(store, 1, 1, 2, 3);
    const { newest } = await nextOf(events);
    // The block is replaced: 1 stays, 2 moves to the next block, 3 is gone, 4 is new.
    await addBlock(store, 1, [arbitrage(1), arbitrage(4)], { blockhash: 'other' });
    await add(store, 2, 2, 5);
    assert.deepEqual(numbersOf(await nextOf(events)), [5, 4]);
    assert.deepEqual(numbersOf(await nextOf(listen(store, { cursor: newest }))), [5, 4]);
    assert.deepEqual(numbersOf(await serviceOf(store).arbitrages({})), [5, 2, 4, 1]);
    await events.return?.();
    await store.close();
  });

  test('sends each transaction once to a listener that reconnects after a fork', async () => {
    const store = await openMarket();
    const { newest: cursor } = await serviceOf(store).arbitrages({});
    await add(store, 1, 1, 2);
    await addBlock(store, 1, [arbitrage(1)], { blockhash: 'other' });
    await add(store, 2, 2);
    assert.deepEqual(numbersOf(await nextOf(listen(store, { cursor }))), [2, 1]);
    await store.close();
  });

  test('continues after a restart with a file store, and says that rows may be missing with an in-memory one', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-stream-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'store.duckdb');
    const former = await DuckDbStore.open(file);
    await add(former, 1, 1);
    const { newest: cursor } = await serviceOf(former).arbitrages({});
    await add(former, 2, 2);
    await former.close();
    const store = await DuckDbStore.open(file);
    await add(store, 3, 3);
    assert.deepEqual(numbersOf(await nextOf(listen(store, { cursor }))), [3, 2]);
    await store.close();

    const memory = await openMarket([1, [arbitrage(1), arbitrage(9)]]);
    const events = listen(memory, { cursor });
    await add(memory, 2, 2);
    const event = await nextOf(events);
    assert.deepEqual([numbersOf(event), event.skipped], [[2], null]);
    await add(memory, 3, 3);
    assert.equal((await nextOf(events)).skipped, 0);
    await events.return?.();
    await memory.close();
  });

  test('rejects an invalid cursor before it begins', async () => {
    const store = await openMarket();
    assert.throws(
      () => listen(store, { cursor: 'abc' }),
      (error) => MarketError.is(error, 'bad-parameter') && error.parameter === 'cursor',
    );
    await store.close();
  });

  test('ends without an error on abort, before it begins and while it waits', async () => {
    const store = await openMarket();
    const ending = new AbortController();
    const waiting = listen(store, {}, ending.signal).next();
    ending.abort();
    assert.deepEqual(await waiting, { value: undefined, done: true });
    assert.deepEqual(await listen(store, {}, ending.signal).next(), {
      value: undefined,
      done: true,
    });
    await store.close();
  });

  test('ends with an error when the index is closed, while it waits or between two events', async () => {
    const store = await openMarket();
    const [waiting, pausing] = [listen(store, { tokens: [address('rare')] }), listen(store)];
    const waited = waiting.next();
    await add(store, 1, 1);
    await nextOf(pausing);
    await add(store, 2, 2);
    const paused = pausing.next();
    const failing = (error: unknown) => MarketError.is(error, 'service-failing');
    await Promise.all([
      assert.rejects(waited, failing),
      assert.rejects(paused, failing),
      store.close(),
    ]);
  });

  test('has no timer or listener until the next event is requested', async () => {
    const store = await openMarket();
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout');
    const before = timers().length;
    const events = listen(store);
    await add(store, 1, 1);
    await nextOf(events);
    assert.equal(timers().length, before);
    await events.return?.();
    await store.close();
  });
});
