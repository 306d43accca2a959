import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { Connection } from '../../../../src/backend/connectionBase/connection.ts';
import { ConnectionRegistry } from '../../../../src/backend/connections/connectionRegistry.ts';
import type { ConnectionStatus } from '../../../../src/backend/protocol/connectionProtocol.ts';

const window = {};
const { signal } = new AbortController();
const start = 1_000_000;

describe('A connection to a node that does not respond', () => {
  let registry: ConnectionRegistry;
  let failure: MarketError | null;
  let attempts: number;
  let statuses: ConnectionStatus[];
  let id: string;

  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: start });
    failure = new MarketError('unreachable', 'connection refused');
    attempts = 0;
    statuses = [];
    registry = new ConnectionRegistry({
      open: async (_settings, { onStatus }) => {
        attempts += 1;
        onStatus({ state: 'starting', message: 'Asking the node.' });
        if (failure !== null) throw failure;
        return { close: async () => undefined } as Connection;
      },
      onStatus: (status) => statuses.push(status),
    });
    id = registry.acquire(window, { kind: 'node', rpcUrl: 'http://127.0.0.1:1' }).status
      .connectionId;
  });
  afterEach(async () => {
    mock.timers.reset();
    await registry.close();
  });

  const call = async (isForced = false): Promise<MarketError | null> => {
    try {
      await registry.whenReady(window, id, signal, isForced);
      return null;
    } catch (error) {
      assert.ok(MarketError.is(error, 'unreachable') || MarketError.is(error, 'unauthorized'));
      return error;
    }
  };

  it('is tried again after growing pauses, whatever the number of calls', async () => {
    for (const [tries, seconds] of [5, 10, 20, 40, 60, 60].entries()) {
      assert.equal((await call())?.retryAfterSeconds, seconds);
      assert.equal(statuses.at(-1)?.nextTryAtMilliseconds, Date.now() + seconds * 1_000);
      mock.timers.tick(seconds * 1_000 - 1_000);
      const refused = await call();
      assert.deepEqual([refused?.message, refused?.retryAfterSeconds], ['connection refused', 1]);
      assert.equal(attempts, tries + 1);
      mock.timers.tick(1_000);
    }
  });

  it('is tried at once after the clock was set back', async () => {
    await call();
    mock.timers.setTime(start - 500_000);
    failure = null;
    assert.equal(await call(), null);
  });

  it('stays unreachable during each try, until one succeeds', async () => {
    await call();
    const { length } = statuses;
    mock.timers.tick(5_000);
    await call();
    const states = statuses.slice(length).map(({ state, message }) => [state, message]);
    assert.deepEqual(states, [['failed', 'connection refused']]);
    failure = null;
    mock.timers.tick(10_000);
    assert.equal(await call(), null);
    const { state, error, nextTryAtMilliseconds } = statuses.at(-1) ?? {};
    assert.deepEqual([state, error, nextTryAtMilliseconds], ['ready', null, null]);
    assert.equal(statuses.length, length + 2);
  });

  it('is tried at once when the user asks, or if only the user can end the failure', async () => {
    await call();
    await call(true);
    assert.equal(attempts, 2);
    failure = new MarketError('unauthorized', 'invalid key');
    await call(true);
    await call();
    assert.equal(attempts, 4);
  });
});
