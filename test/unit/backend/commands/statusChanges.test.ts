import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeChange, StatusChanges } from '../../../../src/backend/commands/statusChanges.ts';
import { status } from '../../engine/operations/arbscope/market.ts';

describe('The log of a status', () => {
  let now: number;
  let endDelay: () => void;
  let lines: string[];
  let changes: StatusChanges;

  beforeEach(() => {
    now = 1_800_000_000_000;
    lines = [];
    changes = new StatusChanges(
      {
        now: () => now,
        random: () => 0.5,
        delay: (milliseconds, signal) =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            endDelay = () => {
              now += milliseconds;
              resolve();
            };
          }),
      },
      (change) => lines.push(describeChange(change)),
    );
  });

  const say = (message: string, state: 'starting' | 'ready' = 'ready'): void =>
    changes.push({ ...status, state, message, isProblem: message !== '' });

  it('has a problem, the next one and the end of both, and nothing without one', () => {
    for (const message of ['', 'busy', 'busy', 'silent', '']) say(message);
    assert.deepEqual(lines, ['busy', 'silent', 'following']);
  });

  it('has a problem of the start, but not its progress', () => {
    changes.push({ ...status, state: 'starting', message: 'Indexed 8 blocks.', isProblem: false });
    say('getSlot: rate limited; retry at 08:00:00 UTC', 'starting');
    say('');
    assert.deepEqual(lines, ['getSlot: rate limited; retry at 08:00:00 UTC', 'following']);
  });

  it('has one line for messages that differ only in numbers', () => {
    for (let slot = 1; slot < 50; slot++) say(`Slot ${slot} skipped: no block.`);
    assert.deepEqual(lines, ['Slot 1 skipped: no block.']);
  });

  it('of a node that fails and recovers all the time has the state after each minute', async () => {
    for (let time = 0; time < 10; time++) {
      say('busy');
      say('');
    }
    assert.deepEqual(lines.splice(0), ['busy', 'following']);
    say('busy');
    endDelay();
    await nextTurn();
    assert.deepEqual(lines.splice(0), ['busy (after 19 changes)']);
    say('');
    say('busy');
    assert.deepEqual(lines, ['following']);
  });

  it('is bounded whatever texts a node puts into its errors', () => {
    for (let at = 0; at < 1_000; at++) say(`problem ${String.fromCodePoint(0x4e00 + at)}`);
    assert.equal(lines.length, 10);
  });

  it('ends with its command', async () => {
    for (const message of ['busy', '', 'busy']) say(message);
    changes.close();
    await nextTurn();
    assert.deepEqual(lines, ['busy', 'following']);
  });
});
