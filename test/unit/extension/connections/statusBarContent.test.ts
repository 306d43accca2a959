import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type {
  ConnectionStatus,
  OperationBudget,
} from '../../../../src/backend/protocol/connectionProtocol.ts';
import type { ConnectionOverview } from '../../../../src/extension/backend/connectionPhase.ts';
import {
  type ServiceConnection,
  sandboxConnection,
} from '../../../../src/extension/base/connections.ts';
import { statusBarContent } from '../../../../src/extension/connections/statusBarContent.ts';
import { tooltipMarkdown } from '../../../../src/extension/ui/treeRow.ts';

const now = 1_000_000;
const prod: ServiceConnection = {
  kind: 'service',
  name: 'Prod',
  baseUrl: 'https://api.example.com',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
};
const node = {
  kind: 'node',
  name: 'My node',
  origin: 'https://rpc.example.com',
  blockEngineUrl: null,
} as const;
const status: ConnectionStatus = {
  connectionId: 'x',
  kind: 'service',
  origin: 'https://api.example.com',
  state: 'ready',
  message: '',
  error: null,
  latencyMilliseconds: 84,
  engine: null,
  budgets: [],
};
const budget = (change: Partial<OperationBudget> = {}): OperationBudget => ({
  operation: 'finder',
  requests: 12,
  perSeconds: 60,
  left: 9,
  waiting: 0,
  nextCallAtMilliseconds: null,
  ...change,
});
const engine = { newestSlot: 300, newestBlockTimeSeconds: 998, arbitrages: 20_481, lagSlots: 3 };

const words = (change: Partial<ConnectionOverview>) =>
  statusBarContent(
    { connection: prod, backend: { kind: 'ready' }, blockedReason: null, status, ...change },
    now,
  );
const text = (change: Partial<ConnectionOverview>) => words(change).text;
const tooltip = (change: Partial<ConnectionOverview>) => tooltipMarkdown(words(change));

describe('The status bar', () => {
  it('labels the Sandbox as simulated in every state', () => {
    const states = [
      { backend: { kind: 'idle' } },
      { backend: { kind: 'starting' } },
      { backend: { kind: 'ready' } },
      { backend: { kind: 'recovering', attempt: 2 } },
      { backend: { kind: 'failed', error: new MarketError('unreachable', 'gone') } },
    ] as const;
    for (const state of states) {
      const of = { connection: sandboxConnection, status: null, ...state };
      assert.match(text(of), /Sandbox/);
      assert.match(tooltip(of), /Simulated data/);
    }
  });

  it('shows a service with its latency and its scarcest remaining budget', () => {
    const budgets = [budget(), budget({ operation: 'tokenInfo', requests: 30, left: 29 })];
    const of = { status: { ...status, budgets } };
    assert.equal(text(of), '$(cloud) Prod · 84 ms · finder: 9/12 left');
    assert.match(tooltip(of), /Finder \| 9 of 12 left per minute/);
    assert.equal(
      words(of).accessibilityLabel,
      'Arbscope connection, Prod, ready, 84 ms, finder: 9/12 left',
    );
  });

  it('says that the figures of a service are simulated', () => {
    const of = { connection: { ...prod, isSimulated: true } };
    assert.equal(text(of), '$(cloud) Prod · simulated · 84 ms');
    assert.match(tooltip(of), /Simulated data/);
  });

  it('counts down to the next request while requests wait', () => {
    const budgets = [budget({ left: 0, waiting: 2, nextCallAtMilliseconds: now + 13_400 })];
    const of = { status: { ...status, budgets } };
    assert.equal(text(of), '$(cloud) Prod · 84 ms · next request in 14 s');
    assert.match(tooltip(of), /0 of 12 left per minute, 2 waiting, next request in 14 s/);
    assert.equal(words(of).hasCountdown, true);
    assert.equal(words({}).hasCountdown, false);
  });

  it('shows a node with its lag, and the engine’s figures in the tooltip', () => {
    const of = {
      connection: node,
      status: { ...status, kind: 'node' as const, latencyMilliseconds: null, engine },
    };
    assert.equal(text(of), '$(server) My node · 3 slots behind');
    assert.match(tooltip(of), /Arbitrages indexed \| 20,481/);
    assert.match(tooltip(of), /Lag \| 3 slots behind \|/);
    const lag = (change: { readonly lagSlots: number; readonly lagMilliseconds: number }) =>
      tooltip({ ...of, status: { ...of.status, engine: { ...engine, ...change } } });
    assert.match(
      lag({ lagSlots: 3, lagMilliseconds: 642 }),
      /Lag \| 3 slots behind \\\(0\\?\.6 s\\\)/,
    );
    const measured = { ...engine, lagMilliseconds: 642 };
    assert.equal(
      text({ ...of, status: { ...of.status, engine: measured } }),
      '$(server) My node · 0.6 s behind',
    );
    assert.match(lag({ lagSlots: 0, lagMilliseconds: 0 }), /Lag \| none/);
    const indexed = (indexedFraction: number) =>
      tooltip({ ...of, status: { ...of.status, engine: { ...engine, indexedFraction } } });
    assert.match(indexed(0.5), /Blocks indexed \| 50%/);
    assert.match(indexed(0.99999), /Blocks indexed \| 99\\.99%/);
    assert.doesNotMatch(indexed(1), /Blocks indexed/);
    const unreadable = (unreadableTransactions: number) =>
      tooltip({ ...of, status: { ...of.status, engine: { ...engine, unreadableTransactions } } });
    assert.match(unreadable(1_200), /Unreadable transactions \| 1,200/);
    assert.doesNotMatch(unreadable(0), /Unreadable/);
  });

  it('says when a connection that could not be opened is tried again', () => {
    const error = { kind: 'unreachable', message: 'connection refused' };
    const failed = { ...status, state: 'failed' as const, latencyMilliseconds: null, error };
    const of = { connection: node, status: { ...failed, nextTryAtMilliseconds: now + 19_200 } };
    assert.equal(text(of), '$(server) My node · unreachable · next try in 20 s');
    assert.equal(words(of).hasCountdown, true);
    const due = { connection: node, status: { ...failed, nextTryAtMilliseconds: now } };
    assert.equal(text(due), '$(server) My node · unreachable');
    assert.equal(words(due).hasCountdown, false);
  });

  it('warns when a node has no new blocks, with the time since the last one', () => {
    const message = 'No new blocks for more than 10 s.';
    const stalled = {
      ...engine,
      isStalled: true,
      lagSlots: 2,
      lagMilliseconds: 808,
      newBlockAtMilliseconds: now - 12_000,
    };
    const of = {
      connection: node,
      status: {
        ...status,
        kind: 'node' as const,
        latencyMilliseconds: null,
        engine: stalled,
        message,
      },
    };
    assert.equal(text(of), '$(server) My node · no new blocks');
    assert.equal(words(of).severity, 'warning');
    assert.match(tooltip(of), /State \| No new blocks for more than 10 s/);
    assert.doesNotMatch(tooltip(of), /Lag/);
    const wait = (seconds: number): string => {
      const overview = {
        connection: node,
        backend: { kind: 'ready' },
        blockedReason: null,
      } as const;
      const content = statusBarContent({ ...overview, status: of.status }, now + seconds * 1_000);
      assert.equal(content.hasCountdown, true);
      return tooltipMarkdown(content);
    };
    assert.match(wait(0), /Time without a new block \| 12 s/);
    assert.match(wait(188), /Time without a new block \| 3 min 20 s/);
  });

  it('shows each blocking or failing state with its severity', () => {
    const failed = new MarketError('unreachable', 'It ended 5 times');
    const cases = [
      [{ blockedReason: 'needs-secret' }, /no API key/, 'warning'],
      [{ blockedReason: 'needs-secret', connection: node }, /no RPC URL/, 'warning'],
      [{ blockedReason: 'restricted' }, /restricted/, 'warning'],
      [{ backend: { kind: 'recovering', attempt: 1 } }, /loading~spin.*restarting/, 'warning'],
      [{ backend: { kind: 'failed', error: failed } }, /stopped/, 'error'],
      [
        { status: { ...status, error: { kind: 'unauthorized', message: 'The key is wrong' } } },
        /Prod · key refused$/,
        'warning',
      ],
    ] as const;
    for (const [change, pattern, severity] of cases) {
      assert.match(text(change), pattern);
      assert.equal(words(change).severity, severity);
    }
    assert.match(tooltip({ backend: { kind: 'failed', error: failed } }), /It ended 5 times/);
  });

  it('shows that a service is rate-limiting, with a countdown', () => {
    const budgets = [budget({ waiting: 1, nextCallAtMilliseconds: now + 6_500 })];
    const error = { kind: 'rate-limited', message: 'Too many requests (HTTP 429)' };
    const of = { status: { ...status, budgets, error } };
    assert.equal(text(of), '$(cloud) Prod · rate limited · retrying in 7 s');
    assert.match(tooltip(of), /Too many requests \\\(HTTP 429\\\)/);
    assert.equal(words(of).severity, 'warning');
  });

  it('renders no markup or icon from a name or a service', () => {
    const name = '$(flame) [x](command:evil) <b>';
    const error = { kind: 'service-failing', message: '![i](https://e.x/i.png) `a` | b' };
    const of = { connection: { ...prod, name }, status: { ...status, error } };
    assert.doesNotMatch(text(of), /\$\(flame\)/);
    assert.doesNotMatch(tooltip(of), /(?<!\\)\[|(?<!\\)!|<b>|(?<!\\)`/);
  });
});
