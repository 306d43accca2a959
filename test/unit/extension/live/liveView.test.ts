import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ArbitragePage } from '../../../../src/api/arbscope/arbitrages.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { ArbitrageWatcher } from '../../../../src/extension/backend/arbitrageWatch.ts';
import { type Connection, sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { LivePreferences } from '../../../../src/extension/live/livePreferences.ts';
import type { LiveView } from '../../../../src/extension/live/liveView.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { PrompterDouble } from '../ui/prompts/prompterDouble.ts';
import { editor, replaceVscode, treeViews } from '../vscodeDouble.ts';
import {
  arbitrage,
  arbitragesFrom,
  eventOf,
  jupMint,
  pageOf,
  startMilliseconds,
  walletOf,
} from './arbitrages.ts';

replaceVscode();
const { LiveView: View } = await import('../../../../src/extension/live/liveView.ts');
const { showLiveFilterForm } = await import('../../../../src/extension/live/liveFilterForm.ts');

interface Stream extends ArbitrageWatcher {
  readonly parameters: { readonly cursor?: string };
  isOpen: boolean;
}

const service: Connection = {
  kind: 'service',
  name: 'my-service',
  baseUrl: 'https://example.com',
  landingUrl: null,
  encoding: 'json',
  tier: 'free',
  requestsPerMinute: {},
} as unknown as Connection;

describe('The Live view', () => {
  let live: LiveView;
  let preferences: LivePreferences;
  let respond: (parameters: object) => Promise<ArbitragePage>;
  let requests: object[];
  let streams: Stream[];
  let connection: Connection;
  let tracked: string[];
  let walletRequests: object[];
  let switchConnection: () => void;
  let draws: unknown[];

  beforeEach(() => {
    mock.timers.enable({
      apis: ['setTimeout', 'setInterval', 'Date'],
      now: startMilliseconds + 60_000,
    });
    requests = [];
    streams = [];
    draws = [];
    tracked = [];
    walletRequests = [];
    connection = sandboxConnection;
    respond = async () => pageOf(arbitragesFrom(1, 50));
    treeViews.length = 0;
    editor.executed.length = 0;
  });
  afterEach(() => {
    live.dispose();
    mock.timers.reset();
  });

  const nothing = { dispose: () => undefined };
  async function show(): Promise<void> {
    const storage = new MementoDouble();
    preferences = new LivePreferences(storage, () => undefined);
    const silent = () => undefined;
    const overview = { connection, backend: { kind: 'ready' }, blockedReason: null, status: null };
    live = new View({
      recentResponses: new RecentResponses(),
      active: {
        arbscope: {
          arbitrages: async (parameters: object) => {
            requests.push(parameters);
            return await respond(parameters);
          },
          watchArbitrages: (parameters: Stream['parameters'], watcher: ArbitrageWatcher) => {
            const stream: Stream = { ...watcher, parameters, isOpen: true };
            streams.push(stream);
            return {
              dispose: () => {
                stream.isOpen = false;
              },
            };
          },
        },
        service: {
          walletTransactions: async (parameters: { readonly wallets: readonly string[] }) => {
            walletRequests.push(parameters);
            return parameters.wallets.map((wallet, index) => ({
              isSuccess: true,
              wallet,
              signature: `of ${wallet}`,
              block_number: index,
              timestamp: null,
              mint: '',
              fees: 5_000n,
              net_gains_usd: 1,
              net_gains_sol: 1,
            }));
          },
        },
        current: connection,
        overview,
        onSwitch: (listener: () => void) => {
          switchConnection = listener;
          return nothing;
        },
        onOverview: () => nothing,
      } as unknown as ConstructorParameters<typeof View>[0]['active'],
      preferences,
      tracked: {
        get addresses() {
          return tracked;
        },
        labelOf: (wallet) => wallet.slice(0, 4),
        onChange: () => nothing,
      },
      storage,
      log: { trace: silent, debug: silent, info: silent, error: silent, warn: silent },
    });
    live.tree.onDidChangeTreeData((rows) => draws.push(rows));
    await live.tree.getChildren();
    await settle();
  }

  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
  };
  const draw = () => live.tree.getChildren();
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      mock.timers.tick(1_000);
      await settle();
      if (draws.includes(undefined)) await draw();
    }
  };
  const [stream, view] = [() => streams.at(-1), () => treeViews.at(-1)];
  const signatures = () =>
    live.tree.rows.filter(({ context }) => context === 'arbitrage').map(({ address }) => address);
  const ids = () => live.tree.rows.map(({ id }) => id);

  it('shows the newest arbitrages of the Sandbox, labelled as simulated', async () => {
    await show();
    assert.equal(signatures().length, 50);
    assert.equal(signatures()[0], 'signature 50');
    assert.equal(live.tree.message, 'Sandbox: simulated data');
    assert.equal(view()?.description, 'Sandbox');
    assert.equal(stream()?.parameters.cursor, 'cursor-50');
  });

  it('adds arbitrages as they arrive, with at most one update every two seconds', async () => {
    await show();
    await pass(2);
    draws.length = 0;
    for (let slot = 51; slot <= 60; slot += 1) stream()?.onEvent(eventOf([arbitrage(slot)]));
    assert.equal(signatures()[0], 'signature 50');
    await pass(2);
    assert.equal(signatures()[0], 'signature 60');
    assert.equal(signatures().length, 50);
    assert.deepEqual(draws, [undefined]);
  });

  it('redraws only rows whose age has changed while nothing arrives', async () => {
    await show();
    await draw();
    draws.length = 0;
    await pass(30);
    const drawn = draws.flat();
    assert.ok(drawn.length > 0 && !drawn.includes(undefined));
    assert.ok(drawn.length < 30 * 10, `${drawn.length} rows`);
  });

  it('stops while hidden, and resumes at the last cursor when shown', async () => {
    await show();
    stream()?.onEvent(eventOf([arbitrage(51)]));
    view()?.show(false);
    assert.equal(stream()?.isOpen, false);
    draws.length = 0;
    await pass(5);
    assert.deepEqual(draws, []);
    view()?.show(true);
    assert.equal(streams.length, 2);
    assert.equal(stream()?.parameters.cursor, 'cursor-51');
    assert.equal(requests.length, 1);
  });

  it('pauses when a row is selected: rows stay in place, and new ones are counted', async () => {
    await show();
    view()?.select(live.tree.rows.slice(3, 4));
    const before = ids();
    stream()?.onEvent(eventOf(arbitragesFrom(51, 64)));
    await pass(2);
    assert.deepEqual(ids(), before);
    assert.equal(view()?.description, 'paused · 14 new');
    assert.ok(
      editor.executed.some(([, key, value]) => key === 'arbscope.livePaused' && value === true),
    );
    live.resume();
    assert.equal(signatures()[0], 'signature 64');
    assert.equal(view()?.description, 'Sandbox');
  });

  it('pauses when a row is expanded, so that it does not move away', async () => {
    await show();
    view()?.expand(live.tree.rows[0]);
    const before = ids();
    stream()?.onEvent(eventOf(arbitragesFrom(51, 52)));
    await pass(2);
    assert.deepEqual(ids(), before);
    assert.equal(view()?.description, 'paused · 2 new');
  });

  it('hides failures and attempts without a swap until they are chosen', async () => {
    await show();
    const asked = () => (requests.at(-1) as { readonly outcomes?: readonly string[] }).outcomes;
    assert.deepEqual(asked(), ['gain', 'loss', 'unknown']);
    assert.equal(preferences.isFiltered, false);
    const prompter = new PrompterDouble(['Outcome', 'Failed', 'Gain', { leave: 'cancelled' }]);
    await showLiveFilterForm({ preferences, prompter, suggestionsFor: () => [] });
    await settle();
    assert.deepEqual(asked(), ['loss', 'unknown', 'failed']);
    assert.equal(view()?.description, 'Sandbox · Loss, Unknown and 1 more');
    const any = new PrompterDouble(['Outcome', 'any', { leave: 'cancelled' }]);
    await showLiveFilterForm({ preferences, prompter: any, suggestionsFor: () => [] });
    await settle();
    assert.deepEqual(asked(), []);
    assert.equal(view()?.description, 'Sandbox · any outcome');
  });

  it('keeps its rows in place while the user reads a tooltip', async () => {
    await show();
    const [row] = live.tree.rows;
    assert.ok(row !== undefined);
    live.tree.resolveTreeItem({ label: '' } as never, row);
    stream()?.onEvent(eventOf([arbitrage(51)]));
    await pass(4);
    assert.equal(signatures()[0], 'signature 50');
    await pass(2);
    assert.equal(signatures()[0], 'signature 51');
  });

  it('loads older arbitrages on demand, up to 200 rows, and pauses', async () => {
    respond = async () => pageOf(arbitragesFrom(301, 350));
    await show();
    assert.equal(live.tree.rows.at(-1)?.id, 'older');
    for (const first of [251, 201, 151]) {
      respond = async () => pageOf(arbitragesFrom(first, first + 50));
      await live.showOlder();
    }
    assert.equal(live.isPaused, true);
    assert.equal(signatures().length, 200);
    assert.equal(new Set(signatures()).size, 200);
    assert.equal(Reflect.get(requests[1] ?? {}, 'to'), (startMilliseconds + 301_000) / 1_000);
    assert.equal(live.tree.rows.at(-1)?.id, 'last');
    live.resume();
    assert.equal(signatures().length, 50);
    assert.equal(live.tree.rows.at(-1)?.id, 'older');
  });

  it('says how far it has looked back for rare arbitrages, and looks on there on demand', async () => {
    const searchedFrom = (milliseconds: number) => ({
      searched_from: new Date(milliseconds).toISOString(),
    });
    const last = () => live.tree.rows.at(-1);
    respond = async () => pageOf([], 'search-1', searchedFrom(startMilliseconds - 600_000));
    await show();
    assert.deepEqual(ids(), ['older']);
    assert.equal(last()?.description, 'Looked back to 02:54:00 UTC');
    respond = async () => pageOf([arbitrage(1)], 'search-2', searchedFrom(startMilliseconds - 9e7));
    await live.showOlder();
    assert.equal(Reflect.get(requests[1] ?? {}, 'cursor'), 'search-1');
    assert.deepEqual(ids(), ['arbitrage:signature 1', 'older']);
    assert.equal(last()?.description, 'Looked back to 2026-01-01 02:04:00 UTC');
    respond = async () => pageOf([], null);
    await live.showOlder();
    assert.equal(Reflect.get(requests[2] ?? {}, 'cursor'), 'search-2');
    assert.deepEqual(ids(), ['arbitrage:signature 1']);
  });

  it('looks for older arbitrages behind its last row once new ones have pushed out others', async () => {
    respond = async () => pageOf([arbitrage(1)], 'search-1', { searched_from: null });
    await show();
    stream()?.onEvent(eventOf(arbitragesFrom(2, 60)));
    await pass(2);
    assert.equal(live.tree.rows.at(-1)?.description, '');
    await live.showOlder();
    assert.equal(Reflect.get(requests[1] ?? {}, 'to'), (startMilliseconds + 11_000) / 1_000);
  });

  it('drops its rows if a reload has not searched as far back as the newest of them', async () => {
    respond = async () => pageOf([arbitrage(1)], null);
    await show();
    const searched_from = new Date(startMilliseconds + 30_000).toISOString();
    respond = async () => pageOf([], 'search-1', { searched_from });
    await live.tree.refresh();
    await settle();
    assert.deepEqual(ids(), ['older']);
  });

  it('keeps its rows while the backend is down, and shows no duplicates afterwards', async () => {
    await show();
    stream()?.onState?.({ isLive: false, error: null });
    await pass(2);
    assert.match(live.tree.message, /^Connection lost at 03:05:00 UTC\. Retrying\.$/);
    assert.equal(signatures().length, 50);
    stream()?.onState?.({ isLive: true, error: null });
    stream()?.onEvent(eventOf(arbitragesFrom(45, 55)));
    await pass(2);
    assert.equal(live.tree.message, 'Sandbox: simulated data');
    assert.equal(signatures()[0], 'signature 55');
    assert.equal(new Set(signatures()).size, 50);
  });

  it('shows matching arbitrages, with the filter in the title', async () => {
    await show();
    respond = async () => pageOf([arbitrage(50)], null);
    await preferences.show({ filter: { tokens: [jupMint] }, label: 'JUP' });
    await settle();
    const outcomes = ['gain', 'loss', 'unknown'];
    assert.deepEqual(requests.at(-1), { outcomes, tokens: [jupMint], limit: 50 });
    assert.deepEqual(stream()?.parameters, { outcomes, tokens: [jupMint], cursor: 'cursor-50' });
    assert.equal(streams[0]?.isOpen, false);
    assert.deepEqual(ids(), ['arbitrage:signature 50']);
    assert.equal(view()?.description, 'Sandbox · JUP');
  });

  it('shows a note if there are no arbitrages yet', async () => {
    respond = async () => pageOf([], null);
    await show();
    assert.deepEqual(ids(), ['none']);
    stream()?.onEvent(eventOf([arbitrage(1)]));
    await pass(2);
    assert.deepEqual(ids(), ['arbitrage:signature 1']);
  });

  it('shows the tracked wallets’ transactions if the service does not offer the stream', async () => {
    connection = service;
    tracked = [walletOf(1), walletOf(2)];
    respond = async () => {
      throw new MarketError('not-offered', 'not here');
    };
    await show();
    assert.deepEqual(signatures(), [`of ${walletOf(2)}`, `of ${walletOf(1)}`]);
    assert.match(live.tree.message, /^Tracked wallets only\. A node or an Arbscope serve/);
    assert.equal(streams.length, 0);
    assert.equal(walletRequests.length, 1);
    await pass(121);
    assert.equal(walletRequests.length, 2);
  });

  it('explains which connections offer the stream if no wallet is tracked', async () => {
    connection = service;
    respond = async () => {
      throw new MarketError('not-offered', 'not here');
    };
    await show();
    assert.equal(walletRequests.length, 0);
    assert.match(live.tree.message, /^Track a wallet to see its transactions\. A node or/);
  });

  it('shows a failed load, and the error that ended a stream, as a row', async () => {
    respond = async () => {
      throw new MarketError('service-failing', 'it broke');
    };
    await show();
    assert.equal(live.tree.rows[0]?.context, 'error');
    respond = async () => pageOf(arbitragesFrom(1, 3));
    await live.tree.refresh();
    stream()?.onState?.({ isLive: false, error: new MarketError('unauthorized', 'no') });
    respond = async () => {
      throw new MarketError('unauthorized', 'no');
    };
    await pass(31);
    assert.equal(live.tree.rows[0]?.context, 'error');
    assert.equal(signatures().length, 3);
  });

  it('drops its rows and its pause when the connection is switched', async () => {
    await show();
    live.pause();
    respond = async () => pageOf([arbitrage(7)], null);
    switchConnection();
    await settle();
    assert.deepEqual(signatures(), ['signature 7']);
    assert.equal(live.isPaused, false);
    assert.equal(streams[0]?.isOpen, false);
  });
});
