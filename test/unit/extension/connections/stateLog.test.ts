import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionStatus } from '../../../../src/backend/protocol/connectionProtocol.ts';
import { StateLog } from '../../../../src/extension/connections/stateLog.ts';

const connection = {
  kind: 'node',
  name: 'My node',
  origin: 'https://rpc.example.com',
  blockEngineUrl: null,
} as const;
const engine = { newestSlot: 300, newestBlockTimeSeconds: 998, arbitrages: 20_481 };
const ready: ConnectionStatus = {
  connectionId: 'x',
  kind: 'node',
  origin: 'https://rpc.example.com',
  state: 'ready',
  message: '',
  error: null,
  latencyMilliseconds: null,
  engine,
  budgets: [],
};

test('the log has one line for each change of a connection, with its reason', () => {
  const lines: string[] = [];
  const log = new StateLog({
    info: (line) => lines.push(`info ${line}`),
    warn: (line) => lines.push(`warn ${line}`),
  });
  const update = (status: Partial<ConnectionStatus>) =>
    log.update({
      connection,
      backend: { kind: 'ready' },
      blockedReason: null,
      status: { ...ready, ...status },
    });
  update({ state: 'starting' });
  const error = { kind: 'unreachable', message: 'connection refused' };
  for (const _ of [1, 2]) update({ state: 'failed', message: error.message, error });
  update({});
  update({ engine: { ...engine, newestSlot: 301 } });
  const message = 'No new blocks for more than 10 s.';
  for (const newestSlot of [301, 302]) {
    update({ message, engine: { ...engine, newestSlot, isStalled: true } });
  }
  update({});
  assert.deepEqual(lines, [
    'info My node: starting',
    'warn My node: unreachable: connection refused',
    'info My node: ready',
    'warn My node: no new blocks: No new blocks for more than 10 s.',
    'info My node: new blocks again',
  ]);
});
