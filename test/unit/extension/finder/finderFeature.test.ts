import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import type {
  FinderFeature,
  FinderFeatureOptions,
} from '../../../../src/extension/finder/finderFeature.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { replaceVscode, settings, treeViews } from '../vscodeDouble.ts';
import { finderResponse } from './exports/finderResponses.ts';

replaceVscode();
const { FinderFeature: Feature } = await import(
  '../../../../src/extension/finder/finderFeature.ts'
);

describe('Auto-updated exports and a hidden Finder', () => {
  let requests: number;
  let respond: () => Promise<unknown>;
  let told: string[];
  let connection: Connection;
  let switchListeners: (() => void)[];
  let finder: FinderFeature;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    requests = 0;
    told = [];
    switchListeners = [];
    connection = sandboxConnection;
    respond = async () => finderResponse().result;
    settings.set('arbscope.finder.refreshSeconds', 5);
  });
  afterEach(() => {
    finder.dispose();
    settings.clear();
    mock.timers.reset();
  });

  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      mock.timers.tick(1_000);
      await settle();
    }
  };

  /** A window that opens with the Finder hidden, and with a file of this connection. */
  async function open(source = 'Sandbox') {
    const silent = () => undefined;
    const options = {
      active: {
        service: {
          finder: async () => {
            requests++;
            return await respond();
          },
        },
        request: async () => ({ loadedAtMilliseconds: null }),
        get current() {
          return connection;
        },
        overview: { connection, backend: { kind: 'ready' }, blockedReason: null, status: null },
        onSwitch: (listener: () => void) => {
          switchListeners.push(listener);
          return { dispose: silent };
        },
        onOverview: () => ({ dispose: silent }),
      },
      recentResponses: new RecentResponses(),
      storage: new MementoDouble({ 'arbscope.keptExports': [{ source }] }),
      loadExports: async () => ({
        autoUpdatedExports: {
          refresh: async () => told.push('refreshed'),
          pause: async (name: string, { label }: { label: string }) =>
            told.push(`${name}: ${label}`),
          pauseOthers: async (name: string) => told.push(`not of ${name}`),
        },
      }),
      log: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
    };
    finder = new Feature(options as unknown as FinderFeatureOptions);
    treeViews.at(-1)?.show(false);
    await settle();
  }

  it('are refreshed at the interval of the Finder, by its requests while it is visible', async () => {
    await open();
    assert.deepEqual(told.toSorted(), ['not of Sandbox', 'refreshed']);
    await pass(10);
    assert.equal(requests, 3);
    treeViews.at(-1)?.show(true);
    await pass(10);
    assert.equal(requests, 5);
    assert.equal(told.filter((each) => each === 'refreshed').length, 5);
  });

  it('send nothing if automatic refreshes are off, or all are of another connection', async () => {
    settings.set('arbscope.finder.refreshSeconds', 0);
    await open();
    await pass(60);
    finder.dispose();
    settings.set('arbscope.finder.refreshSeconds', 5);
    await open('Mainnet');
    await pass(60);
    assert.equal(requests, 0);
    assert.deepEqual(told, ['not of Sandbox', 'not of Sandbox']);
  });

  it('pause with the reason while the connection fails, and continue by themselves', async () => {
    await open();
    respond = async () => {
      throw new MarketError('unreachable', 'No way there');
    };
    await pass(5);
    assert.equal(told.at(-1), 'Sandbox: Sandbox unreachable');
    respond = async () => finderResponse().result;
    await pass(30);
    assert.equal(told.at(-1), 'refreshed');
  });

  it('pause when the window switches to another connection', async () => {
    await open();
    connection = { ...sandboxConnection, name: 'Other' };
    for (const listener of switchListeners) listener();
    await pass(60);
    assert.equal(told.at(-1), 'not of Other');
    assert.equal(requests, 1);
  });
});
