import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbitrageSummary } from '../../../../src/api/arbscope/arbitrages.ts';
import type { HistoryPoint, HistorySeries } from '../../../../src/api/arbscope/history.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import {
  type HistoryService,
  MarketLoader,
} from '../../../../src/extension/market/marketLoader.ts';
import {
  createMarketPanel,
  defaultMarketQuery,
} from '../../../../src/extension/market/marketPanel.ts';
import { scopeFilter } from '../../../../src/extension/market/marketScope.ts';
import type { LoadOptions } from '../../../../src/extension/ui/panels/panelKind.ts';
import {
  type MarketQuery,
  type MarketRequest,
  type MarketScope,
  scopeKinds,
} from '../../../../src/webview/messages/market.ts';
import { arbitrageOf, arbscopeSample } from '../../../arbscopeDouble.ts';

const now = Date.UTC(2026, 0, 3, 12);
const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

const sampled = { number: 40, p50: 1, p75: 2, p95: 3 };
const figures = {
  transactions: 5,
  failures: 1,
  revenues_usd: 3,
  net_gains_usd: 2,
  volume_usd: 100,
  tips: sampled,
  fees: sampled,
};
const pointAt = (seconds: number): HistoryPoint => ({
  ...figures,
  time: new Date(seconds * 1_000).toISOString(),
  coverage: 1,
});

type HistoryParameters = Parameters<HistoryService['history']>[0];
type ListParameters = Parameters<HistoryService['arbitrages']>[0];

/** A market of two days that responds like the embedded engine. */
class HistoryDouble implements HistoryService {
  readonly histories: HistoryParameters[] = [];
  /** Requests for the period before the shown one. */
  readonly former: HistoryParameters[] = [];
  formerCoverage: number | null = 1;
  readonly lists: ListParameters[] = [];
  failure: MarketError | null = null;
  rows: ArbitrageSummary[] = [];

  readonly status: HistoryService['status'] = async () => {
    if (this.failure !== null) throw this.failure;
    return {
      ...arbscopeSample('status'),
      now: new Date(now).toISOString(),
      from: new Date(now - 2 * 86_400_000).toISOString(),
    };
  };

  readonly history: HistoryService['history'] = async (parameters): Promise<HistorySeries> => {
    const { from = 0, to = 0, interval = 300 } = parameters;
    const isFormer = to < now / 1_000 - 3_600;
    (isFormer ? this.former : this.histories).push(parameters);
    const coverage = isFormer ? this.formerCoverage : 1;
    const points: HistoryPoint[] = [];
    for (let at = from - (from % interval); at <= to; at += interval) {
      points.push({ ...pointAt(at), coverage });
    }
    return { interval, points, total: figures };
  };

  readonly arbitrages: HistoryService['arbitrages'] = async (parameters) => {
    if (parameters.limit === 200) return { arbitrages: this.rows, next: null, newest: 'n' };
    this.lists.push(parameters);
    const page = this.lists.filter(({ cursor }) => cursor !== undefined).length;
    return { arbitrages: [arbitrageOf(`s${page}`)], next: `c${page}`, newest: 'n' };
  };
}

const source = () => ({ name: 'Sandbox', key: 'sandbox', isSimulated: true });
const options = (changes: Partial<LoadOptions> = {}): LoadOptions => ({
  signal: new AbortController().signal,
  report: () => undefined,
  warn: () => undefined,
  ...changes,
});
const loaderOf = (service: HistoryService) => new MarketLoader(service, source);
const query = (changes: Partial<MarketQuery> = {}): MarketQuery => ({
  ...defaultMarketQuery,
  ...changes,
});

/** The panel with its page: a request changes the state and loads again, as in the editor. */
function panelOf(service: HistoryService) {
  const kind = createMarketPanel({
    loader: loaderOf(service),
    promptForScope: async () => ({ kind: 'provider', value: 'JITO' }),
    openTransaction: async (signature) => void opened.push(signature),
    showLive: async ({ kind: named, value }) => void opened.push(`live ${named} ${value}`),
  });
  let state = query();
  const opened: string[] = [];
  let loading = kind.load(state, options());
  const send = async (request: MarketRequest) => {
    await loading;
    await kind.handle(request, {
      state,
      setState: (next) => {
        state = next;
      },
      reload: (cause) => {
        loading = kind.load(state, options(), cause);
      },
    });
    return await loading;
  };
  return { kind, send, opened, shown: () => loading };
}

describe('The market panel', () => {
  test('shows the 24 hours before the newest block, in intervals that fit', async () => {
    const service = new HistoryDouble();
    const content = await loaderOf(service).load(query(), options());
    assert.deepEqual(
      service.histories.map(({ from = 0, to = 0, interval }) => [to - from, to * 1_000, interval]),
      [[86_400, now, 300]],
    );
    assert.equal(content.history?.untilMilliseconds, now);
    assert.equal(content.history?.points.length, 289);
    assert.equal(content.list?.total, null);
  });

  test('is compared with the period before, if that is stored and nearly complete', async () => {
    const service = new HistoryDouble();
    const { history } = await loaderOf(service).load(query(), options());
    const [{ from = 0, to = 0 } = {}] = service.histories;
    const [former] = service.former;
    assert.deepEqual([former?.from, former?.to], [from - (to - from), from - 1]);
    assert.equal(history?.before?.transactions, 5);

    service.formerCoverage = 0.5;
    const gappy = await loaderOf(service).load(query(), options());
    assert.equal(gappy.history?.before, null);
    const asked = service.former.length;
    const unstored = await loaderOf(service).load(query({ periodSeconds: 604_800 }), options());
    assert.deepEqual([unstored.history?.before, service.former.length], [null, asked]);
  });

  for (const kind of scopeKinds) {
    test(`limits every figure and the list to one ${kind}`, async () => {
      const service = new HistoryDouble();
      const scope: MarketScope = { kind, value: mint };
      const content = await loaderOf(service).load(
        query({ scope, periodSeconds: 3_600 }),
        options(),
      );
      const [filter = ['', []]] = Object.entries(scopeFilter(scope));
      assert.ok(filter[0].startsWith(kind));
      assert.equal(service.histories.length, 2, 'the period, and the last 24 hours');
      for (const asked of [...service.histories, ...service.lists]) {
        assert.deepEqual(
          Object.entries(asked).find(([name]) => name === filter[0]),
          filter,
        );
      }
      assert.notEqual(content.scopeLabel, '');
    });
  }

  test('shows everything stored, in intervals of an hour if it is long', async () => {
    const service = new HistoryDouble();
    await loaderOf(service).load(query({ periodSeconds: null }), options());
    const [{ from = 0, to = 0, interval } = {}] = service.histories;
    assert.deepEqual([to - from, interval], [172_800, 3_600]);
  });

  test('lists the arbitrages of the selection, including its last second, with its figures', async () => {
    const service = new HistoryDouble();
    const { send } = panelOf(service);
    const end = now / 1_000 - 600;
    const selection = { from: end - 900, to: end };
    const content = await send({ type: 'ask', query: query({ selection }) });
    const { from, to, order } = service.lists.at(-1) ?? {};
    assert.deepEqual({ from, to, order }, { from: end - 900, to: end - 1, order: 'gain' });
    assert.equal(service.histories.at(-1)?.to, end - 1);
    assert.equal(content.list?.total?.transactions, 5);
    assert.deepEqual(content.query.selection, selection);
  });

  test('requests only the list when the selection changes, and everything on refresh', async () => {
    const service = new HistoryDouble();
    const { kind, send, shown } = panelOf(service);
    const before = await shown();
    const end = now / 1_000 - 600;
    await send({ type: 'ask', query: query({ selection: { from: end - 300, to: end } }) });
    const moved = await send({
      type: 'ask',
      query: query({ selection: { from: end - 600, to: end - 300 } }),
    });
    assert.equal(moved.history, before.history);
    assert.equal(service.histories.length, 3, 'the period once, and each selection');
    await kind.load(query(), options({ forceRefresh: true }));
    assert.equal(service.histories.length, 4);
  });

  test('drops a selection outside the period', async () => {
    const content = await loaderOf(new HistoryDouble()).load(
      query({ selection: { from: 1_000, to: 2_000 } }),
      options(),
    );
    assert.equal(content.query.selection, null);
  });

  test('adds a page to the list on demand, without duplicates', async () => {
    const service = new HistoryDouble();
    const { send } = panelOf(service);
    await send({ type: 'more' });
    const content = await send({ type: 'more' });
    assert.deepEqual(
      content.list?.rows.map(({ signature }) => signature),
      ['s0', 's1', 's2'],
    );
    assert.equal(service.lists.at(-1)?.cursor, 'c1');
    assert.equal(service.histories.length, 1);
  });

  test('opens the transaction of a row', async () => {
    const { send, opened } = panelOf(new HistoryDouble());
    await send({ type: 'open-transaction', signature: 's0' });
    assert.deepEqual(opened, ['s0']);
  });

  test('opens Live for its scope', async () => {
    const { send, opened } = panelOf(new HistoryDouble());
    await send({ type: 'ask', query: query({ scope: { kind: 'bot', value: 'SMB' } }) });
    await send({ type: 'show-live' });
    assert.deepEqual(opened, ['live bot SMB']);
  });

  test('shows the scope that was entered', async () => {
    const service = new HistoryDouble();
    const content = await panelOf(service).send({ type: 'enter-scope' });
    assert.deepEqual(content.query.scope, { kind: 'provider', value: 'JITO' });
    assert.deepEqual(service.histories.at(-1)?.providers, ['JITO']);
  });

  test('offers the tokens, AMMs, pools, wallets, providers and bots of recent arbitrages as scopes', async () => {
    const service = new HistoryDouble();
    const route = [
      { mint: 'base', symbol: 'SOL' },
      { mint, symbol: 'BONK\u202e' },
      { mint: 'base', symbol: 'SOL' },
    ];
    service.rows = [
      {
        ...arbitrageOf('a'),
        base: 'base',
        mints: route,
        pools: [
          { pool: 'p1', amm: 'amm' },
          { pool: 'p2', amm: 'amm' },
        ],
        bot: { family: 'SMB', program: '' },
      },
    ];
    const { choices } = await loaderOf(service).load(query(), options());
    const labels = choices.map(({ scope, label }) => `${scope.kind} ${label}`);
    assert.ok(labels.includes('token BONK\\u{202E}'), String(labels));
    assert.ok(labels.includes('bot SMB'));
    assert.deepEqual(
      [...new Set(choices.map(({ scope }) => scope.kind))],
      ['token', 'amm', 'pool', 'wallet', 'provider', 'bot'],
    );
    assert.equal(choices.filter(({ scope }) => scope.kind === 'amm').length, 1);
  });

  test('names a pool by its pair even if its newest arbitrage, with a split route, has none', async () => {
    const service = new HistoryDouble();
    const pools = ['p1', 'p2', 'p3'].map((pool) => ({ pool, amm: 'amm' }));
    const route = [
      { mint: 'base', symbol: 'SOL' },
      { mint, symbol: 'BONK' },
      { mint: 'base', symbol: 'SOL' },
    ];
    const split = { ...arbitrageOf('a'), base: 'base', mints: route, pools };
    const plain = { ...split, pools: pools.slice(0, 2) };
    for (const rows of [
      [split, plain],
      [plain, split],
    ]) {
      service.rows = rows;
      const { choices } = await loaderOf(service).load(query(), options());
      const labels = choices.map(({ scope, label }) => `${scope.value} ${label}`);
      assert.ok(labels.includes('p1 SOL/BONK p1'), String(labels));
    }
  });

  test('shows that a service offers no history, without figures of the previous connection', async () => {
    const service = new HistoryDouble();
    const { kind, shown } = panelOf(service);
    assert.ok((await shown()).history !== null);
    service.failure = new MarketError('not-offered', 'none');
    const content = await kind.load(query(), options());
    assert.deepEqual([content.history, content.list], [null, null]);
  });

  test('keeps the charts if the list fails, and shows the reason', async () => {
    const service = new HistoryDouble();
    const failing: HistoryService = {
      status: service.status,
      history: service.history,
      arbitrages: async (parameters, callOptions) => {
        if (parameters.limit !== 200) throw new MarketError('rate-limited', 'wait');
        return await service.arbitrages(parameters, callOptions);
      },
    };
    const warned: string[] = [];
    const warn = (error: MarketError) => void warned.push(error.kind);
    const content = await loaderOf(failing).load(query(), options({ warn }));
    assert.ok(content.history !== null);
    assert.deepEqual([content.list, warned], [null, ['rate-limited']]);
  });
});
