import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ApiKeys, defaultScopes } from '../../../../src/backend/server/apiKeys.ts';
import { HttpMarketClient } from '../../../../src/client/httpMarketClient.ts';
import { digestApiKey, loopbackProofPath } from '../../../../src/http/loopbackProof.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { openServed, servedKey } from './servedDouble.ts';

const token = { token: wrappedSolMint };
const challenge = 'a'.repeat(64);

/** Records the data it receives. */
async function impostor(
  context: TestContext,
  answer: (socket: Socket, text: string) => void,
  { port = 0, host = '127.0.0.1' } = {},
) {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard.push(bytes.toString('latin1'));
      answer(socket, bytes.toString('latin1'));
    });
    context.after(() => socket.destroy());
  }).listen(port, host);
  await once(server, 'listening');
  context.after(() => server.close());
  const { port: listening } = server.address() as AddressInfo;
  return { heard, port: listening, url: `http://${host}:${listening}` };
}

const respond = (socket: Socket, body: string, status = '200 OK') =>
  socket.write(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

function clientOf(context: TestContext, baseUrl: string, more: object = {}): HttpMarketClient {
  const client = new HttpMarketClient({
    ...{ baseUrl, landingUrl: baseUrl, apiKey: servedKey, timeoutMilliseconds: 5_000 },
    clock: { now: Date.now, random: () => 0, delay: async () => undefined },
    ...more,
  });
  context.after(() => client.close());
  return client;
}

async function failureOf(call: Promise<unknown>): Promise<MarketError> {
  const error = await call.then(
    () => assert.fail('The call should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(MarketError.is(error), String(error));
  assert.ok(!error.message.includes(servedKey));
  return error;
}

/** Requests a proof by raw text, as no client of this project does. */
async function askRaw(port: number, ...texts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.write(texts.join(''));
  for await (const chunk of socket) answer += chunk;
  return answer;
}

const proofRequest = (port: number, query = `?challenge=${challenge}`, more = '') =>
  `GET ${loopbackProofPath}${query} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more}\r\n`;

describe('A user of a service over http on this machine', { timeout: 30_000 }, () => {
  it('gets responses from an Arbscope serve, which proves that it knows the key', async (context) => {
    const { url, port } = await openServed(context);
    assert.ok(await clientOf(context, url).service.tokenInfo(token));
    assert.ok(await clientOf(context, `http://localhost:${port}`).service.tokenInfo(token));
  });

  it('sends no key to a program that occupies the port without a proof', async (context) => {
    for (const answer of [
      (socket: Socket) => respond(socket, '{}'),
      (socket: Socket) => respond(socket, '{"message":"no such path"}', '404 Not Found'),
      (socket: Socket) => respond(socket, `{"serverNonce":"${challenge}"}\n`.padEnd(9_999)),
      (socket: Socket) => respond(socket, '{"serverNonce":"short","proof":"x"}'),
      (socket: Socket) => socket.write('SSH-2.0-OpenSSH\r\n'),
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'.padEnd(70_000, 'x')),
    ]) {
      const { heard, url } = await impostor(context, answer);
      const client = clientOf(context, url);
      for (const call of [
        client.service.tokenInfo(token),
        client.service.landTransaction({
          ...{ jsonrpc: '2.0', id: 1, method: 'sendTransaction' },
          params: ['AA==', { frontRunningProtection: false }],
        }),
      ]) {
        const error = await failureOf(call);
        assert.equal(error.kind, 'unauthorized');
        assert.equal(error.unprovenOrigin, url);
        assert.match(error.message, /--trust-loopback/);
      }
      assert.ok(heard.length > 0);
      for (const text of heard) {
        assert.match(
          text,
          /^GET \/arbscope\/proof\?challenge=[0-9a-f]{64}&key=[0-9a-f]{16} HTTP\/1\.1\r\n/,
        );
        assert.ok(!text.includes(servedKey));
      }
    }
  });

  it('sends no key to a program that relays the challenge to the real service', async (context) => {
    const { port } = await openServed(context);
    const passOn = (socket: Socket, text: string) => {
      const path = /^GET (\S+)/.exec(text)?.[1] ?? '';
      request({ host: '127.0.0.1', port, path, agent: false }, async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        assert.match(body, /"proof":"[0-9a-f]{64}"/);
        respond(socket, body);
      }).end();
    };
    const places = [{ host: '127.0.0.1' }];
    // On other systems, only one address leads to this machine.
    if (process.platform === 'linux') places.push(Object.assign({ host: '127.0.0.2' }, { port }));
    for (const place of places) {
      const { heard, url } = await impostor(context, passOn, place);
      const error = await failureOf(clientOf(context, url).service.tokenInfo(token));
      // It may be a tunnel, so the user decides.
      assert.match(error.message, /leads elsewhere/);
      assert.equal(error.unprovenOrigin, url);
      assert.ok(!heard.join().includes(servedKey));
    }
  });

  it('sends no key to a program that takes over the port of a proven service', async (context) => {
    const sub = { after: (end: () => unknown) => ends.push(end) };
    const ends: (() => unknown)[] = [];
    const { url, port } = await openServed(sub as unknown as TestContext);
    const client = clientOf(context, url);
    await client.service.tokenInfo(token);
    for (const end of ends) await end();
    const { heard } = await impostor(context, (socket) => respond(socket, '{}'), { port });
    assert.equal((await failureOf(client.service.tokenInfo(token))).unprovenOrigin, url);
    assert.ok(heard.length > 0 && !heard.join().includes(servedKey));
  });

  it('sends no key to a service with another key, and is advised to check it', async (context) => {
    const { url } = await openServed(context, { apiKey: 'another-key-0123456789' });
    const error = await failureOf(clientOf(context, url).service.tokenInfo(token));
    assert.equal(error.kind, 'unauthorized');
    assert.equal(error.unprovenOrigin, undefined);
    assert.match(error.message, /another API key/);
  });

  it('reaches a trusted service without a proof', async (context) => {
    const { heard, url } = await impostor(context, (socket) => respond(socket, '{}'));
    const isTrustedLoopback = (origin: string) => origin === url;
    await failureOf(clientOf(context, url, { isTrustedLoopback }).service.tokenInfo(token));
    assert.ok(heard.join().includes(servedKey));
  });

  it('gets an error if the service disconnects or stays silent before the proof', async (context) => {
    const hangUp = await impostor(context, (socket) => socket.destroy());
    const lost = await failureOf(clientOf(context, hangUp.url).service.tokenInfo(token));
    assert.equal(lost.kind, 'unreachable');
    // A dropped connection is retried, as it may be caused by a flood.
    assert.equal(hangUp.heard.length, 3);
    const silent = await impostor(context, () => undefined);
    const little = clientOf(context, silent.url, { timeoutMilliseconds: 200 });
    assert.match((await failureOf(little.service.tokenInfo(token))).message, /in time/);
    assert.ok(!silent.heard.join().includes(servedKey));
  });

  it('opens no connection before the proof key is derived, however long that takes', async (context) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    context.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { scrypt } = crypto;
    const called = Promise.withResolvers<() => void>();
    const held = context.mock.method(crypto, 'scrypt', (...given: Parameters<typeof scrypt>) =>
      called.resolve(() => scrypt(...given)),
    );
    syncBuiltinESMExports();
    try {
      const url = `http://127.0.0.1:${port}`;
      const failure = failureOf(clientOf(context, url).service.tokenInfo(token));
      const derive = await called.promise;
      // Connections are accepted in order, so an earlier one of the client would be counted.
      await once(connect(port, '127.0.0.1'), 'close');
      assert.equal(connections, 1);
      derive();
      await failure;
      assert.ok(connections > 1);
    } finally {
      held.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('compares the proof in constant time', async (context) => {
    const { url } = await openServed(context, { apiKey: 'another-key-0123456789' });
    const compare = context.mock.method(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    try {
      await failureOf(clientOf(context, url).service.tokenInfo(token));
    } finally {
      compare.mock.restore();
      syncBuiltinESMExports();
    }
    assert.ok(compare.mock.calls.some(({ arguments: [given] }) => given.byteLength === 64));
  });
});

describe('An unauthenticated client that requests proofs from serve', { timeout: 30_000 }, () => {
  it('gets one per connection, for a challenge of the fixed size, and never the key', async (context) => {
    const { port } = await openServed(context);
    const close = 'connection: close\r\n';
    const twice = await askRaw(
      port,
      proofRequest(port),
      proofRequest(port, `?challenge=${'b'.repeat(64)}`, close),
    );
    assert.match(twice, /^HTTP\/1\.1 200 /);
    assert.equal(twice.match(/"proof"/g)?.length, 1);
    assert.match(twice, /HTTP\/1\.1 429 /);
    assert.ok(!twice.includes(servedKey));
    for (const query of [
      '',
      '?challenge=',
      `?challenge=${challenge}a`,
      `?challenge=${challenge}&challenge=${challenge}`,
      `?challenge=${'A'.repeat(64)}`,
      `?challenge=${'a'.repeat(9_000)}`,
      `?x=1&challenge=${challenge}`,
    ]) {
      assert.match(await askRaw(port, proofRequest(port, query, close)), /^HTTP\/1\.1 400 /, query);
    }
    const length = `content-type: application/json\r\ncontent-length: 2\r\n${close}`;
    const withBody = await askRaw(port, proofRequest(port, undefined, length), '{}');
    assert.match(withBody, /^HTTP\/1\.1 413 /);
    const elsewhere = proofRequest(port, undefined, close).replace(
      /host: .*\r/,
      'host: evil.test\r',
    );
    assert.match(await askRaw(port, elsewhere), /^HTTP\/1\.1 403 /);
  });

  it('causes no derivation of keys, however many it asks for', async (context) => {
    const scrypt = context.mock.method(crypto, 'scrypt');
    syncBuiltinESMExports();
    try {
      const names = ['one', 'two', 'three'];
      const limits = { tier: undefined, scopes: defaultScopes };
      const entries = names.map((name) => ({ name, sha256: digestApiKey(name), ...limits }));
      const { port } = await openServed(context, { keys: new ApiKeys(entries) });
      assert.equal(scrypt.mock.callCount(), 1, 'it starts with the server');
      for (let at = 0; at < 5; at += 1) {
        const query = `?challenge=${challenge}&key=${`${at}`.repeat(16)}`;
        const text = await askRaw(port, proofRequest(port, query, 'connection: close\r\n'));
        assert.match(text, /^HTTP\/1\.1 200 /);
      }
      assert.equal(scrypt.mock.callCount(), names.length);
    } finally {
      scrypt.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('gets a different proof each time, which is invalid on another connection', async (context) => {
    const { port } = await openServed(context);
    const ask = () => askRaw(port, proofRequest(port, undefined, 'connection: close\r\n'));
    const proofs = [await ask(), await ask()].map((text) => /"proof":"(\w+)"/.exec(text)?.[1]);
    assert.notEqual(proofs[0], undefined);
    assert.notEqual(proofs[0], proofs[1]);
  });
});
