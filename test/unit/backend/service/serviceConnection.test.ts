import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { StatusUpdate } from '../../../../src/backend/connectionBase/connection.ts';
import { SharedResources } from '../../../../src/backend/connectionBase/sharedResources.ts';
import { BudgetJournal } from '../../../../src/backend/service/budgetJournal.ts';
import { RequestBudgets } from '../../../../src/backend/service/requestBudgets.ts';
import { ResponseCache } from '../../../../src/backend/service/responseCache.ts';
import { ResponseRedactor } from '../../../../src/backend/service/responseRedactor.ts';
import {
  ServiceConnection,
  type ServiceConnectionOptions,
} from '../../../../src/backend/service/serviceConnection.ts';
import { ArbscopeDouble } from '../../../arbscopeDouble.ts';

const key = 'service-key-0123456789';
const { signal } = new AbortController();
const background = { signal, priority: 'background' as const };
const refresh = { signal, priority: 'interactive' as const, forceRefresh: true };

describe('Arbscope’s own operations of a service', () => {
  let double: ArbscopeDouble;
  let arbscope: ServiceConnection['arbscope'];
  let statuses: StatusUpdate[];
  const stream = (parameters: { readonly cursor?: string }) =>
    arbscope.stream(parameters, signal)[Symbol.asyncIterator]();

  beforeEach(() => {
    double = new ArbscopeDouble();
    statuses = [];
    const budgets = new RequestBudgets(() => new BudgetJournal('', 'secret'));
    const budget = budgets.budgetFor({
      kind: 'service',
      baseUrl: 'https://service.test',
      apiKey: key,
    });
    arbscope = new ServiceConnection({
      client: { arbscope: double } as unknown as ServiceConnectionOptions['client'],
      budget,
      landingBudget: budget,
      cache: new ResponseCache(null),
      redactor: new ResponseRedactor(key),
      poolTable: { path: ':memory:', tables: new SharedResources() },
      onStatus: (change) => statuses.push(change),
    }).arbscope;
  });

  it('send nothing after HTTP 429 until the service accepts requests again', async () => {
    double.failWith(new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 200 }));
    await assert.rejects(arbscope.call('history', {}, background), { kind: 'rate-limited' });
    double.failWith(null);
    const sent = double.asked.length;
    for (const ask of [() => arbscope.call('status', {}, background), () => stream({}).next()]) {
      await assert.rejects(ask, (error) => {
        assert.ok(MarketError.is(error, 'rate-limited'));
        const { retryAfterSeconds = 0 } = error;
        return retryAfterSeconds > 0 && retryAfterSeconds <= 200;
      });
    }
    assert.equal(double.asked.length, sent);
  });

  it('are sent again on refresh', async () => {
    double.failWith(new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 200 }));
    await assert.rejects(arbscope.call('history', {}, background), MarketError);
    double.failWith(null);
    await arbscope.call('history', {}, refresh);
    await arbscope.call('history', {}, background);
  });

  it('keep an open stream when another request gets HTTP 429', async () => {
    const events = stream({ cursor: '0' });
    double.publish('one');
    assert.equal((await events.next()).value?.newest, '1');
    const refused = new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 200 });
    double.publish('two');
    Object.assign(double, { history: () => Promise.reject(refused) });
    await assert.rejects(arbscope.call('history', {}, background), MarketError);
    assert.equal((await events.next()).value?.newest, '2');
    await events.return?.();
  });

  it('report a failed stream to the connection', async () => {
    const failure = new MarketError('unreachable', 'Gone');
    double.failWith(failure);
    await assert.rejects(stream({ cursor: '0' }).next(), { kind: 'unreachable' });
    const { message, error } = statuses.at(-1) ?? {};
    assert.deepEqual([message, error?.kind], ['Gone', 'unreachable']);
  });

  it('do not pass on a key that the service repeats', async () => {
    double.publish(`one ${key}`);
    const { result } = await arbscope.call('arbitrages', {}, background);
    assert.ok(!JSON.stringify(result, withoutBigints).includes(key));
    const events = stream({ cursor: '0' });
    const { value } = await events.next();
    assert.match(value?.arbitrages[0]?.signature ?? '', /^one <key>$/);
    await events.return?.();
  });
});

const withoutBigints = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;
