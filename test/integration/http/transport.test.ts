import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MarketError } from '../../../src/api/marketError.ts';
import {
  HttpMarketClient,
  type HttpMarketClientOptions,
} from '../../../src/client/httpMarketClient.ts';
import { RpcClient } from '../../../src/engine/rpc/rpcClient.ts';
import { systemClock } from '../../../src/http/retry.ts';
import { selfSignedCertificate } from '../../selfSignedCertificate.ts';

const apiKey = 'canary-key-0123456789';
/** A name without a DNS record, so that only a proxy can reach it. */
const host = 'service.test';
const { cert, key } = selfSignedCertificate(host);
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe('The connection to a service', { timeout: 30_000 }, () => {
  let service: Http2SecureServer;
  let proxy: Server;
  let sockets: Set<Socket>;
  let asked: { readonly version: string; readonly url: string; readonly key: unknown }[] = [];
  let body = Buffer.alloc(0);
  let connections = 0;
  let tunnels: { readonly to: string; readonly authorization: string | undefined }[] = [];

  before(async () => {
    sockets = new Set();
    service = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
      const version = request.httpVersion;
      asked.push({ version, url: request.url ?? '', key: request.headers['x-api-key'] });
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-encoding', 'gzip');
      response.end(body);
    });
    service.on('connection', (socket) => {
      connections += 1;
      sockets.add(socket);
    });
    service.on('tlsClientError', () => undefined);
    service.listen(0, '127.0.0.1');
    proxy = createServer((_request, response) => response.writeHead(405).end());
    proxy.on('connect', (request, socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      const authorization = request.headers['proxy-authorization'];
      tunnels.push({ to: request.url ?? '', authorization });
      if (authorization === 'Basic bm8=') {
        socket.end('HTTP/1.1 407 No\r\n\r\n');
        return;
      }
      const target = connect(portOf(service), '127.0.0.1');
      target.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    proxy.listen(0, '127.0.0.1');
    await Promise.all([once(service, 'listening'), once(proxy, 'listening')]);
  });
  beforeEach(() => {
    asked = [];
    tunnels = [];
    connections = 0;
    body = gzipSync('{}');
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    service.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  const proxyUrl = () => `http://127.0.0.1:${portOf(proxy)}`;

  async function withClient<Result>(
    options: Partial<HttpMarketClientOptions>,
    use: (client: HttpMarketClient) => Promise<Result>,
  ): Promise<Result> {
    const client = new HttpMarketClient({
      baseUrl: `https://${host}`,
      apiKey,
      isTrustedLoopback: () => true,
      timeoutMilliseconds: 5_000,
      ...options,
    });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  const askFees = (client: HttpMarketClient) => client.service.feesByComputeUnit({});

  it('uses the proxy with its authorization, and trusts the given certificates', async () => {
    const authorization = 'Basic dXNlcjpwYXNz';
    const options = { proxy: { url: proxyUrl(), authorization }, certificates: [cert] };
    await withClient(options, async (client) => {
      assert.deepEqual(await askFees(client), {});
      await askFees(client);
    });
    assert.deepEqual(tunnels, [{ to: `${host}:443`, authorization }]);
    assert.equal(asked.length, 2);
    assert.equal(asked[0]?.key, apiKey);
    assert.equal(connections, 1, 'the connection is kept');
  });

  it("takes the proxy's user name and password from its URL", async () => {
    const url = proxyUrl().replace('//', '//user:pass@');
    await withClient({ proxy: { url }, certificates: [cert] }, askFees);
    assert.equal(tunnels[0]?.authorization, 'Basic dXNlcjpwYXNz');
  });

  it('sends no key to a service with an untrusted certificate', async () => {
    const call = withClient({ proxy: { url: proxyUrl() } }, askFees);
    await assert.rejects(call, (error) => {
      assert.ok(MarketError.is(error, 'unreachable'));
      assert.match(error.message, /certificate of service\.test is not trusted/);
      return true;
    });
    assert.deepEqual(asked, []);
  });

  it('sends no key to a service with a certificate for another host', async () => {
    const options = {
      baseUrl: 'https://other.test',
      proxy: { url: proxyUrl() },
      certificates: [cert],
    };
    await assert.rejects(
      withClient(options, askFees),
      /certificate of other\.test is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    assert.deepEqual(asked, []);
  });

  it('reports a proxy that refuses the connection', async () => {
    const proxied = { proxy: { url: proxyUrl(), authorization: 'Basic bm8=' } };
    await assert.rejects(withClient(proxied, askFees), (error) => {
      assert.ok(MarketError.is(error, 'unreachable'), String(error));
      assert.match(error.message, /proxy/);
      return !error.message.includes('bm8=');
    });
  });

  it('bypasses the proxy for excepted hosts, and for this machine', async () => {
    const certificates = [cert];
    const excepted = { proxy: { url: proxyUrl(), except: ['.test'] }, certificates };
    await assert.rejects(
      withClient(excepted, askFees),
      /Cannot resolve service\.test|Cannot reach/,
    );
    const baseUrl = `https://127.0.0.1:${portOf(service)}`;
    await assert.rejects(withClient({ ...excepted, baseUrl }, askFees), /ALTNAME/);
    assert.deepEqual(tunnels, []);
  });

  // On other systems the second loopback address must be configured first.
  const isLinux = process.platform === 'linux';
  describe('if its host name later resolves to another address', { skip: !isLinux }, () => {
    const addresses = new Map<string, string>();
    const stolen: unknown[] = [];
    let thief: Http2SecureServer;
    let plain: Server;

    beforeEach(async () => {
      stolen.length = 0;
      const take = (request: Pick<Http2ServerRequest, 'headers'>): void => {
        stolen.push(request.headers['x-api-key']);
      };
      // Has a certificate for the same name, but an untrusted one.
      thief = createSecureServer({ ...selfSignedCertificate(host), allowHTTP1: true }, take);
      thief.on('tlsClientError', () => undefined);
      thief.listen(portOf(service), '127.0.0.2');
      plain = createServer(take).listen(0, '127.0.0.2');
      await Promise.all([once(thief, 'listening'), once(plain, 'listening')]);
      const lookup = dns.lookup;
      mock.method(dns, 'lookup', (...args: Parameters<LookupFunction>) => {
        const [name, options, callback] = args;
        const address = addresses.get(name);
        if (address === undefined) return lookup(name, options, callback);
        if (options.all === true) return callback(null, [{ address, family: 4 }]);
        return callback(null, address, 4);
      });
    });
    afterEach(() => {
      mock.restoreAll();
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      thief.close();
      plain.closeAllConnections();
      plain.close();
    });

    it('sends no key to the new host', async () => {
      const baseUrl = `https://${host}:${portOf(service)}`;
      await withClient({ baseUrl, certificates: [cert] }, async (client) => {
        addresses.set(host, '127.0.0.1');
        await askFees(client);
        assert.equal(asked[0]?.key, apiKey);
        for (const socket of sockets) socket.destroy();
        addresses.set(host, '127.0.0.2');
        await assert.rejects(askFees(client), (error) => {
          assert.ok(MarketError.is(error, 'unreachable'));
          return /certificate of service\.test:\d+ is not trusted/.test(error.message);
        });
        process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
        await assert.rejects(askFees(client), /certificate .* is not trusted/);
        assert.deepEqual(stolen, []);
        addresses.set(host, '127.0.0.1');
        await askFees(client);
        assert.equal(asked.length, 2);
      });
    });

    it('sends no request to a node that replaced another', async () => {
      const url = `https://${host}:${portOf(service)}/secret-path`;
      // Each over a separate connection.
      const call = async () => {
        const node = new RpcClient({ url, network: { certificates: [cert] } });
        try {
          return await node.call('getSlot', [], new AbortController().signal);
        } finally {
          await node.close();
        }
      };
      body = gzipSync('{"result":7}');
      addresses.set(host, '127.0.0.1');
      assert.equal(await call(), 7);
      addresses.set(host, '127.0.0.2');
      await assert.rejects(
        call(),
        /the certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      );
      assert.deepEqual(stolen, []);
      assert.equal(asked.length, 1);
    });

    it('stays on this machine for localhost', async () => {
      addresses.set('localhost', '127.0.0.2');
      const baseUrl = `http://localhost:${portOf(plain)}`;
      await assert.rejects(withClient({ baseUrl }, askFees), (error) =>
        MarketError.is(error, 'unreachable'),
      );
      assert.deepEqual(stolen, []);
    });
  });

  it('ignores proxy settings in the environment', async () => {
    const names = ['HTTP', 'HTTPS', 'ALL'].flatMap((scheme) => [
      `${scheme}_PROXY`,
      `${scheme}_proxy`.toLowerCase(),
    ]);
    for (const name of names) process.env[name] = proxyUrl();
    const node = new RpcClient({ url: `https://${host}/`, network: { certificates: [cert] } });
    try {
      await assert.rejects(withClient({ certificates: [cert] }, askFees));
      await assert.rejects(node.call('getSlot', [], new AbortController().signal));
      assert.deepEqual(tunnels, []);
    } finally {
      for (const name of names) delete process.env[name];
      await node.close();
    }
  });

  describe('over HTTP/2', () => {
    const local = selfSignedCertificate('localhost');
    let server: Http2SecureServer;
    let sessions: Set<ServerHttp2Session>;
    let behaviour: (request: Http2ServerRequest, response: Http2ServerResponse) => void;

    beforeEach(async () => {
      sessions = new Set();
      server = createSecureServer({ ...local, allowHTTP1: true }, (request, response) =>
        behaviour(request, response),
      );
      server.on('session', (session) => {
        sessions.add(session);
        session.on('error', () => undefined);
      });
      server.on('connection', (socket) => sockets.add(socket));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      for (const session of sessions) session.destroy();
      server.close();
    });
    const options = () => ({
      baseUrl: `https://localhost:${portOf(server)}`,
      landingUrl: `https://localhost:${portOf(server)}`,
      certificates: [local.cert],
      timeoutMilliseconds: 1_000,
      clock: { ...systemClock, delay: async () => undefined },
    });

    it('is used if the service offers it, except for parameters in a body', async () => {
      const versions: string[] = [];
      behaviour = (request, response) => {
        versions.push(request.httpVersion);
        response.end('{}');
      };
      await withClient(options(), (client) => Promise.all([askFees(client), askFees(client)]));
      assert.deepEqual(versions, ['2.0', '2.0']);
      await withClient({ ...options(), encoding: 'body' }, askFees);
      assert.equal(versions[2], '1.1');
    });

    it('can land transactions', async () => {
      const signature = '4'.repeat(87);
      behaviour = (_request, response) =>
        response.end(JSON.stringify({ id: 1, result: signature }));
      const answer = await withClient(options(), (client) =>
        client.service.landTransaction({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: ['AA=='],
        }),
      );
      assert.equal(answer.result.signature, signature);
    });

    const ends: Readonly<Record<string, typeof behaviour>> = {
      'a reset': (request) => request.stream.close(8),
      'an inner failure': (request) => request.stream.close(2),
      'a farewell': (request) => request.stream.session?.goaway(1),
      'an end of the session': (request) => request.stream.session?.destroy(),
      'an end of the line': (request) => request.stream.session?.socket.destroy(),
      'a body that is cut off': (request, response) => {
        response.write('{"a"', () => request.stream.close(2));
      },
      'a body without end': (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      silence: () => undefined,
    };
    for (const [what, end] of Object.entries(ends)) {
      it(`survives ${what} during several requests, and works afterwards`, async () => {
        behaviour = end;
        await withClient({ ...options(), maxResponseBytes: 300_000 }, async (client) => {
          const calls = Array.from({ length: 12 }, () => askFees(client));
          for (const outcome of await Promise.allSettled(calls)) {
            assert.equal(outcome.status, 'rejected');
            assert.ok(MarketError.is(outcome.reason), String(outcome.reason));
            assert.match(outcome.reason.kind, /unreachable|unreadable-answer/);
          }
          behaviour = (_request, response) => response.end('{}');
          assert.deepEqual(await askFees(client), {});
        });
      });
    }

    it('closes immediately with the client', async () => {
      const asked = Promise.withResolvers<void>();
      behaviour = () => asked.resolve();
      const client = new HttpMarketClient({ ...options(), apiKey });
      const call = askFees(client);
      await asked.promise;
      await Promise.all([assert.rejects(call, { kind: 'unreachable' }), client.close()]);
    });
  });

  for (const url of ['not a url', 'ftp://proxy.test', 'socks4://proxy.test']) {
    it(`rejects a proxy at ${url}`, () => {
      assert.throws(
        () => new HttpMarketClient({ baseUrl: 'https://x.test', apiKey, proxy: { url } }),
        { kind: 'bad-parameter', parameter: 'proxy' },
      );
    });
  }
});
