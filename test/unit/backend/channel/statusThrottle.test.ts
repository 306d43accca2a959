import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { StatusThrottle } from '../../../../src/backend/channel/channelServer.ts';
import type { ConnectionStatus } from '../../../../src/backend/protocol/connectionProtocol.ts';

const status = (
  state: ConnectionStatus['state'],
  newestSlot: number,
  connectionId = 'one',
): ConnectionStatus => ({
  connectionId,
  kind: 'sandbox',
  origin: 'sandbox',
  state,
  message: '',
  error: null,
  latencyMilliseconds: null,
  engine: { newestSlot, newestBlockTimeSeconds: null, arbitrages: 0 },
  budgets: [],
});

describe('A status notification', () => {
  let sent: ConnectionStatus[] = [];
  let throttle: StatusThrottle;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    sent = [];
    throttle = new StatusThrottle((each) => sent.push(each));
  });
  afterEach(() => {
    throttle.dispose();
    mock.timers.reset();
  });

  const slots = () => sent.map(({ engine }) => engine?.newestSlot);

  it('is sent at most once a second, with the newest status of each second', () => {
    for (const slot of [1, 2, 3]) throttle.push(status('ready', slot));
    assert.deepEqual(slots(), [1]);
    mock.timers.tick(1_000);
    assert.deepEqual(slots(), [1, 3]);
    mock.timers.tick(10_000);
    assert.deepEqual(slots(), [1, 3]);
    throttle.push(status('ready', 4));
    assert.deepEqual(slots(), [1, 3, 4]);
  });

  it('is sent at once when the state changes, without an older one afterwards', () => {
    throttle.push(status('starting', 1));
    throttle.push(status('starting', 2));
    throttle.push(status('ready', 3));
    assert.deepEqual(slots(), [1, 3]);
    mock.timers.tick(5_000);
    assert.deepEqual(slots(), [1, 3]);
  });

  it('is sent at once when the service says that its figures are simulated', () => {
    throttle.push(status('ready', 1));
    throttle.push({ ...status('ready', 2), isSimulated: true });
    throttle.push({ ...status('ready', 3), isSimulated: true });
    assert.deepEqual(slots(), [1, 2]);
  });

  it('leaves nothing behind when its connection is closed', () => {
    throttle.push(status('ready', 1));
    mock.timers.tick(1_000);
    throttle.push(status('starting', 2));
    assert.deepEqual(slots(), [1, 2]);
    assert.equal(throttle.size, 1);
    mock.timers.tick(1_000);
    assert.equal(throttle.size, 0);
  });

  it('is throttled for each connection separately', () => {
    throttle.push(status('ready', 1, 'one'));
    throttle.push(status('ready', 2, 'two'));
    assert.deepEqual(slots(), [1, 2]);
  });
});
