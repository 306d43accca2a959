import assert from 'node:assert/strict';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ServiceSettings } from '../../../../src/backend/protocol/connectionProtocol.ts';
import { BudgetJournal } from '../../../../src/backend/service/budgetJournal.ts';
import { RequestBudgets } from '../../../../src/backend/service/requestBudgets.ts';

const apiKey = 'canary-budget-key-41';
const settings: ServiceSettings = {
  kind: 'service',
  baseUrl: 'https://arb.example/v1',
  apiKey,
  rates: { finder: { requests: 2, perSeconds: 60 } },
};

describe('The budget journal of a service', () => {
  let folder = '';
  let path = '';

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    folder = mkdtempSync(join(tmpdir(), 'arbscope-budget-'));
    path = join(folder, 'own', 'budgets.jsonl');
  });
  afterEach(() => {
    mock.timers.reset();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The queue of another process with the same secret. */
  const finder = (change: Partial<ServiceSettings> = {}) => {
    const budgets = new RequestBudgets(
      () => new BudgetJournal(path, 'secret'),
      () => Date.now(),
    );
    return budgets.budgetFor({ ...settings, ...change }).queue('finder');
  };
  const ask = {
    window: {},
    priority: 'interactive',
    signal: new AbortController().signal,
    onExpected: () => undefined,
  } as const;

  it('counts requests in the next process for as long as in this one', async () => {
    const first = finder();
    (await first.acquire(ask)).release();
    mock.timers.tick(10_000);
    (await first.acquire(ask)).release();
    assert.equal(first.state().left, 0);
    mock.timers.tick(10_000);
    const next = finder();
    assert.deepEqual(next.state(), { left: 0, waiting: 0, nextAtMilliseconds: 1_060_000 });
    mock.timers.tick(40_000);
    assert.equal(next.state().left, 1);
    assert.equal(finder().state().left, 1);
    mock.timers.tick(10_000);
    assert.equal(finder().state().left, 2);
  });

  it('counts a request once, even if the process died before the response', async () => {
    await finder().acquire(ask);
    mock.timers.tick(30_000);
    assert.equal(finder().state().left, 1);
    mock.timers.tick(59_000);
    assert.equal(finder().state().left, 1);
    mock.timers.tick(2_000);
    assert.equal(finder().state().left, 2);
  });

  it('is shared with a process of another version, and the two take turns', async () => {
    const [one, other] = [finder(), finder()];
    const turn = await one.acquire(ask);
    assert.equal(other.state().left, 1);
    mock.timers.tick(30_000);
    turn.release();
    (await other.acquire(ask)).release();
    assert.deepEqual(
      [one, other].map((queue) => queue.state().left),
      [0, 0],
    );
    other.block(90_000);
    assert.equal(one.blockedMilliseconds, 90_000);
    mock.timers.tick(91_000);
    assert.equal(one.state().left, 2);
  });

  it('is kept by key and origin, and reveals neither', async () => {
    (await finder().acquire(ask)).release();
    assert.equal(finder().state().left, 1);
    assert.equal(finder({ apiKey: 'another-key-2' }).state().left, 2);
    assert.equal(finder({ baseUrl: 'https://other.example' }).state().left, 2);
    assert.equal(finder({ baseUrl: 'https://arb.example/v2' }).state().left, 1);
    const text = readFileSync(path, 'utf8');
    assert.match(text, /finder/);
    for (const hidden of [apiKey, 'arb.example', 'secret"']) assert.ok(!text.includes(hidden));
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('counts landings under their own key', () => {
    const budgets = new RequestBudgets(() => new BudgetJournal(path, 'secret'));
    const landing = { landingUrl: 'https://land.example', landingApiKey: 'landing-key-1' };
    const one = { ...settings, ...landing };
    const two = { ...settings, ...landing, apiKey: 'another-key-2' };
    assert.equal(budgets.landingBudgetFor(one), budgets.landingBudgetFor(two));
    assert.notEqual(budgets.budgetFor(one), budgets.budgetFor(two));
    assert.notEqual(budgets.landingBudgetFor(one), budgets.budgetFor(one));
    assert.equal(budgets.landingBudgetFor(settings), budgets.budgetFor(settings));
    const sameOrigin = { ...settings, landingUrl: 'https://arb.example/land' };
    assert.equal(budgets.landingBudgetFor(sameOrigin), budgets.budgetFor(settings));
  });

  it('keeps the delay that the service required', () => {
    finder().block(90_000);
    mock.timers.tick(30_000);
    assert.equal(finder().blockedMilliseconds, 60_000);
    mock.timers.tick(60_000);
    assert.equal(finder().blockedMilliseconds, 0);
  });

  it('waits no longer than before when the clock is set back', async () => {
    (await finder().acquire(ask)).release();
    finder().block(50_000);
    mock.timers.setTime(10_000);
    const next = finder();
    assert.equal(next.blockedMilliseconds, 50_000);
    mock.timers.tick(60_000);
    assert.equal(next.state().left, 2);
  });

  it('blocks for five minutes at most, regardless of its content and the clock', () => {
    const first = finder();
    first.block(9_999_999_000);
    assert.equal(first.blockedMilliseconds, 300_000);
    assert.equal(finder().blockedMilliseconds, 300_000);
    const tamper = (change: object) => {
      const [line = ''] = readFileSync(path, 'utf8')
        .split('\n')
        .filter((text) => text !== '');
      const block = { ...JSON.parse(line).block, ...change };
      writeFileSync(path, `${JSON.stringify({ ...JSON.parse(line), block })}\n`);
    };
    tamper({ milliseconds: 999_999_999_000 });
    assert.equal(finder().blockedMilliseconds, 300_000);
    // Starting further processes does not prolong it either.
    mock.timers.tick(200_000);
    assert.equal(finder().blockedMilliseconds, 100_000);
    tamper({ at: 9_999_999_999_999 });
    assert.equal(finder().blockedMilliseconds, 300_000);
    mock.timers.tick(200_000);
    assert.equal(finder().blockedMilliseconds, 100_000);
    mock.timers.tick(100_000);
    assert.equal(finder().blockedMilliseconds, 0);
  });

  it('stops blocking when the user retries, in the next process too', () => {
    const first = finder();
    first.block(90_000);
    const second = finder();
    assert.equal(second.blockedMilliseconds, 90_000);
    second.unblock();
    assert.equal(second.blockedMilliseconds, 0);
    assert.equal(finder().blockedMilliseconds, 0);
  });

  it('stays small for any number of requests, without losing any', async () => {
    const rates = { finder: { requests: 5_000, perSeconds: 60 } };
    const queue = finder({ rates });
    for (let count = 0; count < 3_000; count += 1) (await queue.acquire(ask)).release();
    assert.ok(statSync(path).size < 400_000, `${statSync(path).size} bytes`);
    assert.equal(finder({ rates }).state().left, 2_000);
    assert.ok(statSync(path).size < 100_000, `${statSync(path).size} bytes`);
    assert.deepEqual(readdirSync(join(folder, 'own')), ['budgets.jsonl']);
    mock.timers.tick(61_000);
    finder();
    assert.equal(statSync(path).size, 0);
  });

  it('keeps counting in memory if the file is unusable, and leaves it unchanged', {
    skip: process.platform === 'win32',
  }, async () => {
    const target = join(folder, 'other.txt');
    writeFileSync(target, 'precious');
    mkdirSync(join(folder, 'own'));
    symlinkSync(target, path);
    const queue = finder();
    (await queue.acquire(ask)).release();
    assert.equal(queue.state().left, 1);
    assert.equal(readFileSync(target, 'utf8'), 'precious');
    assert.ok(lstatSync(path).isSymbolicLink());
  });

  it('reads only the newest part of a huge file, and does not compact it', async () => {
    mkdirSync(join(folder, 'own'));
    writeFileSync(path, 'precious\n');
    truncateSync(path, 300_000_000);
    const before = process.memoryUsage().rss;
    (await finder().acquire(ask)).release();
    assert.equal(finder().state().left, 1);
    assert.ok(process.memoryUsage().rss - before < 100_000_000);
    assert.ok(statSync(path).size > 300_000_000);
  });

  it('bounds the memory for a damaged count', () => {
    mkdirSync(join(folder, 'own'));
    finder().block(1_000);
    const line = JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '{}');
    const { block: _, ...head } = {
      ...line,
      turn: 'another-process-1',
      at: Date.now(),
      window: 60_000,
    };
    appendFileSync(path, `${JSON.stringify({ ...head, count: 1e15 })}\n`);
    mock.timers.tick(2_000);
    assert.equal(finder().state().left, 2);
  });

  it('skips damaged lines, and works without a file', async () => {
    (await finder().acquire(ask)).release();
    writeFileSync(path, `{"v":1,"id":3}\nnothing\n${readFileSync(path, 'utf8')}{"v":1,"id`);
    assert.equal(finder().state().left, 1);
    path = join(folder, 'own', 'budgets.jsonl', 'none');
    (await finder().acquire(ask)).release();
    assert.equal(finder().state().left, 2);
  });
});
