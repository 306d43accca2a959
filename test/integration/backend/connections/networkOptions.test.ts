import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { networkOptions } from '../../../../src/backend/connections/networkOptions.ts';
import type { NetworkSettings } from '../../../../src/backend/protocol/connectionProtocol.ts';
import { RpcClient } from '../../../../src/engine/rpc/rpcClient.ts';
import { selfSignedCertificate } from '../../../selfSignedCertificate.ts';

const host = 'node.test';
const url = `https://${host}/v2/canary`;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('The network route to a node', { timeout: 30_000 }, () => {
  const { cert, key } = selfSignedCertificate(host);
  const tunnels: string[] = [];
  const sockets = new Set<Duplex>();
  let node: Server;
  let proxy: Server;

  before(async () => {
    node = createServer({ cert, key }, (request, response) => {
      request.resume();
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 300 }));
    });
    // With a self-signed certificate.
    proxy = createServer(selfSignedCertificate('proxy.test'));
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const through = connect({ port: portOf(node), host: '127.0.0.1' }, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(through);
        through.pipe(socket);
      });
      socket.on('error', () => undefined);
      through.on('error', () => undefined);
    });
    for (const server of [node, proxy]) {
      server.on('connection', (socket) => sockets.add(socket));
      server.on('tlsClientError', () => undefined);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  });
  after(() => {
    for (const server of [node, proxy]) server.close();
    for (const socket of sockets) socket.destroy();
  });

  async function slot(settings: NetworkSettings): Promise<unknown> {
    const client = new RpcClient({
      url,
      timeoutMilliseconds: 5_000,
      connections: 2,
      network: networkOptions(settings),
    });
    try {
      return await client.call('getSlot', [], AbortSignal.timeout(10_000));
    } finally {
      await client.close();
    }
  }
  const proxied = (strictCertificates: boolean): NetworkSettings => ({
    certificates: [cert],
    proxy: { url: `https://127.0.0.1:${portOf(proxy)}`, strictCertificates },
  });

  it('uses the editor’s proxy, even with an unknown certificate if settings allow that', async () => {
    assert.equal(await slot(proxied(false)), 300);
    assert.deepEqual(tunnels, [`${host}:443`]);
  });

  it('refuses a proxy with an unknown certificate when strict TLS is set', async () => {
    tunnels.length = 0;
    await assert.rejects(slot(proxied(true)));
    assert.deepEqual(tunnels, []);
  });

  it('is direct if the editor sets nothing', () => {
    assert.deepEqual(networkOptions({}), { certificates: [] });
  });

  it('trusts the system’s certificate authorities in addition if the editor does', () => {
    const { certificates = [] } = networkOptions({
      certificates: [cert],
      systemCertificates: true,
    });
    assert.equal(certificates[0], cert);
    assert.ok(certificates.every((each) => each.includes('BEGIN CERTIFICATE')));
    assert.deepEqual(networkOptions({ certificates: [cert] }).certificates, [cert]);
  });
});
