import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { RpcClient } from '../../../../../src/engine/rpc/rpcClient.ts';
import { subscribeToSlots } from '../../../../../src/engine/sources/rpc/slotSubscription.ts';
import { FakeRpcNode } from '../../../../fakeRpcNode.ts';
import { emptyBlock, TestClock } from '../../../../unit/engine/sources/rpcSupport.ts';

const path = '/v2/abcd-secret-key-0123?api-key=other-secret';

/** Listens on two consecutive ports, as Agave has its WebSocket on the second. */
async function listenOnNeighbours(first: FakeRpcNode, second: FakeRpcNode): Promise<string> {
  for (let port = 41_000 + (process.pid % 1_000) * 2; ; port += 2) {
    try {
      await second.listen(port + 1);
    } catch {
      continue;
    }
    try {
      return await first.listen(port);
    } catch {
      await second.close();
    }
  }
}

describe('A subscription to the slots of a node', { timeout: 30_000 }, () => {
  let node: FakeRpcNode;
  let clock: TestClock;
  let leaving: AbortController;
  const clients: RpcClient[] = [];

  beforeEach(() => {
    node = new FakeRpcNode(path);
    node.hasWebSocket = true;
    clock = new TestClock();
    leaving = new AbortController();
  });
  afterEach(async () => {
    leaving.abort();
    for (const client of clients.splice(0)) await client.close();
    await node.close();
  });

  function subscribe(url: string, onSlot: (slot: number) => void, silenceMilliseconds = 600_000) {
    const client = new RpcClient({ url, clock });
    clients.push(client);
    const open = (at: URL, signal: AbortSignal) => client.openWebSocket(at, signal);
    const urls = client.webSocketUrls;
    return subscribeToSlots({ urls, open, onSlot, clock, silenceMilliseconds }, leaving.signal);
  }

  it('reports every slot, over the URL with its key', async () => {
    const slots: number[] = [];
    node.onSubscription = () =>
      setImmediate(() => {
        for (const slot of [5, 6, 7]) node.add(slot, emptyBlock(slot));
      });
    await subscribe(await node.listen(), (slot) => {
      slots.push(slot);
      if (slot === 7) leaving.abort();
    });
    assert.deepEqual(slots, [5, 6, 7]);
    assert.deepEqual(node.webSocketUrls, [path]);
  });

  it('uses the next port if the URL has no WebSocket, without sending the key there', async () => {
    const next = new FakeRpcNode('/');
    next.hasWebSocket = true;
    next.onSubscription = () => setImmediate(() => next.notifySlot(9));
    node.hasWebSocket = false;
    try {
      await subscribe(await listenOnNeighbours(node, next), () => leaving.abort());
    } finally {
      await next.close();
    }
    assert.deepEqual([node.webSocketUrls, next.webSocketUrls], [[path], ['/']]);
  });

  it('reconnects after being cut off, with longer pauses while no slot arrives', async () => {
    let begun = 0;
    node.onSubscription = ({ socket }) => {
      begun++;
      if (begun === 6) leaving.abort();
      socket.destroy();
    };
    const url = await node.listen();
    await subscribe(url, () => undefined);
    const waits = clock.waits.slice(0, 6);
    assert.deepEqual(waits, [750, 750, 1_500, 1_500, 3_000, 3_000]);
  });

  it('reconnects when it is silent', async () => {
    let begun = 0;
    node.onSubscription = () => {
      begun++;
      if (begun === 2) setImmediate(() => node.notifySlot(3));
    };
    await subscribe(await node.listen(), () => leaving.abort(), 20);
    assert.ok(begun >= 2);
  });

  it('answers pings, joins fragments, and disconnects from a server that breaks the protocol', async () => {
    const notification = JSON.stringify({
      method: 'slotNotification',
      params: { result: { slot: 4 } },
    });
    let begun = 0;
    const pongs: Buffer[] = [];
    node.onSubscription = (subscriber) => {
      begun++;
      if (begun === 1) {
        // A frame that announces gigabytes.
        subscriber.socket.write(Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0]));
        return;
      }
      subscriber.socket.on('data', (data: Buffer) => pongs.push(data));
      subscriber.send('no JSON');
      subscriber.send('{"params":{"result":{"slot":"7"}}}');
      subscriber.sendFrame(0x89, 'there?');
      subscriber.sendFrame(0x01, notification.slice(0, 10));
      subscriber.sendFrame(0x80, notification.slice(10));
    };
    const slots: number[] = [];
    await subscribe(await node.listen(), (slot) => {
      slots.push(slot);
      leaving.abort();
    });
    assert.deepEqual(slots, [4]);
    assert.equal(begun, 2);
  });

  it('ends on abort, even if the server does not respond', async () => {
    node.onSubscription = () => leaving.abort();
    await subscribe(await node.listen(), () => assert.fail());
  });
});

describe('The WebSocket of a node', () => {
  const urlsOf = (url: string) => new RpcClient({ url }).webSocketUrls.map(String);

  it('is tried at the URL, and at the next port if the URL has a port', () => {
    assert.deepEqual(urlsOf('https://rpc.example.com/v2/key?api-key=1'), [
      'https://rpc.example.com/v2/key?api-key=1',
    ]);
    assert.deepEqual(urlsOf('https://rpc.example.com:8899/v2/key'), [
      'https://rpc.example.com:8899/v2/key',
      'https://rpc.example.com:8900/',
    ]);
    assert.deepEqual(urlsOf('https://rpc.example.com:65535/'), ['https://rpc.example.com:65535/']);
  });
});
