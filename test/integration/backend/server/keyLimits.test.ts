import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { arbitrageStream } from '../../../../src/api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../../../src/api/arbscope/arbscopeOperations.ts';
import type { MarketService } from '../../../../src/api/marketService.ts';
import { tierCapacities } from '../../../../src/api/tiers.ts';
import {
  type ApiKeyEntry,
  ApiKeys,
  defaultScopes,
  type KeyScope,
} from '../../../../src/backend/server/apiKeys.ts';
import { KeyShares } from '../../../../src/backend/server/keyShares.ts';
import { digestApiKey } from '../../../../src/http/loopbackProof.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { ArbscopeDouble } from '../../../arbscopeDouble.ts';
import { responseSchema, sampleValue } from '../../../contract/schemaSamples.ts';
import { openServed } from './servedDouble.ts';
import { handshakeStatus, openWebSockets, WebSocketClient } from './webSocketDouble.ts';

const tokenPath = `/tokens/infos?token=${wrappedSolMint}`;
const entry = (name: string, scopes: readonly KeyScope[] = defaultScopes): ApiKeyEntry => ({
  name,
  sha256: digestApiKey(name),
  tier: 'low',
  scopes,
});
/** Each key is its name. */
const twoKeys = () => new ApiKeys([entry('greedy'), entry('other')]);

function ask(port: number, path: string, key: string, body?: string) {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
  return new Promise<{ status: number; text: () => Promise<string>; end: () => void }>(
    (resolve, reject) => {
      const asked = request({
        ...{ host: '127.0.0.1', port, path, headers, agent: false },
        method: body === undefined ? 'GET' : 'POST',
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        response.on('error', () => undefined);
        resolve({
          status: response.statusCode ?? 0,
          text: async () => {
            let text = '';
            for await (const piece of response) text += piece;
            return text;
          },
          end: () => asked.destroy(),
        });
      });
      asked.end(body);
    },
  );
}

/** Different parameters, so that they do not share a response. */
const heldPath = (at: number) => `/tokens/infos?token=${wrappedSolMint.slice(0, -1)}${at + 2}`;
const overviewPath = `/wallets/overview?wallets=${wrappedSolMint}`;

/** Holds each request for a token. `started`: as many run as a low tier may run. */
function heldService() {
  let held = 0;
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const service = {
    tokenInfo: async () => {
      held += 1;
      if (held === tierCapacities.low.requests) started.resolve();
      await release.promise;
      return sampleValue(responseSchema('tokenInfo'));
    },
    walletOverview: async () => sampleValue(responseSchema('walletOverview')),
  } as unknown as MarketService;
  return { service, started: started.promise, release: release.resolve, held: () => held };
}

describe('One key of several cannot take the server from the others', { timeout: 60_000 }, () => {
  it('by opening streams', async (context) => {
    const double = new ArbscopeDouble();
    const { port } = await openServed(context, { keys: twoKeys(), arbscope: () => double });
    const streams = [];
    for (let at = 0; at < tierCapacities.low.streams; at += 1) {
      const stream = await ask(port, arbitrageStream.path, 'greedy');
      assert.equal(stream.status, 200);
      streams.push(stream);
    }
    const refused = await ask(port, arbitrageStream.path, 'greedy');
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /At most 8 streams may be open with this key/);
    const other = await ask(port, arbitrageStream.path, 'other');
    assert.equal(other.status, 200);
    for (const stream of [...streams, other]) stream.end();
  });

  it('by opening WebSocket connections', async (context) => {
    const keys = twoKeys();
    const { port } = await openWebSockets(context, { keys, shares: new KeyShares(keys, 'low') });
    const open = (key: string) =>
      new WebSocketClient(context, `ws://127.0.0.1:${port}/rpc`, { headers: { 'x-api-key': key } });
    const clients = Array.from({ length: tierCapacities.low.webSockets }, () => open('greedy'));
    assert.deepEqual(await Promise.all(clients.map(handshakeStatus)), [101, 101, 101, 101]);
    assert.equal(await handshakeStatus(open('greedy')), 429);
    assert.equal(await handshakeStatus(open('other')), 101);
    const [first] = clients;
    assert.ok(first);
    first.socket.close();
    await once(first.socket, 'close');
    assert.equal(await handshakeStatus(open('greedy')), 101);
  });

  it('by sending many requests at once', async (context) => {
    const { service, started, release, held } = heldService();
    const { port } = await openServed(context, { keys: twoKeys(), service: () => service });
    const many = Array.from({ length: 7 }, (_, at) => ask(port, heldPath(at), 'greedy'));
    await started;
    assert.equal((await ask(port, overviewPath, 'other')).status, 200);
    assert.equal(held(), tierCapacities.low.requests);
    release();
    for (const one of many) {
      const response = await one;
      assert.equal(response.status, 200);
      await response.text();
    }
  });

  it('by sending bodies that are slow to check, or batches, but it may always land', async (context) => {
    const { service, started, release } = heldService();
    const double = new ArbscopeDouble();
    const { port } = await openServed(context, {
      keys: twoKeys(),
      service: () => service,
      arbscope: () => double,
      rpc: async (method) => method,
    });
    const running = [0, 1].map((at) => ask(port, heldPath(at), 'greedy'));
    await started;
    const answered: string[] = [];
    const send = async (to: string, body: object): Promise<number> => {
      const { status, text } = await ask(port, to, 'greedy', JSON.stringify(body));
      answered.push(to);
      await text();
      return status;
    };
    const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] });
    const wrong = send('/arbscope/coverage', { groups: 'wrong' });
    const batch = send('/rpc', [call('getSlot'), call('sendTransaction')]);
    assert.equal(await send('/rpc', call('sendTransaction')), 200);
    assert.equal((await ask(port, overviewPath, 'other')).status, 200);
    assert.deepEqual(answered, ['/rpc']);
    release();
    assert.deepEqual(await Promise.all([wrong, batch]), [400, 200]);
    for (const { text } of await Promise.all(running)) await text();
  });
});

describe('A key may only do what its scopes allow', { timeout: 60_000 }, () => {
  const signed = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: ['AA=='] };
  const landing = JSON.stringify(signed);

  async function serve(context: TestContext) {
    const keys = new ApiKeys([
      entry('reader', ['read']),
      entry('bot'),
      entry('lander', ['land']),
      entry('prometheus', ['metrics']),
    ]);
    const { port } = await openServed(context, {
      keys,
      service: () =>
        ({
          tokenInfo: async () => sampleValue(responseSchema('tokenInfo')),
          landTransaction: async () => sampleValue(responseSchema('landTransaction')),
        }) as unknown as MarketService,
      metrics: async () => ({ contentType: 'text/plain', text: 'arbscope_ready 1' }),
      rpc: async (method) => method,
    });
    return async (key: string, path: string, body?: string) => {
      const { status, text } = await ask(port, path, key, body);
      return [status, await text()] as const;
    };
  }

  it('reading, landing or metrics', async (context) => {
    const send = await serve(context);
    const statuses = async (key: string) => [
      (await send(key, tokenPath))[0],
      (await send(key, '/transactions', landing))[0],
      (await send(key, '/metrics'))[0],
      (await send(key, '/metrics/'))[0],
    ];
    assert.deepEqual(await statuses('reader'), [200, 403, 403, 403]);
    assert.deepEqual(await statuses('bot'), [200, 200, 403, 403]);
    assert.deepEqual(await statuses('lander'), [403, 200, 403, 403]);
    assert.deepEqual(await statuses('prometheus'), [403, 403, 200, 200]);
    const [, text] = await send('bot', '/metrics');
    assert.match(text, /lacks the scope metrics/);
  });

  it('also over JSON-RPC, alone and in a batch', async (context) => {
    const send = await serve(context);
    const slot = { ...signed, method: 'getSlot' };
    const [, refused] = await send('reader', '/rpc', landing);
    assert.match(refused, /"error":.*lacks the scope land/);
    const [, batch] = await send('reader', '/rpc', JSON.stringify([slot, signed]));
    assert.match(batch, /"result":"getSlot".*lacks the scope land/);
    assert.match((await send('bot', '/rpc', landing))[1], /"result":"sendTransaction"/);
    assert.equal((await send('lander', '/rpc', landing))[0], 403);
    assert.equal((await send('prometheus', '/rpc', landing))[0], 403);
  });

  it('each Arbscope operation needs the scope read', async (context) => {
    const send = await serve(context);
    for (const { path } of [...Object.values(arbscopeOperations), arbitrageStream]) {
      assert.equal((await send('prometheus', path))[0] === 200, false, path);
    }
    assert.equal((await send('prometheus', arbscopeOperations.status.path))[0], 403);
  });
});
