import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { maxRequestsInConnection } from '../../../../src/backend/server/httpServer.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { openServed, servedKey } from './servedDouble.ts';

const path = `/tokens/infos?token=${wrappedSolMint}`;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** One request; over a new connection unless an agent is given. */
function ask(
  port: number,
  to: string,
  more: { agent?: Agent; key?: string; body?: string; type?: string } = {},
): Promise<Answer> {
  const { agent, key = servedKey, body, type = 'application/json' } = more;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path: to, agent: agent ?? false },
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        const retryAfter = response.headers['retry-after'];
        resolve({ status: response.statusCode ?? 0, body: text, retryAfter });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

async function openSockets(context: TestContext, port: number, count: number, text = '') {
  const sockets: Socket[] = [];
  context.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume();
    if (text !== '') socket.write(text);
    // More at once would overflow the system's queue.
    if (sockets.length % 50 === 0) await once(socket, 'connect');
  }
  return sockets;
}

const fewConnections = { maxConnections: 512, maxUnauthenticatedConnections: 128 } as const;

describe('A caller with the key', { timeout: 60_000 }, () => {
  it('gets every response while 700 connections without a key are open', async (context) => {
    const { port } = await openServed(context, fewConnections);
    const silent = await openSockets(context, port, 350);
    await openSockets(context, port, 350, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: `);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    context.after(() => agent.destroy());
    const statuses: number[] = [];
    for (let round = 0; round < 47; round += 1) {
      statuses.push((await ask(port, path)).status);
      statuses.push((await ask(port, path, { agent })).status);
      await openSockets(context, port, 20);
    }
    assert.deepEqual(new Set(statuses), new Set([200]));
    // The oldest were closed first.
    assert.ok(silent.every(({ destroyed }) => destroyed));
  });

  it('keeps its connection while others without a key come and go', async (context) => {
    const { port } = await openServed(context, fewConnections);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    context.after(() => agent.destroy());
    await ask(port, path, { agent });
    const [socket] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    await openSockets(context, port, 300);
    assert.equal((await ask(port, path, { agent })).status, 200);
    assert.equal(socket?.destroyed, false);
  });

  it('shares the server with others up to the connection limit', async (context) => {
    const { port } = await openServed(context, fewConnections);
    const text = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${servedKey}\r\n\r\n`;
    const sockets: Socket[] = [];
    context.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let count = 0; count < 520; count += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(text);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    }
    assert.equal(sockets.filter(({ destroyed }) => !destroyed).length, 512);
  });

  it('is rejected for more than 64 KiB of headers', async (context) => {
    const { port } = await openServed(context);
    assert.equal((await ask(port, `${path}&x=${'x'.repeat(70_000)}`)).status, 431);
  });

  it('causes only one log line for a body over the limit, whatever its size', async (context) => {
    const { port, log } = await openServed(context);
    const body = `"${'x'.repeat(300_000)}"`;
    assert.equal((await ask(port, '/transactions', { body })).status, 413);
    assert.deepEqual(log, ['HTTP 413: The body is too large']);
  });

  it('lands no more over /rpc than the tier allows, not even in batches', async (context) => {
    // A slow machine would not reach the rate within its second of real time.
    context.mock.method(performance, 'now', () => 1_000);
    const methods: string[] = [];
    const { port } = await openServed(context, {
      tier: 'low',
      rpc: async (method) => {
        methods.push(method);
        return 'landed';
      },
    });
    const rpc = (method: string) =>
      ask(port, '/rpc', { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }) });
    const statuses: number[] = [];
    for (let count = 0; count < 25; count += 1) {
      statuses.push((await rpc('sendTransaction')).status);
    }
    const refused = await rpc('sendTransaction');
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(refused.status, 429);
    assert.equal(refused.retryAfter, '1');
    assert.equal((await rpc('getHealth')).status, 200);
    assert.equal(methods.filter((method) => method === 'sendTransaction').length, 25);
    const each = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [] };
    const batch = await ask(port, '/rpc', { body: JSON.stringify([each, each]) });
    assert.equal(batch.status, 200);
    const codes = (JSON.parse(batch.body) as { error: { code: number } }[]).map(
      ({ error }) => error.code,
    );
    assert.deepEqual(codes, [-32_429, -32_429]);
    const many = Array.from({ length: 101 }, () => ({ ...each, method: 'getHealth' }));
    const long = await ask(port, '/rpc', { body: JSON.stringify(many) });
    assert.equal(JSON.parse(long.body).error.code, -32_600);
    assert.equal(methods.filter((method) => method === 'getHealth').length, 1);
    assert.equal(methods.filter((method) => method === 'sendTransaction').length, 25);
  });
});

describe('A caller without the key', () => {
  it('loses a connection on which it sends on without waiting for responses', async (context) => {
    const records: string[] = [];
    const { port } = await openServed(context, {
      onRequestEnd: ({ operation }) => records.push(operation),
    });
    const probe = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
    const flood = connect(port, '127.0.0.1');
    flood.on('error', () => undefined).resume();
    flood.write(probe.repeat(5_000));
    // `once` would reject, as the server resets the connection.
    await new Promise((resolve) => flood.once('close', resolve));
    assert.ok(records.length <= maxRequestsInConnection, `${records.length} were served`);

    const few = connect(port, '127.0.0.1');
    context.after(() => few.destroy());
    few.write(probe.repeat(maxRequestsInConnection));
    let text = '';
    for await (const piece of few) {
      text += piece;
      if (text.split('"status":"ok"').length > maxRequestsInConnection) break;
    }
    assert.equal((await ask(port, path)).status, 200);
  });

  it('is rejected, whatever it sends', async (context) => {
    const { port } = await openServed(context);
    for (const key of ['', 'x', servedKey.slice(0, -1), `${servedKey}0`]) {
      assert.equal((await ask(port, path, { key })).status, 401);
    }
  });

  it('cannot land from a web page by a body that is not JSON', async (context) => {
    const { port } = await openServed(context);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      assert.equal((await ask(port, '/transactions', { body: '{}', type })).status, 415);
      assert.equal((await ask(port, '/transactions', { body: '{}', type, key: '' })).status, 401);
    }
  });
});
