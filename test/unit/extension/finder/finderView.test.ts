import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { FinderParameters } from '../../../../src/api/finder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { MarketCallOptions } from '../../../../src/api/marketService.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { sandboxConnection, sourceLabel } from '../../../../src/extension/base/connections.ts';
import { FinderPreferences } from '../../../../src/extension/finder/filters/finderPreferences.ts';
import type { FinderView } from '../../../../src/extension/finder/finderView.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { replaceVscode, settings } from '../vscodeDouble.ts';
import { finderResponse } from './exports/finderResponses.ts';

replaceVscode();
const { FinderView: View } = await import('../../../../src/extension/finder/finderView.ts');

type Respond = (signal: AbortSignal) => Promise<unknown>;

describe('The Finder', () => {
  let requests: AbortSignal[];
  let warnings: string[];
  let respond: Respond;
  let given: object;
  /** Responds to a request for other percentiles. */
  let other: (parameters: FinderParameters) => Promise<unknown>;
  let connection: Connection;
  let finder: FinderView;
  let changeOverview: (status: object | null) => void;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    requests = [];
    warnings = [];
    given = {};
    respond = async () => finderResponse().result;
    other = async () => finderResponse().result;
    connection = sandboxConnection;
    settings.set('arbscope.finder.refreshSeconds', 5);
  });
  afterEach(() => {
    finder.dispose();
    settings.clear();
    mock.timers.reset();
  });

  function show(): FinderView {
    const storage = new MementoDouble();
    const overview = { connection, backend: { kind: 'ready' }, blockedReason: null, status: null };
    const service = {
      finder: async (
        parameters: FinderParameters,
        { signal, onResponse }: MarketCallOptions & { onResponse?(given: object): void },
      ) => {
        if (onResponse === undefined) return await other(parameters);
        assert.ok(signal !== undefined);
        onResponse(given);
        requests.push(signal);
        return await respond(signal);
      },
      tokenInfo: async () => {
        throw new MarketError('not-found', 'unknown');
      },
    };
    const silent = () => undefined;
    finder = new View({
      recentResponses: new RecentResponses(),
      active: {
        service,
        request: async () => ({ loadedAtMilliseconds: null }),
        get current() {
          return connection;
        },
        overview,
        onSwitch: () => ({ dispose: silent }),
        onOverview: (listener: (overview: object) => void) => {
          changeOverview = (status) => listener({ ...overview, status });
          return { dispose: silent };
        },
      } as unknown as ConstructorParameters<typeof View>[0]['active'],
      preferences: new FinderPreferences({ defaultFilters: () => ({}), storage }),
      storage,
      hasExports: () => false,
      hasAlerts: () => false,
      log: {
        ...{ trace: silent, debug: silent, info: silent, error: silent },
        warn: (message) => warnings.push(message),
      },
    });
    return finder;
  }

  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      mock.timers.tick(1_000);
      await settle();
    }
  };

  it('refreshes automatically at the interval in the settings', async () => {
    await show().tree.refresh();
    await pass(4);
    assert.equal(requests.length, 1);
    await pass(2);
    assert.equal(requests.length, 2);
  });

  it('by default refreshes every 5 s on the Sandbox, and only manually on a service', async () => {
    settings.set('arbscope.finder.refreshSeconds', null);
    await show().tree.refresh();
    await pass(11);
    assert.equal(requests.length, 3);
    finder.dispose();
    connection = { ...sandboxConnection, kind: 'service' } as unknown as Connection;
    requests = [];
    await show().tree.refresh();
    await pass(60);
    assert.equal(requests.length, 1);
  });

  it('gives other percentiles with its filters, and never those of another connection', async () => {
    const asked: FinderParameters[] = [];
    other = async (parameters) => {
      asked.push(parameters);
      return finderResponse().result;
    };
    await show().tree.refresh();
    const { response } = finder;
    const { fees, tips } = finderResponse().result;
    assert.deepEqual(await response?.percentilesAt?.({ fees: 5, tips: 90 }), { fees, tips });
    assert.deepEqual(asked, [
      { ...response?.request, tokensMax: 1, percentilesFees: 'p05', percentilesTips: 'p90' },
    ]);
    const isOther = { message: 'This window has switched to another connection.' };
    other = async () => {
      connection = { ...sandboxConnection, name: 'Other' };
      return finderResponse().result;
    };
    await assert.rejects(async () => response?.percentilesAt?.({ fees: 75, tips: 90 }), isOther);
    await assert.rejects(async () => response?.percentilesAt?.({ fees: 75, tips: 90 }), isOther);
    assert.equal(asked.length, 1);
  });

  it('retries a rate-limited request no earlier than the service allows', async () => {
    respond = async () => {
      throw new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 30 });
    };
    await show().tree.refresh();
    assert.equal(finder.tree.message, 'Too many requests (HTTP 429). Retrying in 30 s.');
    await pass(29);
    assert.equal(requests.length, 1);
    respond = async () => finderResponse().result;
    await pass(1);
    assert.equal(requests.length, 2);
    assert.ok(finder.response !== null);
    assert.ok(!finder.tree.rows.some(({ context }) => context === 'error'));
    await pass(5);
    assert.equal(requests.length, 3);
  });

  it('shows when the service requires a longer wait, which a manual refresh skips', async () => {
    respond = async () => {
      throw new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 300 });
    };
    await show().tree.refresh();
    const message = 'Too many requests (HTTP 429). Retrying in 300 s; the service requires longer.';
    assert.equal(finder.tree.message, message);
    assert.ok(finder.tree.isRefused);
    respond = async () => finderResponse().result;
    await finder.tree.refresh({ forceRefresh: true });
    assert.equal(requests.length, 2);
    assert.ok(!finder.tree.isRefused);
    assert.ok(finder.response !== null);
  });

  it('keeps row ids over a refresh, so that selection, focus and scroll position stay', async () => {
    await show().tree.refresh();
    // The editor recognizes rows by their ids.
    const identities = async () => ((await finder.tree.getChildren()) ?? []).map(({ id }) => id);
    const before = await identities();
    assert.ok(before.length > 3 && new Set(before).size === before.length);
    await finder.tree.refresh();
    assert.equal(requests.length, 2);
    assert.deepEqual(await identities(), before);
  });

  const verdict = () => finder.tree.rows.find(({ context }) => context === 'verdict');
  const shownVerdict = () => `${verdict()?.label} | ${verdict()?.description}`;

  it('shows a verdict’s age after a minute without a refresh, and finally grays it out', async () => {
    settings.set('arbscope.finder.refreshSeconds', 0);
    await show().tree.refresh();
    await finder.tree.getChildren();
    assert.equal(shownVerdict(), 'Recommended | $12/h net');
    const drawn: unknown[] = [];
    finder.tree.onDidChangeTreeData((row) => drawn.push(row));
    await pass(61);
    assert.equal(shownVerdict(), 'Recommended | 1 min ago · $12/h net');
    assert.match(verdict()?.accessibilityLabel ?? '', /, 1 min ago$/);
    await pass(60);
    assert.equal(shownVerdict(), 'Recommended | 2 min ago · $12/h net');
    assert.equal(verdict()?.color, 'testing.iconPassed');
    await pass(240);
    assert.equal(shownVerdict(), 'Was recommended 6 min ago | $12/h net');
    assert.equal(verdict()?.color, 'disabledForeground');
    assert.equal(requests.length, 1);
    // Only the verdict's row is redrawn, so that the selection stays.
    assert.ok(drawn.length > 0);
    assert.ok(
      drawn.every((row) => (row as { readonly id?: string } | undefined)?.id === 'verdict'),
    );
  });

  it('shows the age of the data if the service reports it', async () => {
    given = { dataTimeMilliseconds: Date.now() - 120_000 };
    await show().tree.refresh();
    await finder.tree.getChildren();
    await pass(1);
    assert.equal(shownVerdict(), 'Recommended | 2 min ago · $12/h net');
    given = { dataTimeMilliseconds: Date.now() - 600_000 };
    await finder.tree.refresh();
    await pass(1);
    assert.equal(shownVerdict(), 'Was recommended 10 min ago | $12/h net');
  });

  it('grays out the verdict when a refresh fails, and keeps counting its age', async () => {
    settings.set('arbscope.finder.refreshSeconds', 0);
    await show().tree.refresh();
    await finder.tree.getChildren();
    await pass(50);
    respond = async () => {
      throw new MarketError('unauthorized', 'The key is wrong', { statusCode: 401 });
    };
    await finder.tree.refresh();
    assert.equal(finder.tree.rows[0]?.context, 'error');
    assert.equal(shownVerdict(), 'Was recommended 50 s ago | $12/h net');
    assert.equal(verdict()?.icon, 'history');
    assert.equal(verdict()?.color, 'disabledForeground');
    await pass(7);
    assert.equal(shownVerdict(), 'Was recommended 57 s ago | $12/h net');
    await pass(3);
    assert.equal(shownVerdict(), 'Was recommended 1 min ago | $12/h net');
    assert.equal(requests.length, 2);
    respond = async () => finderResponse().result;
    await finder.tree.refresh();
    assert.equal(shownVerdict(), 'Recommended | $12/h net');
  });

  it('logs no warning for a superseded refresh', async () => {
    respond = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new MarketError('cancelled', 'Cancelled')));
      });
    const superseded = show().tree.refresh();
    respond = async () => finderResponse().result;
    await finder.tree.refresh();
    await superseded;
    assert.equal(requests[0]?.aborted, true);
    assert.deepEqual(warnings, []);
    assert.ok(finder.response !== null);
  });

  it('logs a failed refresh, and shows it above the rows', async () => {
    respond = async () => {
      throw new MarketError('unreachable', 'No way there');
    };
    await show().tree.refresh();
    assert.deepEqual(warnings, ['arbscope.finder: No way there']);
    assert.equal(finder.tree.rows[0]?.context, 'error');
  });

  it('retries a temporary failure with growing delays until it succeeds', async () => {
    settings.set('arbscope.finder.refreshSeconds', 0);
    respond = async () => {
      throw new MarketError('unreachable', 'No way there');
    };
    await show().tree.refresh();
    for (const [pauseSeconds, sent] of [
      [30, 2],
      [60, 3],
      [120, 4],
      [300, 5],
      [300, 6],
    ] as const) {
      await pass(pauseSeconds - 1);
      assert.equal(requests.length, sent - 1, `asked again within ${pauseSeconds} s`);
      await pass(1);
      assert.equal(requests.length, sent);
      assert.equal(finder.tree.rows[0]?.context, 'error');
    }
    respond = async () => finderResponse().result;
    await pass(300);
    assert.equal(requests.length, 7);
    assert.notEqual(finder.tree.rows[0]?.context, 'error');
    await pass(300);
    assert.equal(requests.length, 7);
  });

  it('refreshes itself less often while its node is unreachable, and says when it tries again', async () => {
    respond = async () => {
      throw new MarketError('unreachable', 'No way there');
    };
    await show().tree.refresh();
    await finder.tree.getChildren();
    for (const [pauseSeconds, sent] of [
      [5, 2],
      [10, 3],
      [20, 4],
      [40, 5],
      [60, 6],
      [60, 7],
    ] as const) {
      assert.equal(finder.tree.rows[0]?.description, `next try in ${pauseSeconds} s`);
      await pass(pauseSeconds - 1);
      assert.equal(requests.length, sent - 1, `asked again within ${pauseSeconds} s`);
      assert.equal(finder.tree.rows[0]?.description, 'next try in 1 s');
      assert.equal(finder.tree.message, '');
      await pass(1);
      assert.equal(requests.length, sent);
    }
    assert.deepEqual(warnings, ['arbscope.finder: No way there']);
    respond = async () => finderResponse().result;
    await pass(60);
    assert.ok(!finder.tree.rows.some(({ context }) => context === 'error'));
    await pass(5);
    assert.equal(requests.length, 9);
  });

  it('does not retry a failure that only the user can resolve', async () => {
    settings.set('arbscope.finder.refreshSeconds', 0);
    respond = async () => {
      throw new MarketError('unauthorized', 'API key refused');
    };
    await show().tree.refresh();
    await pass(600);
    assert.equal(requests.length, 1);
  });

  it('recovers with one request when a call of another view succeeds', async () => {
    const failing = { state: 'ready', error: { kind: 'unauthorized', message: 'API key refused' } };
    const fail = async () => {
      throw new MarketError('unauthorized', 'API key refused');
    };
    const handleSuccessElsewhere = async () => {
      changeOverview(failing);
      changeOverview({ state: 'ready', error: null });
      await settle();
    };
    respond = fail;
    await show().tree.refresh();
    assert.equal(finder.tree.rows[0]?.context, 'error');
    respond = async () => finderResponse().result;
    await handleSuccessElsewhere();
    assert.equal(requests.length, 2);
    assert.ok(!finder.tree.rows.some(({ context }) => context === 'error'));
    respond = fail;
    settings.set('arbscope.finder.refreshSeconds', 0);
    await finder.tree.refresh();
    await handleSuccessElsewhere();
    assert.equal(requests.length, 3, 'asked again at once');
    respond = async () => finderResponse().result;
    await pass(29);
    assert.equal(requests.length, 3);
    await pass(1);
    assert.equal(requests.length, 4, 'never asked again');
    assert.ok(!finder.tree.rows.some(({ context }) => context === 'error'));
  });

  it('names its connection in the header, without a message above the rows', async () => {
    await show().tree.refresh();
    assert.match(String(finder.tree.view.description), /^Sandbox/);
    assert.equal(finder.tree.message, '');
    finder.dispose();
    connection = {
      ...{ kind: 'service', name: 'Sandbox', baseUrl: 'https://api.example.com' },
      ...{ landingUrl: null, encoding: 'brackets', tier: 'low', requestsPerMinute: {} },
    };
    await show().tree.refresh();
    assert.equal(finder.tree.message, '');
    const { source } = finder.response ?? {};
    assert.deepEqual(source, { kind: 'service', name: 'Sandbox', isSimulated: false });
  });

  it('labels figures as simulated if the service says it with its first response', async () => {
    const prod: Connection = {
      ...{ kind: 'service', name: 'Prod', baseUrl: 'https://api.example.com' },
      ...{ landingUrl: null, encoding: 'brackets', tier: 'low', requestsPerMinute: {} },
    };
    connection = prod;
    respond = async () => {
      connection = { ...prod, isSimulated: true };
      return finderResponse().result;
    };
    await show().tree.refresh();
    assert.ok(finder.response !== null);
    assert.equal(sourceLabel(finder.response.source), 'Prod: simulated data');
    assert.match(String(finder.tree.view.description), /^Prod: simulated data/);
  });
});
