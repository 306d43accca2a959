import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../../src/api/marketError.ts';
import {
  maxAttempts,
  retryTransient,
  systemClock,
  TransientError,
} from '../../../src/http/retry.ts';

const never = new AbortController().signal;
const passing = (retryAfterSeconds?: number) =>
  new TransientError(
    'service-failing',
    'it failed',
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );

function attempts(outcomes: readonly (Error | string)[], random = 0.5) {
  const pauses: number[] = [];
  let count = 0;
  const clock = {
    ...systemClock,
    delay: async (milliseconds: number) => {
      pauses.push(milliseconds);
    },
    random: () => random,
  };
  const result = retryTransient(
    async () => {
      const outcome = outcomes[Math.min(count++, outcomes.length - 1)];
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    never,
    clock,
  );
  return { result, pauses, count: () => count };
}

describe('A retried request', () => {
  it('is repeated until it succeeds, with doubling delays', async () => {
    const { result, pauses } = attempts([passing(), passing(), 'done']);
    assert.equal(await result, 'done');
    assert.deepEqual(pauses, [187.5, 375]);
  });
  it('has random jitter in its delays', async () => {
    const short = attempts([passing(), 'done'], 0);
    const long = attempts([passing(), 'done'], 0.999);
    await Promise.all([short.result, long.result]);
    assert.ok((short.pauses[0] ?? 0) * 1.9 < (long.pauses[0] ?? 0));
  });
  it('finally fails with the last error', async () => {
    const { result, count } = attempts([passing()]);
    await assert.rejects(result, { kind: 'service-failing', message: 'it failed' });
    assert.equal(count(), maxAttempts);
  });
  it('waits as long as the service requests, if that is short', async () => {
    const { result, pauses } = attempts([passing(1), 'done']);
    await result;
    assert.deepEqual(pauses, [1000]);
  });
  it('leaves a long delay to the caller, and reports it', async () => {
    const { result, pauses } = attempts([passing(30)]);
    await assert.rejects(result, { retryAfterSeconds: 30 });
    assert.deepEqual(pauses, []);
  });
  it('is not repeated after any other failure', async () => {
    const { result, count } = attempts([new MarketError('not-found', 'no')]);
    await assert.rejects(result, { kind: 'not-found' });
    assert.equal(count(), 1);
  });
  it('ends when it is aborted during a delay', async () => {
    const result = retryTransient(() => Promise.reject(passing()), never, {
      ...systemClock,
      delay: () => Promise.reject(new Error('aborted')),
    });
    await assert.rejects(result, { kind: 'service-failing' });
  });
});
