import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  OffChainMetadataReader,
  safeLinkUrl,
} from '../../../../../src/engine/sources/rpc/accounts/offChainMetadataReader.ts';
import {
  isPublicIpAddress,
  type PublicHttpsClientOptions,
} from '../../../../../src/http/publicHttpsClient.ts';

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../fixtures/tls', name), 'utf8');
const certificate = fixture('metadata.example.crt');

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Site {
  readonly port: number;
  readonly requests: IncomingMessage[];
  /** Successful or not. */
  readonly connections: () => number;
  readonly reader: (options?: PublicHttpsClientOptions) => OffChainMetadataReader;
}

async function withSite(handler: Handler, work: (site: Site) => Promise<void>): Promise<void> {
  const requests: IncomingMessage[] = [];
  const server = createServer(
    { key: fixture('metadata.example.key'), cert: certificate },
    (request, response) => {
      requests.push(request);
      handler(request, response);
    },
  );
  let connected = 0;
  server.on('connection', () => {
    connected += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const readers: OffChainMetadataReader[] = [];
  const reader = (options: PublicHttpsClientOptions = {}): OffChainMetadataReader => {
    const made = new OffChainMetadataReader({
      port,
      trustedCertificates: certificate,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: (address) => address === '127.0.0.1',
      timeoutMilliseconds: 2_000,
      ...options,
    });
    readers.push(made);
    return made;
  };
  try {
    await work({ port, requests, connections: () => connected, reader });
  } finally {
    for (const made of readers) await made.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const json =
  (value: unknown): Handler =>
  (_, response) => {
    response.end(JSON.stringify(value));
  };

suite('Off-chain metadata', () => {
  test('is fetched over https, limited to known members, trimmed and bounded', () =>
    withSite(
      json({
        name: ' \0Token\0',
        symbol: 'T'.repeat(1_000),
        image: 'https://img.example/a.png',
        description: 7,
        creator: { name: 'Me', site: 'javascript:alert(1)' },
        __proto__: { polluted: true },
        extra: 'x',
      }),
      async ({ port, reader, requests }) => {
        const read = await reader().read(`https://metadata.example:${port}/a.json`);
        assert.deepEqual(read, {
          name: 'Token',
          symbol: `${'T'.repeat(32)}…`,
          image: 'https://img.example/a.png',
          creator: { name: 'Me' },
        });
        const { headers } = requests[0] ?? { headers: {} };
        assert.ok(
          !('cookie' in headers) && !('referer' in headers) && !('authorization' in headers),
        );
      },
    ));

  test('is fetched once for any number of callers', () =>
    withSite(json({ name: 'A' }), async ({ port, reader, requests }) => {
      const one = reader();
      const url = `https://metadata.example:${port}/`;
      await Promise.all([one.read(url), one.read(url)]);
      await one.read(url);
      assert.equal(requests.length, 1);
    }));

  test('is fetched through a redirect to another allowed host', () =>
    withSite(
      (request, response) => {
        if (request.url === '/a') {
          const { host = '' } = request.headers;
          const to = `https://${host.replace('metadata', 'other')}/b`;
          response.writeHead(302, { location: to }).end();
        } else response.end('{"name":"moved"}');
      },
      async ({ port, reader }) => {
        const read = await reader().read(`https://metadata.example:${port}/a`);
        assert.deepEqual(read, { name: 'moved' });
      },
    ));

  test('is fetched through the proxy, which gets the checked address', () =>
    withSite(json({ name: 'far' }), async ({ port, reader }) => {
      const tunnels: (string | undefined)[] = [];
      const proxy = createHttpServer().on('connect', (request, socket) => {
        tunnels.push(request.url);
        const target = connect(port, '127.0.0.1');
        for (const each of [socket, target]) each.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      try {
        const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
        const options = (address: string): PublicHttpsClientOptions => ({
          network: { proxy: { url } },
          resolve: async () => [{ address, family: 4 }],
          isAllowed: isPublicIpAddress,
        });
        const read = (address: string) =>
          reader(options(address)).read(`https://metadata.example:${port}/`);
        assert.deepEqual(await read('8.8.8.8'), { name: 'far' });
        assert.deepEqual(tunnels, [`8.8.8.8:${port}`]);
        assert.equal(await read('10.0.0.1'), null);
        assert.equal(tunnels.length, 1);
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    }));

  const bodies: readonly (readonly [string, Handler])[] = [
    ['is larger than its limit', (_, response) => response.end(`"${'x'.repeat(300 * 1024)}"`)],
    [
      'unpacks to more than its limit',
      (_, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(`{"name":"${' '.repeat(50_000_000)}"}`));
      },
    ],
    ['is no JSON', (_, response) => response.end('<svg onload=alert(1)>')],
    ['is a list', json([1])],
    ['is not found', (_, response) => response.writeHead(404).end('{"name":"no"}')],
    ['redirects for ever', (_, response) => response.writeHead(302, { location: '/again' }).end()],
  ];
  for (const [name, handler] of bodies) {
    test(`is ignored if the response ${name}`, () =>
      withSite(handler, async ({ port, reader, requests }) => {
        assert.equal(await reader().read(`https://metadata.example:${port}/`), null);
        assert.ok(requests.length <= 4);
      }));
  }

  test('is not fetched through a redirect to a forbidden URL, and no connection is attempted', () =>
    withSite(
      ({ url = '' }, response) => {
        response.writeHead(307, { location: decodeURIComponent(url.slice(1)) }).end();
      },
      async ({ port, reader, connections }) => {
        const resolved: string[] = [];
        for (const location of [
          `http://metadata.example:${port}/`,
          `https://127.0.0.1:${port}/`,
          `https://[::ffff:127.0.0.1]:${port}/`,
          `https://localhost:${port}/`,
          `https://user@metadata.example:${port}/`,
          'https://other.example/',
          'https://other.example:22/',
          'file:///etc/passwd',
        ]) {
          const before = connections();
          const one = reader({
            resolve: async (hostname) => {
              resolved.push(hostname);
              return [{ address: '127.0.0.1', family: 4 }];
            },
          });
          const path = encodeURIComponent(location);
          assert.equal(await one.read(`https://metadata.example:${port}/${path}`), null);
          assert.equal(connections() - before, 1, location);
        }
        assert.deepEqual([...new Set(resolved)], ['metadata.example']);
      },
    ));

  test('is not fetched from a forbidden address that a redirect resolves to', async () => {
    let connections = 0;
    const inside = createTcpServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const insidePort = (inside.address() as AddressInfo).port;
    let location = '';
    try {
      await withSite(
        (_, response) => response.writeHead(307, { location }).end(),
        async ({ port, requests, reader }) => {
          for (location of [
            `http://127.0.0.1:${insidePort}/`,
            `https://127.0.0.1:${insidePort}/`,
            `https://metadata.example:${insidePort}/`,
            `https://[::ffff:127.0.0.1]:${insidePort}/`,
            `https://2130706433:${insidePort}/`,
          ]) {
            assert.equal(await reader().read(`https://metadata.example:${port}/`), null);
          }
          assert.equal(connections, 0);
          assert.equal(requests.length, 5);
          // A host with the right port but an address that is not public.
          const resolved: string[] = [];
          const one = reader({
            resolve: async (host) => {
              resolved.push(host);
              return [
                { address: host === 'inside.example' ? '127.0.0.2' : '127.0.0.1', family: 4 },
              ];
            },
          });
          location = `https://inside.example:${port}/`;
          assert.equal(await one.read(`https://metadata.example:${port}/`), null);
          assert.deepEqual(resolved, ['metadata.example', 'inside.example']);
          assert.equal(requests.length, 6);
        },
      );
    } finally {
      inside.close();
    }
  });

  test('is ignored if it is nested too deeply', () =>
    withSite(
      json({ name: 'deep', more: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }),
      async ({ port, reader }) => {
        assert.equal(await reader().read(`https://metadata.example:${port}/`), null);
      },
    ));

  test('is ignored if it takes too long', () =>
    withSite(
      (_, response) => response.write('{"name":'),
      async ({ port, reader }) => {
        const slow = reader({ timeoutMilliseconds: 80 });
        assert.equal(await slow.read(`https://metadata.example:${port}/`), null);
      },
    ));

  test('is not fetched from a host with any non-public address', () =>
    withSite(json({ name: 'inside' }), async ({ port, reader, connections }) => {
      const url = `https://metadata.example:${port}/`;
      // If one of two addresses were allowed, it would be the one that responds.
      const mixed = reader({
        resolve: async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 })),
      });
      assert.equal(await mixed.read(url), null);
      for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
        const one = reader({
          isAllowed: isPublicIpAddress,
          resolve: async () =>
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        });
        assert.equal(await one.read(url), null);
      }
      assert.equal(connections(), 0);
    }));

  test('is fetched from the validated address, whatever DNS returns later', () =>
    withSite(json({ name: 'first' }), async ({ port, reader }) => {
      let lookups = 0;
      const one = reader({
        resolve: async () => {
          lookups++;
          return [{ address: '127.0.0.1', family: 4 }];
        },
      });
      assert.deepEqual(await one.read(`https://metadata.example:${port}/`), { name: 'first' });
      assert.equal(lookups, 1);
    }));

  test('is not fetched from other kinds of address', () =>
    withSite(json({ name: 'inside' }), async ({ port, reader, connections }) => {
      const one = reader({
        resolve: () => {
          throw new Error('nothing is to be looked up');
        },
      });
      for (const uri of [
        '',
        'ipfs://bafy/x.json',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'vscode://settings',
        'data:application/json,{}',
        `http://metadata.example:${port}/`,
        'http://169.254.169.254/latest/meta-data/',
        `https://127.0.0.1:${port}/`,
        `https://[::1]:${port}/`,
        `https://2130706433:${port}/`,
        `https://0x7f.1:${port}/`,
        `https://0177.0.0.1:${port}/`,
        `https://127.1:${port}/`,
        `https://１２７.0.0.1:${port}/`,
        `https://localhost:${port}/`,
        `https://user:password@metadata.example:${port}/`,
        'https://metadata.example:22/',
        `https://[::ffff:127.0.0.1]:${port}/`,
        '//metadata.example/',
      ]) {
        assert.equal(await one.read(uri), null, uri);
      }
      assert.equal(connections(), 0);
    }));
});

suite('A public address', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['2606:4700::1111', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.255', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fe80::1%lo', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['::ffff:8.8.8.8', false],
    ['::ffff:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:4136:e378::', false],
    ['2001:db8::1', false],
    ['localhost', false],
    ['', false],
  ];
  for (const [address, isPublic] of cases) {
    test(`${isPublic ? 'is' : 'is not'} "${address}"`, () => {
      assert.equal(isPublicIpAddress(address), isPublic);
    });
  }
});

test('only https addresses are shown as links', () => {
  assert.equal(safeLinkUrl('https://img.example/a b.png'), 'https://img.example/a%20b.png');
  for (const text of [
    'javascript:alert(1)',
    'http://a.example',
    'command:x',
    'x',
    'https://a@b.c',
  ]) {
    assert.equal(safeLinkUrl(text), '');
  }
});
