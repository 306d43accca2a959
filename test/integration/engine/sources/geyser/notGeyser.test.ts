import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { status } from '@grpc/grpc-js';
import { probeGeyser } from '../../../../../src/engine/sources/geyser/probeGeyser.ts';
import type { NetworkOptions } from '../../../../../src/http/httpRequester.ts';
import { FakeGeyserServer } from '../../../../fakeGeyserServer.ts';
import { selfSignedCertificate } from '../../../../selfSignedCertificate.ts';
import { suiteLimit } from '../../../../suiteLimit.ts';

const certificate = selfSignedCertificate('localhost');
const trusting: NetworkOptions = { certificates: [certificate.cert] };
const token = 'a-secret-token';
const otherUrl =
  "Enter the host and port of your provider's Yellowstone gRPC. It differs from the RPC URL.";

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The origin and the message, as Test Connection shows it. */
async function probe(url: string, network: NetworkOptions): Promise<[string, string | undefined]> {
  const { error } = await probeGeyser({ url, token, network }, 'confirmed', never);
  return [error?.kind ?? '', error?.message.replace(url, 'X')];
}

const never = new AbortController().signal;

async function failureOf(
  server: Server,
  scheme: string,
  network = trusting,
): Promise<[string, string | undefined]> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  try {
    return await probe(`${scheme}://localhost:${await listen(server)}`, network);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

function answering(statusCode: number, type: string, body: string): Server {
  const server = createHttp2Server();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': statusCode, 'content-type': type });
    stream.end(body);
  });
  return server;
}

const greeting = (text: string) =>
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(text);
  });

suite('An address that is not a Geyser server is reported with what to do:', suiteLimit, () => {
  for (const [what, type, body] of [
    ['JSON', 'application/json', '{"jsonrpc":"2.0","error":{"code":-32600}}'],
    ['JSON after a line break', 'application/json', '\n{"error":"POST only"}'],
    ['a web page', 'text/html', '<!DOCTYPE html><title>Welcome</title>'],
    ['an empty page', 'text/html; charset=utf-8', ''],
    ['a web page as gRPC', 'application/grpc', '<!DOCTYPE html><title>Welcome</title>'],
    ['JSON as gRPC', 'application/grpc+proto', '{"jsonrpc":"2.0","error":{}}'],
  ] as const) {
    test(`it answers ${what}`, async () => {
      assert.deepEqual(await failureOf(answering(200, type, body), 'http'), [
        'not-offered',
        `Geyser X: a web page or JSON instead of gRPC (HTTP 200). ${otherUrl}`,
      ]);
    });
  }

  for (const [statusCode, kind, advice] of [
    [301, 'not-offered', `. ${otherUrl}`],
    [404, 'not-offered', `. ${otherUrl}`],
    [
      401,
      'unauthorized',
      '. Check the URL, and enter a valid token (command line: ARBSCOPE_GEYSER_TOKEN).',
    ],
    [
      403,
      'unauthorized',
      '. Check the URL, and enter a valid token (command line: ARBSCOPE_GEYSER_TOKEN).',
    ],
    [429, 'unreachable', ''],
    [503, 'unreachable', ''],
  ] as const) {
    test(`it answers a page with HTTP ${statusCode}`, async () => {
      const page = '<html><center>nginx</center></html>';
      assert.deepEqual(await failureOf(answering(statusCode, 'text/html', page), 'http'), [
        kind,
        `Geyser X: a web page or JSON instead of gRPC (HTTP ${statusCode})${advice}`,
      ]);
    });
  }

  const noHttp2 = ['not-offered', `Geyser X: no HTTP/2, which gRPC needs. ${otherUrl}`];
  const hello = (_: IncomingMessage, response: { end(text: string): void }) =>
    response.end('hello');
  for (const [what, scheme, server] of [
    ['speaks HTTP/1.1', 'http', () => createHttpServer(hello)],
    ['speaks HTTP/1.1 over TLS', 'https', () => createHttpsServer(certificate, hello)],
    ['is another service', 'http', () => greeting('SSH-2.0-OpenSSH_9.9\r\n')],
    [
      'speaks HTTP/1.1 over TLS and ignores the offered protocols',
      'https',
      () =>
        createTlsServer(certificate, (socket) => {
          socket.on('error', () => undefined);
          socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
        }),
    ],
  ] as const) {
    test(`it ${what}`, async () => {
      assert.deepEqual(await failureOf(server(), scheme), noHttp2);
    });
  }

  test('its port has no TLS', async () => {
    assert.deepEqual(await failureOf(createHttpServer(hello), 'https'), [
      'not-offered',
      'Geyser X: no TLS on this port. Check the port, or enter http:// for a server on this machine.',
    ]);
  });

  test('its port has TLS', async () => {
    assert.deepEqual(await failureOf(createSecureServer(certificate), 'http'), [
      'unreachable',
      'Geyser X: connection lost. Enter https:// if the server uses TLS.',
    ]);
  });

  test('its certificate is not trusted', async () => {
    assert.deepEqual(await failureOf(createSecureServer(certificate), 'https', {}), [
      'unreachable',
      'Geyser X: the certificate is not trusted. Check the address, or install its authority.',
    ]);
  });

  test('nothing listens', async () => {
    const server = createServer();
    const url = `http://localhost:${await listen(server)}`;
    server.close();
    await once(server, 'close');
    assert.deepEqual(await probe(url, {}), ['unreachable', 'Geyser X: connection refused']);
  });

  test('its name cannot be resolved', async () => {
    assert.deepEqual(await probe('https://geyser.invalid', {}), [
      'unreachable',
      'Geyser X: the address cannot be resolved',
    ]);
  });
});

suite('A Geyser server’s own refusal', suiteLimit, () => {
  for (const [code, kind, message] of [
    [
      status.PERMISSION_DENIED,
      'unauthorized',
      'Geyser X: token refused: no gRPC in plan of <key>. Enter a valid token (command line: ARBSCOPE_GEYSER_TOKEN).',
    ],
    [status.RESOURCE_EXHAUSTED, 'unreachable', 'Geyser X: no gRPC in plan of <key>'],
  ] as const) {
    test(`is shown in its own words without the token (${status[code]})`, async () => {
      const server = new FakeGeyserServer();
      server.token = token;
      server.onSubscribe = (subscription) => {
        subscription.fail(code, `no gRPC in plan of ${token}`);
      };
      const url = await server.listen();
      try {
        assert.deepEqual(await probe(url, {}), [kind, message]);
      } finally {
        server.stop();
      }
    });
  }
});

suite('A Geyser server behind a proxy', suiteLimit, () => {
  /** `port`: where every CONNECT leads; `null` refuses it. */
  async function throughProxy(
    port: number | null,
    ...certificates: readonly string[]
  ): Promise<[string, string | undefined]> {
    const proxy = createHttpServer();
    const sockets: Socket[] = [];
    proxy.on('connect', (_request, socket: Socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (port === null) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => undefined);
      return sockets.push(onward);
    });
    const url = `http://127.0.0.1:${await listen(proxy)}`;
    try {
      return await probe('https://geyser.example', { certificates, proxy: { url } });
    } finally {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    }
  }

  test('is reached over TLS with its own name', async () => {
    const own = selfSignedCertificate('geyser.example');
    const server = createSecureServer(own);
    server.on('stream', (stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.end();
    });
    const port = await listen(server);
    try {
      assert.deepEqual(await throughProxy(port, own.cert), [
        'not-offered',
        `Geyser X: a web page or JSON instead of gRPC (HTTP 200). ${otherUrl}`,
      ]);
    } finally {
      server.close();
    }
  });

  test('is reported if the proxy refuses', async () => {
    assert.deepEqual(await throughProxy(null), [
      'unreachable',
      'Geyser X: the proxy refuses the connection. Check the proxy settings.',
    ]);
  });
});
