import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server as ProxyServer } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { RpcClient } from '../../../../../src/engine/rpc/rpcClient.ts';
import { subscribeToSlots } from '../../../../../src/engine/sources/rpc/slotSubscription.ts';
import type { NetworkOptions } from '../../../../../src/http/httpRequester.ts';
import { selfSignedCertificate } from '../../../../selfSignedCertificate.ts';
import { TestClock } from '../../../../unit/engine/sources/rpcSupport.ts';

/** A name that cannot be resolved, so that only a proxy can reach it. */
const host = 'node.test';
const url = `https://${host}/v2/abcd-secret-key-0123`;
const authorization = 'Basic dXNlcjpwYXNz';
const { cert, key } = selfSignedCertificate(host);
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe('A subscription to the slots of a node behind a proxy', { timeout: 30_000 }, () => {
  let node: SecureServer;
  let proxy: ProxyServer;
  let webSockets: WebSocketServer;
  const sockets = new Set<Duplex>();
  let tunnels: (string | undefined)[][];
  let handshakes: { readonly url: string | undefined; readonly extensions: string | undefined }[];
  let refuses: boolean;
  let leaving: AbortController;

  before(async () => {
    node = createSecureServer({ cert, key });
    node.on('tlsClientError', () => undefined);
    node.on('connection', (socket) => sockets.add(socket));
    webSockets = new WebSocketServer({ server: node, perMessageDeflate: { threshold: 0 } });
    webSockets.on('connection', (socket, { url: path, headers }) => {
      handshakes.push({ url: path, extensions: headers['sec-websocket-extensions'] });
      socket.on('message', (text) => {
        const { method } = JSON.parse(String(text));
        assert.equal(method, 'slotSubscribe');
        socket.send('{"jsonrpc":"2.0","id":1,"result":0}');
        const params = { result: { slot: 7, parent: 6, root: 1 }, subscription: 0 };
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params }));
      });
    });
    proxy = createServer((_request, response) => response.writeHead(405).end());
    proxy.on('connect', ({ headers, url: to }, socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      tunnels.push([to, headers['proxy-authorization']]);
      if (refuses) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const target = connect(portOf(node), '127.0.0.1');
      target.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    node.listen(0, '127.0.0.1');
    proxy.listen(0, '127.0.0.1');
    await Promise.all([once(node, 'listening'), once(proxy, 'listening')]);
  });
  beforeEach(() => {
    tunnels = [];
    handshakes = [];
    refuses = false;
    leaving = new AbortController();
  });
  afterEach(() => leaving.abort());
  after(() => {
    for (const socket of sockets) socket.destroy();
    webSockets.close();
    node.close();
    proxy.close();
  });

  const proxyOptions = () => ({ url: `http://127.0.0.1:${portOf(proxy)}`, authorization });

  /** The slots until the first one, or until three attempts have failed. */
  async function subscribe(network: NetworkOptions): Promise<readonly number[]> {
    const clock = new TestClock();
    const client = new RpcClient({ url, network, clock });
    const slots: number[] = [];
    const delay = clock.delay.bind(clock);
    clock.delay = async (milliseconds, signal) => {
      if (clock.waits.length === 2) leaving.abort();
      await delay(milliseconds, signal);
    };
    try {
      await subscribeToSlots(
        {
          urls: client.webSocketUrls,
          open: (at, signal) => client.openWebSocket(at, signal),
          onSlot: (slot) => {
            slots.push(slot);
            leaving.abort();
          },
          clock,
          silenceMilliseconds: 20_000,
        },
        leaving.signal,
      );
    } finally {
      await client.close();
    }
    return slots;
  }

  it('uses the proxy with its authorization and your certificates, uncompressed', async () => {
    assert.deepEqual(await subscribe({ proxy: proxyOptions(), certificates: [cert] }), [7]);
    assert.deepEqual(tunnels, [[`${host}:443`, authorization]]);
    assert.deepEqual(handshakes, [{ url: '/v2/abcd-secret-key-0123', extensions: undefined }]);
  });

  it('is not opened to a node with an untrusted certificate, and sends it no key', async () => {
    assert.deepEqual(await subscribe({ proxy: proxyOptions() }), []);
    assert.equal(tunnels.length, 3);
    assert.deepEqual(handshakes, []);
  });

  it('is not opened to a node with a certificate for another host', async () => {
    const other = selfSignedCertificate('other.test').cert;
    assert.deepEqual(await subscribe({ proxy: proxyOptions(), certificates: [other] }), []);
    assert.deepEqual(handshakes, []);
  });

  it('does not bypass a proxy that refuses', async () => {
    refuses = true;
    assert.deepEqual(await subscribe({ proxy: proxyOptions(), certificates: [cert] }), []);
    assert.deepEqual(handshakes, []);
  });
});
