import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  createServer,
  type LookupFunction,
  type Server,
  type Socket,
} from 'node:net';
import { suite, test } from 'node:test';
import { RpcClient } from '../../../../src/engine/rpc/rpcClient.ts';
import { RpcError } from '../../../../src/engine/rpc/rpcError.ts';
import { selfSignedCertificate } from '../../../selfSignedCertificate.ts';
import { suiteLimit } from '../../../suiteLimit.ts';

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

async function failureOf(url: string, timeoutMilliseconds = 30_000): Promise<string> {
  const node = new RpcClient({ url, timeoutMilliseconds });
  try {
    await node.call('getSlot', [], new AbortController().signal);
  } catch (error) {
    assert.ok(RpcError.is(error) && error.kind === 'unreachable', String(error));
    return error.message;
  } finally {
    await node.close();
  }
  throw new Error('The node responded');
}

const hostOf = (url: string): string => new URL(url).host;

suite('A node without a valid response is reported in plain words:', suiteLimit, () => {
  test('nothing listens at its address', async () => {
    const server = createServer();
    const url = `http://127.0.0.1:${await listening(server)}`;
    server.close();
    assert.equal(await failureOf(url), `Cannot reach ${hostOf(url)} (connection refused)`);
  });

  test('it closes the connection', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    const url = `http://127.0.0.1:${await listening(server)}`;
    assert.equal(await failureOf(url), `Cannot reach ${hostOf(url)} (connection lost)`);
    server.close();
  });

  test('it does not respond', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    const url = `http://127.0.0.1:${await listening(server)}`;
    assert.equal(await failureOf(url, 50), `Cannot reach ${hostOf(url)} (request timed out)`);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('another kind of server responds', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('220 mail\r\n')));
    const url = `http://127.0.0.1:${await listening(server)}`;
    assert.equal(await failureOf(url), `Cannot reach ${hostOf(url)} (no HTTP response)`);
    server.close();
  });

  test('its name cannot be resolved', async (t) => {
    // A machine without a network takes long to report this.
    t.mock.method(dns, 'lookup', ((_name, _options, callback) => {
      callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    }) satisfies LookupFunction);
    const url = 'https://node.invalid';
    const expected = `Cannot reach ${hostOf(url)} (the address cannot be resolved)`;
    assert.equal(await failureOf(url), expected);
  });

  test('its certificate is not trusted', async () => {
    const server = createSecureServer(selfSignedCertificate('localhost'));
    const url = `https://localhost:${await listening(server)}`;
    const expected = `Cannot reach ${hostOf(url)} (the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT))`;
    assert.equal(await failureOf(url), expected);
    server.close();
  });
});
