import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MarketError,
  type MarketErrorKind,
  marketErrorKinds,
} from '../../../../src/api/marketError.ts';
import {
  describeError,
  type ErrorContext,
  waitingMessage,
} from '../../../../src/extension/backend/errorDescription.ts';
import { type Connection, sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { commands } from '../../../../src/extension/contributions/commands.ts';
import {
  errorActionCommands,
  toPanelError,
} from '../../../../src/extension/ui/panels/panelError.ts';
import { errorActions } from '../../../../src/webview/messages.ts';

const service: Connection = {
  kind: 'service',
  name: 'Prod',
  baseUrl: 'https://api.example.com',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
};
const node: Connection = {
  kind: 'node',
  name: 'My node',
  origin: 'https://rpc.example.com',
  blockEngineUrl: null,
};

const remedy = (kind: MarketErrorKind, place: Partial<ErrorContext> = {}) =>
  describeError(new MarketError(kind, 'It failed', { retryAfterSeconds: 13.1 }), {
    connection: service,
    ...place,
  });
const titles = (...given: Parameters<typeof remedy>) =>
  remedy(...given).actions.map(({ title }) => title);

describe('Every error', () => {
  it('has one sentence of advice and one to three buttons', () => {
    for (const kind of marketErrorKinds) {
      for (const connection of [sandboxConnection, node, service]) {
        const { advice, actions, category } = remedy(kind, { connection });
        assert.match(advice, /^[A-Z].*\.$/);
        assert.ok(actions.length >= 1 && actions.length <= 3);
        assert.equal(category, kind);
        for (const action of actions) {
          assert.ok(!('command' in action) || action.command in commands, action.title);
        }
      }
    }
  });

  it('has a headline that fits a narrow side bar', () => {
    for (const kind of marketErrorKinds) {
      for (const connection of [sandboxConnection, node, service]) {
        const { headline } = remedy(kind, { connection });
        assert.ok(headline.length > 4 && headline.length <= 22, headline);
      }
    }
    assert.equal(remedy('unreachable').headline, 'Service unreachable');
    assert.equal(remedy('unreachable', { connection: node }).headline, 'Node unreachable');
    assert.equal(remedy('unauthorized').headline, 'No valid API key');
    assert.equal(remedy('unauthorized', { connection: node }).headline, 'No valid RPC URL');
    assert.equal(remedy('cancelled', { isBackendFailed: true }).headline, 'Backend stopped');
  });

  it('has buttons that fix it', () => {
    assert.deepEqual(titles('unauthorized')[0], 'Enter API Key');
    assert.deepEqual(titles('unauthorized', { connection: node })[0], 'Enter RPC URL');
    assert.deepEqual(titles('plan-lacks-operation')[0], 'Switch Connection');
    assert.deepEqual(titles('not-offered'), ['Switch Connection']);
    assert.deepEqual(titles('bad-parameter')[0], 'Test Connection');
    assert.deepEqual(titles('unreachable').slice(0, 2), ['Edit Connection…', 'Try Again']);
    assert.deepEqual(titles('unreachable', { connection: sandboxConnection })[0], 'Try Again');
    assert.deepEqual(titles('unreadable-answer'), ['Test Connection', 'Show Log']);
    assert.deepEqual(titles('cancelled'), ['Try Again']);
    assert.deepEqual(titles('bad-parameter', { connection: node, filter: 'tokensMax' }), [
      'Edit Filters',
      'Clear Filters',
    ]);
    const [edit] = remedy('bad-parameter', { filter: 'tokensMax' }).actions;
    assert.deepEqual(edit, {
      title: 'Edit Filters',
      command: 'arbscope.filterFinder',
      argument: 'tokensMax',
    });
    assert.deepEqual(titles('unreachable', { isBackendFailed: true })[0], 'Restart');
    assert.deepEqual(titles('unauthorized', { isRestricted: true })[0], 'Manage Trust');
    const setting = 'arbscope.finder.baseTokens';
    assert.deepEqual(titles('bad-parameter', { setting })[0], 'Open Setting');
  });

  it('offers no connection check for the Sandbox', () => {
    for (const kind of marketErrorKinds) {
      if (kind === 'unauthorized') continue;
      assert.ok(!titles(kind, { connection: sandboxConnection }).includes('Test Connection'), kind);
    }
  });

  it('about too many requests shows the reason and the time of the next attempt', () => {
    const waiting = { nextCallInSeconds: 6.2, isRefused: true };
    assert.equal(waitingMessage(waiting), 'Too many requests (HTTP 429). Retrying in 7 s.');
    const own = waitingMessage({ ...waiting, isRefused: false });
    assert.equal(own, 'Rate limited. Next request in 7 s.');
    assert.equal(remedy('rate-limited').advice, 'Try again in 14 s.');
    assert.equal(
      waitingMessage({ ...waiting, isShortened: true }),
      'Too many requests (HTTP 429). Retrying in 7 s; the service requires longer.',
    );
    const { advice, actions } = describeError(
      new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 300 }),
      { connection: service },
    );
    assert.equal(advice, 'The service requires a longer wait. Try again in 300 s, or now.');
    assert.equal(actions[0].title, 'Try Again');
  });
});

describe('An error in a panel', () => {
  const acts = (kind: MarketErrorKind, place: Partial<ErrorContext> = {}) =>
    toPanelError(new MarketError(kind, 'It failed'), { connection: service, ...place }).actions.map(
      ({ act }) => act,
    );

  it('has the same buttons, and always Try Again', () => {
    assert.deepEqual(acts('unauthorized'), [
      'set-key',
      'switch-connection',
      'test-connection',
      'refresh',
    ]);
    assert.deepEqual(acts('unreachable'), ['edit-connection', 'refresh', 'test-connection']);
    assert.deepEqual(acts('unreachable', { isBackendFailed: true }), [
      'reconnect',
      'show-log',
      'refresh',
    ]);
    assert.deepEqual(acts('unauthorized', { isRestricted: true })[0], 'manage-trust');
  });

  it('has a command for every button except Try Again', () => {
    for (const act of errorActions) {
      const command = errorActionCommands[act];
      assert.ok(act === 'refresh' ? command === undefined : (command ?? '') in commands, act);
    }
  });
});
