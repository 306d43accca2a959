import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Competition } from '../../../../src/api/arbscope/competition.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { validateSchema } from '../../../../src/api/validation.ts';
import { NodeCompetitions } from '../../../../src/backend/channel/nodeRequests.ts';
import { NodeSources } from '../../../../src/backend/channel/nodeSources.ts';
import type { CompetitionRequest } from '../../../../src/backend/protocol/callProtocol.ts';
import type { RpcBlock } from '../../../../src/engine/decode/rpcBlock.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { firstSlot, gain, sellDog, send } from '../../../unit/engine/competition/blockBuilder.ts';
import { signatureOf } from '../../../unit/engine/decode/rpcTransactionBuilder.ts';

describe('The competition read from a node that is not open', () => {
  const node = new FakeRpcNode('/?api-key=very-secret');
  const slot = firstSlot;
  before(async () => {
    await node.listen();
    const transactions = [
      send('trigger', { by: 'user', legs: sellDog, program: null }),
      send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000 }),
      send('rival', { by: 'B', legs: gain, fails: 6_001, tip: 4_000n, limit: 100_000 }),
    ];
    const block = {
      blockhash: '1'.repeat(32),
      previousBlockhash: '1'.repeat(32),
      parentSlot: slot - 1,
      blockTime: 1_700_000_000,
      transactions,
    };
    node.add(slot, block as unknown as RpcBlock);
    node.add(slot + 4, { ...block, transactions: [] } as unknown as RpcBlock);
    const [, , rival] = transactions;
    assert.ok(rival);
    node.transactions.set(signatureOf('rival'), { ...rival, slot, blockTime: block.blockTime });
  });
  after(async () => {
    nodes.close();
    await node.close();
  });

  const nodes = new NodeSources();
  const competitions = new NodeCompetitions(nodes);
  const progress: string[] = [];
  const read = (settings: CompetitionRequest['settings'], after = 3, before = 4) =>
    competitions.read(
      { settings, parameters: { signature: signatureOf('rival'), after, before } },
      {
        signal: new AbortController().signal,
        onProgress: (one) => one.kind === 'blocks' && progress.push(`${one.read} of ${one.of}`),
      },
    );

  test('names trigger, winner and cause, reads the blocks once, and says how many of them it has', async () => {
    const settings = { kind: 'node', rpcUrl: node.url } as const;
    const { result } = await read(settings);
    assert.deepEqual([progress.length, progress.at(-1)], [8, '8 of 8']);
    const requests = node.requests.length;
    await read(settings);
    assert.deepEqual(
      node.requests.slice(requests).map(({ method }) => method),
      ['getSlotLeaders'],
      'it may have them by now',
    );
    await read(settings, 1, 0);
    assert.equal(progress.at(-1), '2 of 2');
    const found = result as Competition;
    assert.equal(validateSchema(Competition, found).fault, null);
    assert.equal(found.trigger?.signature, signatureOf('trigger'));
    const [rival, winner] = found.attempts;
    assert.equal(rival?.cause?.kind, 'outbid');
    assert.deepEqual([winner?.role, winner?.signature], ['winner', signatureOf('winner')]);
    assert.equal(winner?.net_gain_sol, 0.00009, 'SOL needs no price');
    assert.ok(found.leaders_reason !== '', 'the node has no leaders');
  });

  test('is refused for another kind of connection, and never shows the node’s key', async () => {
    await assert.rejects(read({ kind: 'sandbox' }), /Only a Node connection/);
    const rpcUrl = node.url.replace('very-secret', 'wrong-secret');
    const wrong = { kind: 'node', rpcUrl } as const;
    await assert.rejects(read(wrong, 4), (error) => {
      assert.ok(error instanceof MarketError);
      assert.equal(error.message.includes('wrong-secret'), false);
      return true;
    });
  });
});
