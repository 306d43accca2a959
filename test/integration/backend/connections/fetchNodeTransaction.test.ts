import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { MarketError } from '../../../../src/api/marketError.ts';
import { TransactionDetail } from '../../../../src/api/transaction.ts';
import { validateSchema } from '../../../../src/api/validation.ts';
import { fetchNodeTransaction } from '../../../../src/backend/channel/nodeRequests.ts';
import type { WindowConnection } from '../../../../src/backend/channel/windowConnection.ts';
import { WindowIdls } from '../../../../src/backend/channel/windowIdls.ts';
import type { TransactionRequest } from '../../../../src/backend/protocol/callProtocol.ts';
import { idlAddresses } from '../../../../src/engine/idl/chainIdl.ts';
import { handleTransaction } from '../../../../src/engine/operations/transaction.ts';
import { getTransaction } from '../../../../src/engine/rpc/rpcMethods.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { sandboxTransaction } from '../../../fixtures/engineResponses.ts';
import { readChainEntry } from '../../../readChainEntry.ts';

const program = 'Mine111111111111111111111111111111111111111';
const chainFolder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'chain');

describe('A transaction fetched from a node', () => {
  const node = new FakeRpcNode('/?api-key=very-secret');
  let signature = '';
  before(async () => {
    await node.listen();
    const told = await sandboxTransaction();
    signature = told.signature;
    node.transactions.set(signature, told.transaction);
  });
  after(() => node.close());

  const settings = () => ({ kind: 'node', rpcUrl: node.url });
  const { signal } = new AbortController();
  const window = {} as WindowConnection;
  const idls = new WindowIdls();
  const ask = (members: object) =>
    fetchNodeTransaction(
      { ...members } as TransactionRequest,
      (transaction, chain) => idls.nameTransaction({ window, signal }, transaction, chain),
      signal,
    );
  const failsWith = async (members: object, kind: string, words: RegExp) => {
    await assert.rejects(ask(members), (error) => {
      assert.ok(error instanceof MarketError);
      assert.equal(error.kind, kind);
      assert.match(error.message, words);
      assert.equal(error.message.includes('very-secret'), false);
      return true;
    });
  };

  test('is decoded to the operation’s response, without following the chain', async () => {
    const { result } = await ask({ settings: settings(), signature });
    const answer = result as TransactionDetail;
    assert.equal(validateSchema(TransactionDetail, answer).fault, null);
    assert.equal(answer.signature, signature);
    assert.equal(answer.type, 'arbitrage');
    assert.equal(answer.from_node, true);
    assert.ok(answer.route_map_details.length >= 2);
    assert.deepEqual(
      node.requests.map(({ method }) => method),
      ['getTransaction'],
    );
  });

  test('is named by the IDL that its program publishes, unless the user turned that off', async () => {
    const told = node.transactions.get(signature);
    assert.ok(told && 'message' in told.transaction && told.meta);
    const { message } = told.transaction;
    const added = message.accountKeys.length;
    const data = encodeBase58(createHash('sha256').update('global:go').digest().subarray(0, 8));
    const other = '6'.repeat(88);
    node.transactions.set(other, {
      ...told,
      transaction: {
        signatures: [other],
        message: {
          ...message,
          accountKeys: [...message.accountKeys, program],
          instructions: [
            ...message.instructions,
            { programIdIndex: added, accounts: [], data, stackHeight: null },
          ],
        },
      },
      meta: {
        ...told.meta,
        preBalances: [...told.meta.preBalances, 1],
        postBalances: [...told.meta.postBalances, 1],
      },
    });
    const idl = { name: 'own', instructions: [{ name: 'go', accounts: [], args: [] }] };
    const compressed = deflateSync(JSON.stringify(idl));
    const header = Buffer.alloc(44);
    header.writeUInt32LE(compressed.length, 40);
    const [, address = ''] = idlAddresses(program) ?? [];
    node.accounts.set(address, { owner: program, data: Buffer.concat([header, compressed]) });
    const { names } = await ask({ settings: settings(), signature: other });
    assert.deepEqual(
      names.calls.map(({ name, source }) => [name, source]),
      [['go', 'chain']],
    );
    idls.set(window, { files: [], isChainOff: true });
    const unnamed = await ask({ settings: settings(), signature: other });
    assert.deepEqual(unnamed.names.calls, []);
  });

  test('is not found if the node does not know it, or if it is not an arbitrage', async () => {
    await failsWith(
      { settings: settings(), signature: '2'.repeat(88) },
      'not-found',
      /does not know this signature/,
    );
    const swapsNothing = await readChainEntry(join(chainFolder, 'batch.json'));
    assert.ok(swapsNothing.kind === 'transaction');
    node.transactions.set('3'.repeat(88), swapsNothing.transaction);
    await failsWith(
      { settings: settings(), signature: '3'.repeat(88) },
      'not-found',
      /not an arbitrage/,
    );
  });

  test('fails with a message if node or request is invalid, and never reveals a key', async () => {
    node.fail('getTransaction', { kind: 'status', status: 401 });
    await failsWith({ settings: settings(), signature }, 'unauthorized', /401/);
    node.fail('getTransaction', {
      kind: 'garbage',
      body: '{"jsonrpc":"2.0","id":1,"result":{"slot":"x"}}',
    });
    await failsWith(
      { settings: settings(), signature },
      'unreadable-answer',
      /Unreadable response/,
    );
    await failsWith(
      { settings: { kind: 'sandbox' }, signature },
      'bad-parameter',
      /Only a Node connection/,
    );
    await failsWith({ settings: settings(), signature: '../etc' }, 'bad-parameter', /signature/);
  });

  test('is fetched by an engine over a node for a signature outside its index', async () => {
    const store = await DuckDbStore.open(':memory:');
    try {
      const context = {
        store,
        source: { now: () => 0 },
        tokens: new Map(),
        transactionReader: {
          getTransaction: async (asked: string) => node.transactions.get(asked) ?? null,
        },
      };
      const answer = await handleTransaction(context, { signature });
      assert.equal(answer.from_node, true);
      await assert.rejects(
        handleTransaction(context, { signature: '4'.repeat(88) }),
        /No arbitrage transaction/,
      );
    } finally {
      await store.close();
    }
  });

  test('is aborted when the last caller cancels', async () => {
    const ending = new AbortController();
    const call = (_method: string, _params: readonly unknown[], given: AbortSignal) =>
      new Promise<unknown>((_resolve, reject) => {
        given.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const asked = getTransaction({ call }, signature, ending.signal);
    ending.abort();
    await assert.rejects(asked, (error) => MarketError.is(error, 'cancelled'));
  });
});
