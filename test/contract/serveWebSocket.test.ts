import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

/** Listens on a port whose predecessor is free. */
async function takeNextPort(): Promise<Server> {
  while (true) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const probe = createServer().listen((server.address() as AddressInfo).port - 1, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (probe.listening) await once(probe.close(), 'close');
    if (isFree) return server;
    server.close();
  }
}

describe('A Sandbox whose next port is taken', suiteLimit, () => {
  it('reports it once, and accepts subscriptions on its own port', async (context) => {
    const other = await takeNextPort();
    context.after(() => other.close());
    const port = (other.address() as AddressInfo).port - 1;
    const served = await ServeProcess.openSandbox('--port', String(port));
    try {
      const said = served.process.errors.filter((line) => line.includes('WebSocket'));
      assert.equal(said.length, 1, said.join('\n'));
      assert.match(said[0] ?? '', new RegExp(`port ${port + 1} cannot .* ws://127.0.0.1:${port}/`));
      const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc?api-key=${contractKey}`);
      await once(socket, 'open');
      socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}');
      const [{ data }] = await once(socket, 'message');
      assert.match(data, /"result":1/);
      socket.close();
    } finally {
      await served.stop();
    }
  });
});
