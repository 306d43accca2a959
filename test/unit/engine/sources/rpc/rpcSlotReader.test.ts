import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import type { BlockReader } from '../../../../../src/engine/chain/blockReader.ts';
import { RpcError } from '../../../../../src/engine/rpc/rpcError.ts';
import { RpcMethods } from '../../../../../src/engine/rpc/rpcMethods.ts';
import { RpcSlotReader } from '../../../../../src/engine/sources/rpc/rpcSlotReader.ts';
import { systemClock } from '../../../../../src/http/retry.ts';

const never = new AbortController().signal;
const info = (identity: string, name: string) => ({
  pubkey: 'x',
  account: {
    data: {
      program: 'config',
      parsed: {
        type: 'validatorInfo',
        info: {
          configData: { name },
          keys: [
            { pubkey: 'Va1idator1nfo111111111111111111111111111111', signer: false },
            { pubkey: identity, signer: true },
          ],
        },
      },
    },
  },
});

interface Listed {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number | null;
}

function reader({
  refusesNames = false,
  namesNeverCome = false,
  listed = [] as readonly Listed[],
  pageSize = 2,
  firstSlot = 10 as number | null,
} = {}) {
  const calls: string[] = [];
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    calls.push(method);
    if (method === 'getSignaturesForAddress') {
      const { before } = params[1] as { before?: string };
      const start = listed.findIndex(({ signature }) => signature === before) + 1;
      return listed.slice(start, start + pageSize).map((one) => ({ ...one, err: null }));
    }
    if (method === 'getSlotLeaders') {
      const [first, count] = params as [number, number];
      return Array.from({ length: count }, (_, at) => (first + at < 104 ? 'one' : 'two'));
    }
    if (namesNeverCome) return await Promise.withResolvers<never>().promise;
    if (refusesNames) throw new RpcError('refused', 'no such method');
    return [info('one', 'Northstake'), info('two', ' '), { pubkey: 'y', account: { data: null } }];
  };
  const methods = new RpcMethods({
    client: { call },
    clock: systemClock,
    commitment: 'confirmed',
    retryPolicy: {
      initialDelayMilliseconds: 1,
      maximumDelayMilliseconds: 1,
      attempts: 1,
      unclearAttempts: 1,
    },
  });
  const blocks = {
    newestSlot: async () => 105,
    slotsWithBlock: async (from: number) => [from + 2, from + 3],
    blockTime: async (slot: number) => (slot < 4_500 ? 1_000 : 1_200),
    firstSlot: async () => {
      if (firstSlot === null) throw new MarketError('not-offered', 'refused');
      return firstSlot;
    },
    block: async () => ({ kind: 'none' }),
  } as unknown as BlockReader;
  const transactions = { getTransaction: async () => null };
  return { calls, slots: new RpcSlotReader(blocks, transactions, methods) };
}

describe('A node says about slots', () => {
  it('who led them, with names where validators published one, and is asked once', async () => {
    const { slots, calls } = reader();
    const leaders = await slots.leaders(103, 2, never);
    assert.deepEqual(leaders, [
      { address: 'one', name: 'Northstake' },
      { address: 'two', name: null },
    ]);
    await slots.leaders(103, 2, never);
    assert.deepEqual(calls, ['getSlotLeaders', 'getProgramAccounts']);
  });

  it('nothing to a caller that has gone, while the names are on their way', async () => {
    const { slots } = reader({ namesNeverCome: true });
    const asking = new AbortController();
    const leaders = slots.leaders(103, 1, asking.signal);
    asking.abort();
    await assert.rejects(leaders, { kind: 'cancelled' });
  });

  it('who led them without names, if it refuses those', async () => {
    const { slots } = reader({ refusesNames: true });
    assert.deepEqual(await slots.leaders(103, 1, never), [{ address: 'one', name: null }]);
  });

  it('how long they take, from the times of blocks a thousand slots apart', async () => {
    const { slots } = reader();
    // From slot 4,002 to slot 4,983: the last one itself has no block.
    assert.equal(await slots.slotMilliseconds(5_000, never), 200_000 / 981);
    assert.equal(await slots.slotMilliseconds(10, never), null);
  });

  const listed = [5_400, 5_300, 5_300, 5_200, 5_100].map((blockTime, at) => ({
    signature: `s${at}`,
    slot: blockTime - 5_000,
    blockTime,
  }));
  async function slotsOf(
    node: Parameters<typeof reader>[0],
    fromSeconds: number,
    toSeconds = 9_999,
  ) {
    const { slots, calls } = reader(node);
    const found: unknown[] = [];
    for await (const one of slots.slotsOf('wallet', { fromSeconds, toSeconds }, never)) {
      found.push('reason' in one ? [one.beforeSeconds, one.reason] : [one.slot, one.transactions]);
    }
    return { found, pages: calls.length };
  }

  it('in which of them a wallet acted, newest first, over several pages', async () => {
    const { found, pages } = await slotsOf({ listed }, 1_000);
    assert.deepEqual(found, [
      [400, 1],
      [300, 2],
      [200, 1],
      [100, 1],
    ]);
    // The last one is empty: a node may list fewer than were asked for.
    assert.equal(pages, 4);
  });

  it('in which of them a wallet acted within a window, and reads no further', async () => {
    const { found, pages } = await slotsOf({ listed }, 5_250, 5_350);
    assert.deepEqual(found, [[300, 2]]);
    assert.equal(pages, 2);
  });

  it('in which of them a wallet acted where the times of some are not known', async () => {
    const without = listed.map((one, at) => (at === 3 ? { ...one, blockTime: null } : one));
    const { found } = await slotsOf({ listed: without }, 5_150);
    assert.deepEqual(found, [
      [400, 1],
      [300, 2],
      [200, 1],
    ]);
  });

  it('since when it keeps blocks, where a window begins before', async () => {
    const reason = 'The node keeps blocks since 1970-01-01T00:16:40.000Z only.';
    const kept = await slotsOf({ listed, firstSlot: 250 }, 500);
    assert.deepEqual(kept.found, [
      [400, 1],
      [300, 2],
      [1_000, reason],
    ]);
    const ended = await slotsOf({ listed: listed.slice(0, 1) }, 500);
    assert.deepEqual(ended.found, [
      [400, 1],
      [1_000, reason],
    ]);
    const unsaid = await slotsOf({ listed, firstSlot: null }, 500);
    assert.deepEqual(unsaid.found.at(-1), [
      5_100,
      'The node does not say how far back its blocks go.',
    ]);
  });

  it('that it lists too many transactions of a wallet to be searched', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      signature: `s${at}`,
      slot: 1_000 - at,
      blockTime: 9_000 - at,
    }));
    const { found, pages } = await slotsOf({ listed: many, pageSize: 1 }, 1_000);
    assert.equal(pages, 50);
    assert.match(String(found.at(-1)), /^8951,.*more transactions/);
  });

  it('that a block is not there yet, without waiting for it', async () => {
    const { slots } = reader();
    assert.equal((await slots.block(105, never)).kind, 'none');
    assert.equal((await slots.block(106, never)).kind, 'missing');
  });
});
