import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

function reader({ refusesNames = false, namesNeverCome = false } = {}) {
  const calls: string[] = [];
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    calls.push(method);
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

  it('that a block is not there yet, without waiting for it', async () => {
    const { slots } = reader();
    assert.equal((await slots.block(105, never)).kind, 'none');
    assert.equal((await slots.block(106, never)).kind, 'missing');
  });
});
