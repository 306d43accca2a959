import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../../src/client/httpMarketClient.ts';
import { RpcClient } from '../../../src/engine/rpc/rpcClient.ts';
import { defaultRetryPolicy, RpcMethods } from '../../../src/engine/rpc/rpcMethods.ts';
import type { ProxyOptions } from '../../../src/http/proxyOptions.ts';
import { systemClock } from '../../../src/http/retry.ts';
import { selfSignedCertificate } from '../../selfSignedCertificate.ts';
import { startSocks5Server } from '../../socks5Server.ts';

/** A name without a DNS record, so that only a proxy can reach it. */
const host = 'node.test';
const { cert, key } = selfSignedCertificate(host);
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('A request behind a proxy', { timeout: 60_000 }, () => {
  const sockets = new Set<Duplex>();
  const servers: { close(): unknown }[] = [];
  let node: Server;

  before(async () => {
    node = await listen(
      createHttpsServer({ cert, key }, (request, response) => {
        request.resume();
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 300 }));
      }),
    );
  });
  after(() => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  });

  async function listen(server: Server): Promise<Server> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  /** Opens a tunnel to the node if the status is 200. */
  const answerConnect = (statusCode: number, seen?: (request: IncomingMessage) => void) =>
    listen(
      createHttpServer().on('connect', (request, socket) => {
        seen?.(request);
        sockets.add(socket);
        socket.on('error', () => undefined);
        if (statusCode !== 200) {
          socket.end(`HTTP/1.1 ${statusCode} No\r\n\r\n`);
          return;
        }
        const through = connect(portOf(node), '127.0.0.1');
        sockets.add(through);
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(through).pipe(socket);
      }),
    );

  const socks5 = async (options: Partial<Parameters<typeof startSocks5Server>[0]> = {}) => {
    const server = await startSocks5Server({ port: portOf(node), ...options });
    servers.push(server);
    return server;
  };

  async function slot(proxy: ProxyOptions, timeoutMilliseconds = 10_000): Promise<unknown> {
    const client = new RpcClient({
      url: `https://${host}/`,
      network: { proxy, certificates: [cert] },
      timeoutMilliseconds,
    });
    try {
      return await client.call('getSlot', [], new AbortController().signal);
    } finally {
      await client.close();
    }
  }

  async function messageOf(proxy: ProxyOptions, timeoutMilliseconds?: number): Promise<string> {
    const error = await slot({ setting: 'HTTPS_PROXY', ...proxy }, timeoutMilliseconds).then(
      () => assert.fail('the request succeeds'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    return error.message;
  }

  it('goes through a SOCKS5 proxy, which resolves the name', async () => {
    const proxy = await socks5();
    for (const scheme of ['socks', 'socks5', 'socks5h']) {
      assert.equal(await slot({ url: `${scheme}://127.0.0.1:${proxy.port}` }), 300, scheme);
    }
    assert.deepEqual(proxy.targets, [`${host}:443`, `${host}:443`, `${host}:443`]);
  });

  it('logs in to a SOCKS5 proxy with the user name and password of the URL', async () => {
    const { port } = await socks5({ credentials: { username: 'me@work', password: 'p:%a s' } });
    assert.equal(await slot({ url: `socks5://me%40work:p%3A%25a%20s@127.0.0.1:${port}` }), 300);
    const authorization = `Basic ${Buffer.from('me@work:p:%a s').toString('base64')}`;
    assert.equal(await slot({ url: `socks5://127.0.0.1:${port}`, authorization }), 300);
  });

  it('goes through an http proxy whose URL has no scheme, and names the target', async () => {
    const seen: IncomingMessage[] = [];
    const proxy = await answerConnect(200, (request) => seen.push(request));
    assert.equal(await slot({ url: `me:100%@127.0.0.1:${portOf(proxy)}` }), 300);
    const [request] = seen;
    assert.equal(request?.url, `${host}:443`);
    assert.equal(request?.headers.host, `${host}:443`);
    const authorization = `Basic ${Buffer.from('me:100%').toString('base64')}`;
    assert.equal(request?.headers['proxy-authorization'], authorization);
  });

  it('fails with the name of a proxy that does not run', async () => {
    const closed = await listen(createServer());
    const port = portOf(closed);
    closed.close();
    await once(closed, 'close');
    for (const scheme of ['http', 'https', 'socks5']) {
      const message = await messageOf({ url: `${scheme}://me:canary@127.0.0.1:${port}` });
      assert.equal(
        message,
        `Node https://${host}: Cannot connect to the proxy 127.0.0.1:${port} (ECONNREFUSED). Start it, or correct HTTPS_PROXY.`,
      );
    }
    const message = await messageOf({ url: 'http://proxy.invalid:3128' });
    assert.match(message, /Cannot resolve the proxy proxy\.invalid:3128\. Correct HTTPS_PROXY\./);
  });

  for (const [statusCode, problem] of [
    [
      403,
      'blocks node.test (HTTP 403). Allow it there, exclude it with NO_PROXY, or change HTTPS_PROXY.',
    ],
    [407, 'requires a user name and password. Add them to HTTPS_PROXY.'],
    [502, 'cannot reach node.test (HTTP 502). Check the address, the proxy and HTTPS_PROXY.'],
  ] as const) {
    it(`fails with the answer of an http proxy, HTTP ${statusCode}`, async () => {
      const port = portOf(await answerConnect(statusCode));
      const message = await messageOf({ url: `http://127.0.0.1:${port}` });
      assert.ok(message.endsWith(`The proxy 127.0.0.1:${port} ${problem}`), message);
    });
  }

  it('fails without the password that a proxy rejects', async () => {
    const http = portOf(await answerConnect(407));
    const { port } = await socks5({ credentials: { username: 'me', password: 'right' } });
    for (const url of [
      `http://me:canary@127.0.0.1:${http}`,
      `socks5://me:canary@127.0.0.1:${port}`,
    ]) {
      const message = await messageOf({ url });
      assert.match(
        message,
        /rejects the user name or password\. Correct HTTPS_PROXY; .* such as %40 for @\.$/,
      );
      assert.doesNotMatch(message, /canary/);
    }
    const message = await messageOf({ url: `socks5://127.0.0.1:${port}` });
    assert.match(message, /requires a user name and password\. Add them to HTTPS_PROXY\.$/);
  });

  for (const [reply, problem] of [
    [2, /The proxy \S+ blocks node\.test \(SOCKS 2\)\. .* or change HTTPS_PROXY\./],
    [4, /The proxy \S+ cannot reach node\.test \(SOCKS 4\)\. .* and HTTPS_PROXY\./],
  ] as const) {
    it(`fails with the reply of a SOCKS5 proxy, ${reply}`, async () => {
      const { port } = await socks5({ reply });
      assert.match(await messageOf({ url: `socks5://127.0.0.1:${port}` }), problem);
    });
  }

  it('is not repeated if the proxy rejects the password', async () => {
    const seen: IncomingMessage[] = [];
    const proxy = await answerConnect(407, (request) => seen.push(request));
    const client = new RpcClient({
      url: `https://${host}/`,
      network: { proxy: { url: `http://me:canary@127.0.0.1:${portOf(proxy)}` } },
    });
    const methods = new RpcMethods({
      ...{ client, clock: systemClock, retryPolicy: defaultRetryPolicy, commitment: 'confirmed' },
    });
    await assert.rejects(methods.newestSlot(new AbortController().signal), /rejects the user/);
    assert.equal(seen.length, 1);
    await client.close();
  });

  it('is repeated if the proxy rejects a password that it accepted before', async () => {
    let refusals = 0;
    let isRefusing = false;
    const tunnels: Duplex[] = [];
    const proxy = await listen(
      createHttpServer().on('connect', (_request, socket) => {
        tunnels.push(socket);
        sockets.add(socket);
        socket.on('error', () => undefined);
        if (isRefusing && refusals < 3) {
          refusals += 1;
          socket.end('HTTP/1.1 407 No\r\n\r\n');
          return;
        }
        const through = connect(portOf(node), '127.0.0.1');
        sockets.add(through);
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(through).pipe(socket);
      }),
    );
    const client = new RpcClient({
      url: `https://${host}/`,
      network: {
        proxy: { url: `http://me:canary@127.0.0.1:${portOf(proxy)}`, setting: 'HTTPS_PROXY' },
        certificates: [cert],
      },
    });
    const failures: string[] = [];
    const methods = new RpcMethods({
      client,
      clock: { ...systemClock, now: systemClock.now, delay: async () => undefined },
      retryPolicy: defaultRetryPolicy,
      commitment: 'confirmed',
      onRetry: (failure) => {
        if (failure !== null) failures.push(failure.message);
      },
    });
    const { signal } = new AbortController();
    assert.equal(await methods.newestSlot(signal), 300);
    isRefusing = true;
    for (const tunnel of tunnels) tunnel.destroy();
    assert.equal(await methods.newestSlot(signal), 300);
    assert.equal(refusals, 3);
    assert.match(failures.at(-1) ?? '', /The proxy 127\.0\.0\.1:\d+ rejects the user name/);
    await client.close();
  });

  it('fails with the name of a proxy that accepts the connection and answers text', async () => {
    const proxy = await listen(
      createServer((socket) => {
        sockets.add(socket);
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.once('data', () => socket.end('Welcome to the hotel network\n'));
        });
      }),
    );
    const message = await messageOf({ url: `http://127.0.0.1:${portOf(proxy)}` });
    const expected = `The proxy 127.0.0.1:${portOf(proxy)} does not connect to node.test: the answer is not TLS. Exclude it with NO_PROXY, or change HTTPS_PROXY.`;
    assert.ok(message.endsWith(expected), message);
  });

  it('fails if the scheme is not the one of the proxy', async () => {
    const http = portOf(await answerConnect(200));
    const { port } = await socks5();
    for (const [url, kind] of [
      [`socks5://127.0.0.1:${http}`, 'socks5'],
      [`https://127.0.0.1:${http}`, 'https'],
      [`http://127.0.0.1:${port}`, 'http'],
    ] as const) {
      const expected = `is not a proxy of the kind ${kind}. Correct the scheme or port in HTTPS_PROXY.`;
      const message = await messageOf({ url });
      assert.ok(message.endsWith(expected), message);
    }
  });

  it('fails at once if the proxy closes the connection', async () => {
    const port = portOf(await listen(createServer((socket) => socket.destroy())));
    for (const scheme of ['http', 'socks5']) {
      const message = await messageOf({ url: `${scheme}://127.0.0.1:${port}` });
      assert.match(message, /The proxy \S+ (closed the connection|.*ECONNRESET)/);
    }
  });

  it('names the proxy if no response arrives in time', async () => {
    const port = portOf(await listen(createServer()));
    for (const scheme of ['http', 'socks5']) {
      const message = await messageOf({ url: `${scheme}://127.0.0.1:${port}` }, 200);
      assert.match(message, new RegExp(`proxy 127\\.0\\.0\\.1:${port}`));
    }
  });

  it('that must be sent once was not sent if the proxy fails', async () => {
    const port = portOf(await answerConnect(403));
    const client = new HttpMarketClient({
      baseUrl: `https://${host}`,
      landingUrl: `https://${host}/land`,
      apiKey: 'canary',
      proxy: { url: `http://127.0.0.1:${port}` },
    });
    const call = client.service.landTransaction({
      ...({ jsonrpc: '2.0', id: 1, method: 'sendTransaction' } as const),
      params: ['AQ=='],
    });
    await assert.rejects(call, ({ message }: Error) => {
      assert.match(message, /exclude it with http\.noProxy, .*not sent/i);
      return true;
    });
    await client.close();
  });

  it('uses no proxy for this machine, even if the proxy is unusable', async () => {
    const local = await listen(
      createHttpServer((request, response) => {
        request.resume();
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 7 }));
      }),
    );
    for (const hostname of ['localhost', '127.0.0.1']) {
      const client = new RpcClient({
        url: `http://${hostname}:${portOf(local)}/`,
        network: { proxy: { url: 'socks4://proxy.invalid' } },
      });
      assert.equal(await client.call('getSlot', [], new AbortController().signal), 7);
      await client.close();
    }
  });
});
