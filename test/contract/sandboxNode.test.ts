import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

interface Reply {
  readonly id: unknown;
  readonly result?: never;
  readonly error?: { readonly code: number; readonly message: string };
}

describe('The node of a served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  let payer: KeyPairSigner;

  before(async () => {
    served = await ServeProcess.openSandbox();
    payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
  });
  after(async () => {
    await served.stop();
  });

  const json = { ...withKey, 'content-type': 'application/json' };
  const post = (text: string) => served.request('/rpc', json, 'POST', text);
  const read = async <Value>(body: unknown): Promise<Value> => {
    const response = await post(typeof body === 'string' ? body : JSON.stringify(body));
    assert.equal(response.statusCode, 200, response.body);
    return JSON.parse(response.body) as Value;
  };
  const call = (method: string, params: readonly unknown[] = [], id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const ask = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const { result, error } = await read<Reply>(call(method, params));
    assert.equal(error, undefined);
    return result as unknown as Result;
  };
  const made = async (lamports: bigint) => {
    const { value } = await ask<{ value: { blockhash: string } }>('getLatestBlockhash');
    const to = (await wallet(2)).address;
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, to, lamports)],
      blockhash: value.blockhash,
    });
    return Buffer.from(bytes).toString('base64');
  };
  type Status = { readonly err: unknown; readonly status: unknown; readonly slot: number };
  /** Polls until the next block contains the signature, within a second. */
  const confirmed = async (signature: string): Promise<Status> => {
    for (;;) {
      const { value } = await ask<{ value: (Status | null)[] }>('getSignatureStatuses', [
        signature,
      ]);
      if (value[0]) return value[0];
    }
  };

  it('responds to a batch in order, with the id of each request', async () => {
    const ids = ['8f4c1b1e-0001', 7, null, '', 'last'];
    const methods = ['getHealth', 'getSlot', 'getNothing', 'getVersion', 'getBalance'];
    const replies = await read<Reply[]>(methods.map((method, at) => call(method, [], ids[at])));
    assert.deepEqual(
      replies.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      replies.map(({ error }) => error?.code),
      [undefined, undefined, -32_601, undefined, -32_602],
    );
    assert.equal(replies[0]?.result, 'ok');
  });

  it('accepts transactions in a batch, and responds to its other entries', async () => {
    const transaction = await made(5_100_000n);
    const replies = await read<Reply[]>([
      call('sendTransaction', [transaction, { encoding: 'base64' }], 'a'),
      call('sendTransaction', ['nonsense', { encoding: 'base64' }], 'b'),
      { jsonrpc: '2.0', method: 'getHealth' },
      17,
    ]);
    assert.deepEqual(
      replies.map(({ id, error }) => [id, error?.code]),
      [
        ['a', undefined],
        ['b', -32_602],
        [null, -32_600],
      ],
    );
    assert.equal((await confirmed(String(replies[0]?.result))).err, null);
  });

  it('sends no response to notifications', async () => {
    const notification = { jsonrpc: '2.0', method: 'getHealth' };
    for (const body of [notification, [notification, notification]]) {
      const response = await post(JSON.stringify(body));
      assert.deepEqual([response.statusCode, response.body], [204, '']);
    }
  });

  it('reports invalid requests with JSON-RPC error codes', async () => {
    const many = JSON.stringify(Array.from({ length: 101 }, () => call('getHealth')));
    for (const [body, code, message] of [
      ['{"jsonrpc":"2.0"', -32_700, /not valid JSON/],
      ['', -32_700, /not valid JSON/],
      ['[]', -32_600, /the batch is empty/],
      [many, -32_600, /a batch of 101 requests; at most 100/],
      ['"getHealth"', -32_600, /an object or a batch/],
      ['{"jsonrpc":"2.0","id":1}', -32_600, /method must be a string/],
      ['{"jsonrpc":"1.0","id":1,"method":"getHealth"}', -32_600, /jsonrpc must be "2.0"/],
      ['{"jsonrpc":"2.0","id":{},"method":"getHealth"}', -32_600, /id must be a string/],
      ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}', -32_602, /must be an array/],
    ] as const) {
      const { error } = await read<Reply>(body);
      assert.equal(error?.code, code, body);
      assert.match(error.message, message);
    }
  });

  it('preserves structured errors and large numbers', async () => {
    const failing = await made(10n ** 18n);
    const refused = await read<{ error: { data: { err: unknown; logs: string[] } } }>(
      call('sendTransaction', [failing, { encoding: 'base64' }]),
    );
    const err = { InstructionError: [0, { Custom: 1 }] };
    assert.deepEqual(refused.error.data.err, err);
    assert.ok(refused.error.data.logs.length > 0);
    const signature = await ask<string>('sendTransaction', failing, {
      encoding: 'base64',
      skipPreflight: true,
    });
    const { err: landedError, status } = await confirmed(signature);
    assert.deepEqual([landedError, status], [err, { Err: err }]);
    const { body } = await post(
      JSON.stringify(call('getAccountInfo', [payer.address, { encoding: 'base64' }])),
    );
    assert.match(body, /"rentEpoch":18446744073709551615/);
  });

  async function* newArbitrages({ arbscope }: HttpMarketClient): AsyncGenerator<string[]> {
    for await (const { arbitrages } of arbscope.streamArbitrages({})) {
      yield arbitrages.map((each) => each.signature);
    }
  }

  it('can be followed by an engine, which finds the same arbitrages', async () => {
    const front = await keyAddingProxy(served.port);
    const { port } = front.address() as AddressInfo;
    const follower = new BackendProcess(['serve', '--source', 'rpc', '--port', '0'], {
      ARBSCOPE_API_KEY: contractKey,
      ARBSCOPE_RPC_URL: `http://127.0.0.1:${port}/rpc`,
    });
    const clients: HttpMarketClient[] = [];
    try {
      const [following, original] = [await follower.url(), served.url].map((baseUrl) => {
        const client = new HttpMarketClient({ baseUrl, apiKey: contractKey });
        clients.push(client);
        return client;
      });
      assert.ok(following && original);
      const followed = newArbitrages(following);
      await followed.next();
      let signature: string | undefined;
      for await ([signature] of newArbitrages(original)) if (signature !== undefined) break;
      assert.ok(signature !== undefined);
      for await (const signatures of followed) if (signatures.includes(signature)) break;
      const found = await following.service.transaction({ signature });
      const expected = await original.service.transaction({ signature });
      // Without prices: one engine has hours of history, the other only seconds.
      const facts = ({ block_number, fees, tips_details, wallet, type }: typeof found) => [
        ...[block_number, fees, wallet, type],
        ...tips_details.map(({ amount, to }) => [amount, to]),
      ];
      assert.deepEqual(facts(found), facts(expected));
    } finally {
      await Promise.all(clients.map((client) => client.close()));
      await follower.kill();
      front.close();
      front.closeAllConnections();
    }
  });
});

describe('A server without the Sandbox', suiteLimit, () => {
  it('reports that it has no node', async () => {
    const served = await ServeProcess.open([
      '--source',
      'recorded',
      '--path',
      'test/fixtures/chain',
    ]);
    try {
      const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
      const headers = { ...withKey, 'content-type': 'application/json' };
      const response = await served.request('/rpc', headers, 'POST', body);
      assert.equal(JSON.parse(response.body).error.code, -32_601);
      assert.match(response.body, /only serve --source sandbox/);
    } finally {
      await served.stop();
    }
  });
});

/** Adds the key's header to requests, because an RPC URL cannot contain headers. */
async function keyAddingProxy(port: number): Promise<Server> {
  const front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`http://127.0.0.1:${port}/rpc`, {
      method: 'POST',
      headers: { ...withKey, 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return front;
}
