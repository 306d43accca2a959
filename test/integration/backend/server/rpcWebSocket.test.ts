import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { ClientOptions } from 'ws';
import { openServed, servedKey } from './servedDouble.ts';
import {
  closeCode,
  freePort,
  handshakeStatus,
  openWebSockets,
  WebSocketClient,
} from './webSocketDouble.ts';

const withKey = { headers: { 'x-api-key': servedKey } };

function statusOf(context: TestContext, url: string, options: ClientOptions = {}) {
  return handshakeStatus(new WebSocketClient(context, url, options));
}

describe('A client with the key over WebSocket', { timeout: 60_000 }, () => {
  it('gets the response first and then notifications, until it unsubscribes', async (context) => {
    const { port, subscriptions } = await openWebSockets(context);
    const client = await WebSocketClient.open(context, port);
    const uuid = 'c2c4a0b6-54f2-4ad5-9a5a-4b1a1bfb35b0';
    client.send({ jsonrpc: '2.0', id: uuid, method: 'slotSubscribe' });
    assert.deepEqual(await client.next(), { jsonrpc: '2.0', result: 1, id: uuid });
    const [subscription] = subscriptions;
    const subscriber = await subscription?.started.promise;
    subscriber?.notify({ parent: 1, root: 0, slot: 2 });
    assert.deepEqual(await client.next(), {
      jsonrpc: '2.0',
      method: 'slotNotification',
      params: { result: { parent: 1, root: 0, slot: 2 }, subscription: 1 },
    });
    const removed = await client.ask('slotUnsubscribe', [1]);
    assert.deepEqual(removed, { jsonrpc: '2.0', result: true, id: 1 });
    await subscription?.stopped.promise;
    assert.match(JSON.stringify(await client.ask('slotUnsubscribe', [1])), /-32602/);
  });

  it('cannot end a subscription of another client', async (context) => {
    const { port } = await openWebSockets(context);
    const owner = await WebSocketClient.open(context, port);
    const other = await WebSocketClient.open(context, port);
    await owner.ask('slotSubscribe');
    assert.match(JSON.stringify(await other.ask('slotUnsubscribe', [1])), /-32602/);
    assert.match(JSON.stringify(await owner.ask('slotUnsubscribe', [1])), /"result":true/);
  });

  it('gets JSON-RPC errors for invalid requests, and nothing for a ping', async (context) => {
    const { port } = await openWebSockets(context);
    const client = await WebSocketClient.open(context, port);
    // As web3.js and kit do to keep their connections open.
    client.send({ jsonrpc: '2.0', method: 'ping' });
    for (const [body, code] of [
      ['{', -32_700],
      ['[]', -32_600],
      [{ jsonrpc: '2.0', id: 1, method: 'blockSubscribe', params: ['all'] }, -32_601],
    ] as const) {
      client.send(body);
      const { error } = (await client.next()) as { error: { code: number } };
      assert.equal(error.code, code);
    }
  });

  it('gets an error while the node starts', async (context) => {
    const { port } = await openWebSockets(context, { open: () => null });
    const client = await WebSocketClient.open(context, port);
    assert.match(JSON.stringify(await client.ask('slotSubscribe')), /-32005.*starting/);
  });

  it('sends the key in the header or in the URL, at /rpc and at /', async (context) => {
    const { port } = await openWebSockets(context);
    for (const path of ['/rpc', '/']) {
      const url = `ws://127.0.0.1:${port}${path}`;
      assert.equal(await statusOf(context, url, withKey), 101);
      assert.equal(await statusOf(context, `${url}?api-key=${servedKey}`), 101);
    }
    assert.equal(await statusOf(context, `ws://127.0.0.1:${port}/other`, withKey), 404);
    // As other programs of a Solana developer do with the same URL.
    const posted = await fetch(`http://127.0.0.1:${port}/rpc?api-key=${servedKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
    });
    assert.deepEqual(await posted.json(), { jsonrpc: '2.0', result: 'ok', id: 1 });
  });

  it('finds the subscriptions on a separate port, too', async (context) => {
    const { rpcWebSockets } = await openWebSockets(context);
    const port = await freePort();
    await rpcWebSockets.listen('127.0.0.1', port);
    const client = await WebSocketClient.open(context, port);
    assert.match(JSON.stringify(await client.ask('slotSubscribe')), /"result":1/);
    assert.equal(await statusOf(context, `ws://127.0.0.1:${port}/rpc`), 401);
    const { status } = await fetch(`http://127.0.0.1:${port}/rpc`);
    assert.equal(status, 426);
    // The server closes silent connections instead of this client.
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    const gone = once(silent, 'close');
    const more = Array.from({ length: 32 }, () => connect(port, '127.0.0.1'));
    context.after(() => more.map((socket) => socket.destroy()));
    await gone;
    assert.match(JSON.stringify(await client.ask('slotSubscribe')), /"result":2/);
  });

  it('is disconnected when the server stops, and its subscriptions end', async (context) => {
    const { port, rpcWebSockets, subscriptions } = await openWebSockets(context);
    const client = await WebSocketClient.open(context, port);
    await client.ask('slotSubscribe');
    const code = closeCode(client);
    await rpcWebSockets.close();
    assert.equal(await code, 1001);
    await subscriptions[0]?.stopped.promise;
  });

  it('is cut off if it does not read its notifications', async (context) => {
    const { port, subscriptions } = await openWebSockets(context, { maxBufferedBytes: 100_000 });
    const client = await WebSocketClient.open(context, port);
    await client.ask('slotSubscribe');
    const subscriber = await subscriptions[0]?.started.promise;
    client.socket.pause();
    let isStopped = false;
    const stopped = subscriptions[0]?.stopped.promise.then(() => {
      isStopped = true;
    });
    // The system's buffers take the first part.
    for (let count = 0; count < 2_000 && !isStopped; count += 1) {
      subscriber?.notify('x'.repeat(64 * 1024));
      await new Promise(setImmediate);
    }
    await stopped;
  });

  it('is cut off if it does not answer a ping', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const { port } = await openWebSockets(context);
    const alive = await WebSocketClient.open(context, port);
    const socket = connect(port, '127.0.0.1');
    context.after(() => socket.destroy());
    const handshake = [
      'GET /rpc HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      `x-api-key: ${servedKey}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${handshake.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    const pinged = [once(alive.socket, 'ping'), once(socket, 'data')];
    context.mock.timers.tick(30_000);
    await Promise.all(pinged);
    // Once this response is here, the earlier pong has arrived as well.
    await alive.ask('slotSubscribe');
    const closed = once(socket, 'close');
    context.mock.timers.tick(30_000);
    await closed;
    assert.match(JSON.stringify(await alive.ask('slotSubscribe')), /"result":2/);
  });

  it('is limited in message size, subscriptions and connections', async (context) => {
    const { port } = await openWebSockets(context, { maxSubscriptions: 2, maxClients: 2 });
    const client = await WebSocketClient.open(context, port);
    const large = await WebSocketClient.open(context, port);
    assert.equal(await statusOf(context, `ws://127.0.0.1:${port}/rpc`, withKey), 503);
    await client.ask('slotSubscribe');
    await client.ask('slotSubscribe');
    assert.match(JSON.stringify(await client.ask('slotSubscribe')), /-32603.*at most 2/);
    await client.ask('slotUnsubscribe', [1]);
    assert.match(JSON.stringify(await client.ask('slotSubscribe')), /"result":3/);
    const code = closeCode(large);
    large.send('x'.repeat(64 * 1024 + 1));
    assert.equal(await code, 1009);
    assert.equal(await statusOf(context, `ws://127.0.0.1:${port}/rpc`, withKey), 101);
  });

  it('is disconnected after a failure of the server', async (context) => {
    const { port, log } = await openWebSockets(context, {
      open: async () => {
        throw new Error('broken');
      },
    });
    const client = await WebSocketClient.open(context, port);
    client.send({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' });
    assert.equal(await closeCode(client), 1011);
    assert.deepEqual(log, ['Error: broken']);
  });
});

describe('A WebSocket client that must not connect', { timeout: 60_000 }, () => {
  it('is rejected without the key, by its origin and by its host', async (context) => {
    const { port, subscriptions } = await openWebSockets(context);
    const url = `ws://127.0.0.1:${port}/rpc`;
    const { headers } = withKey;
    assert.equal(await statusOf(context, url), 401);
    for (const query of ['api-key=', 'api-key=wrong', `x-api-key=${servedKey}`]) {
      assert.equal(await statusOf(context, `${url}?${query}`), 401);
    }
    const twice = `${url}?api-key=${servedKey}&api-key=${servedKey}`;
    assert.equal(await statusOf(context, twice), 401);
    // A wrong header is rejected even with the right key in the URL.
    const wrong = { headers: { 'x-api-key': 'wrong' } };
    assert.equal(await statusOf(context, `${url}?api-key=${servedKey}`, wrong), 401);
    const origin = 'http://pages.example';
    assert.equal(await statusOf(context, url, { headers: { ...headers, origin } }), 403);
    const host = `pages.example:${port}`;
    assert.equal(await statusOf(context, url, { headers: { ...headers, host } }), 403);
    assert.equal(subscriptions.length, 0);
  });
});

describe('A WebSocket client of a source other than the Sandbox', { timeout: 60_000 }, () => {
  it('finds no subscriptions', async (context) => {
    const { port } = await openServed(context);
    assert.equal(await statusOf(context, `ws://127.0.0.1:${port}/rpc`, withKey), 404);
  });
});

describe('A client that offers another protocol', { timeout: 60_000 }, () => {
  it('is answered over HTTP/1.1', async (context) => {
    const { port } = await openWebSockets(context);
    // As Java's HttpClient does by default.
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' };
    const asked = request({ host: '127.0.0.1', port, path: '/openapi.json', headers }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    assert.equal(response.statusCode, 200);
  });
});
