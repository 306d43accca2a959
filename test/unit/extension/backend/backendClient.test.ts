import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import {
  BackendClient,
  type BackendClientOptions,
  type BackendState,
  type Channel,
  type ChannelListeners,
} from '../../../../src/extension/backend/backendClient.ts';
import type { Log } from '../../../../src/extension/base/log.ts';

const request = { connectionId: 'one', operation: 'transaction', parameters: {} } as const;

class ProcessDouble {
  starts = 0;
  goodbyes = 0;
  failures: Error[] = [];
  #listeners: ChannelListeners | null = null;

  readonly open: BackendClientOptions['open'] = async (listeners) => {
    this.starts += 1;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    this.#listeners = listeners;
    const channel: Channel = {
      sendRequest: async () => `answer of start ${this.starts}`,
      sendNotification: async () => {
        this.goodbyes += 1;
      },
      end: () => undefined,
    };
    return channel;
  };

  die(): void {
    this.#listeners?.onDisconnect();
  }
}

describe('The backend client', { timeout: 10_000 }, () => {
  let double: ProcessDouble;
  let words: string[];
  let states: BackendState[];

  beforeEach(() => {
    double = new ProcessDouble();
    words = [];
    states = [];
  });

  function connect(change: Partial<BackendClientOptions> = {}): BackendClient {
    const write = (message: string) => {
      words.push(message);
    };
    const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
    const connection = new BackendClient({
      open: double.open,
      log,
      restartDelaysMilliseconds: [0, 0, 0],
      ...change,
    });
    connection.onState((state) => states.push(state));
    return connection;
  }

  const until = (connection: BackendClient, kind: BackendState['kind']) =>
    new Promise<BackendState>((resolve) => {
      const listening = connection.onState((state) => {
        if (state.kind !== kind) return;
        listening.dispose();
        resolve(state);
      });
    });
  const kinds = () => states.map(({ kind }) => kind);

  it('connects at the first call, once for all waiting calls', async () => {
    const connection = connect();
    assert.equal(double.starts, 0);
    assert.equal(connection.state.kind, 'idle');
    const answers = await Promise.all([
      connection.request('call', request),
      connection.request('call', request),
    ]);
    assert.deepEqual(answers, ['answer of start 1', 'answer of start 1']);
    assert.deepEqual(kinds(), ['starting', 'ready']);
  });

  it('reports a failure to connect at once, and retries on request', async () => {
    const connection = connect();
    double.failures = [new Error('dist/backend.js is missing')];
    await assert.rejects(connection.request('call', request), (error) => {
      assert.ok(MarketError.is(error, 'unreachable'));
      assert.match(error.message, /dist\/backend\.js is missing/);
      return true;
    });
    assert.deepEqual(kinds(), ['starting', 'failed']);
    assert.equal(await connection.request('call', request), 'answer of start 2');
  });

  it('reconnects after a crash, reports it, and queues calls meanwhile', async () => {
    const connection = connect();
    await connection.request('call', request);
    const ready = until(connection, 'ready');
    double.die();
    assert.deepEqual(connection.state, { kind: 'recovering', attempt: 1 });
    assert.equal(await connection.request('call', request), 'answer of start 2');
    await ready;
    assert.ok(words.some((line) => line.includes('ended unexpectedly')));
  });

  it('waits longer before each attempt', async () => {
    const connection = connect({ restartDelaysMilliseconds: [1, 20, 40] });
    await connection.request('call', request);
    double.failures = [new Error('no'), new Error('no')];
    const began = performance.now();
    const ready = until(connection, 'ready');
    double.die();
    await ready;
    assert.ok(performance.now() - began >= 58);
    assert.deepEqual(kinds().slice(2), ['recovering', 'recovering', 'recovering', 'ready']);
    assert.deepEqual(
      words.filter((line) => line.startsWith('Starting it again')),
      [
        'Starting it again in 1 ms (attempt 1 of 3)',
        'Starting it again in 20 ms (attempt 2 of 3)',
        'Starting it again in 40 ms (attempt 3 of 3)',
      ],
    );
  });

  it('gives up on a process that keeps crashing, until the user restarts it', async () => {
    const connection = connect();
    await connection.request('call', request);
    for (let crash = 0; crash < 3; crash += 1) {
      const ready = until(connection, 'ready');
      double.die();
      await ready;
    }
    const failed = until(connection, 'failed');
    double.die();
    await failed;
    assert.ok(connection.state.kind === 'failed');
    assert.match(connection.state.error.message, /^The backend crashed 3 times\.$/);
    const { error } = connection.state;
    await assert.rejects(connection.request('call', request), error);
    assert.equal(double.starts, 4);
    const connecting = connection.connect();
    assert.equal(await connection.request('call', request), 'answer of start 5');
    await connecting;
  });

  it('resets its crash count after the process ran for long enough', async () => {
    const connection = connect({ healthyMilliseconds: 0 });
    await connection.request('call', request);
    for (let crash = 0; crash < 6; crash += 1) {
      const ready = until(connection, 'ready');
      double.die();
      await ready;
    }
    assert.equal(connection.state.kind, 'ready');
  });

  it('does not send a call that is cancelled while it waits', async () => {
    const connection = connect({ open: () => new Promise(() => undefined) });
    const abort = new AbortController();
    const call = connection.request('call', request, { signal: abort.signal });
    abort.abort();
    await assert.rejects(call, (error) => MarketError.is(error, 'cancelled'));
  });

  it('says goodbye when disposed, and does not reconnect', async () => {
    const connection = connect();
    await connection.request('call', request);
    await connection.close();
    double.die();
    assert.equal(double.goodbyes, 1);
    assert.equal(double.starts, 1);
    await assert.rejects(connection.request('call', request), (error) =>
      MarketError.is(error, 'cancelled'),
    );
  });

  it('says goodbye to a process that started after it was disposed', async () => {
    const started = Promise.withResolvers<Channel>();
    const connection = connect({ open: () => started.promise });
    const call = assert.rejects(connection.request('call', request));
    await connection.close();
    started.resolve({
      sendRequest: async () => null,
      sendNotification: async () => {
        double.goodbyes += 1;
      },
      end: () => undefined,
    });
    await call;
    assert.equal(double.goodbyes, 1);
  });
});
