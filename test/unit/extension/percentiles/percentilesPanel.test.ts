import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { percentileKeys } from '../../../../src/api/enumerations.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { PercentileTable, SampledPercentiles } from '../../../../src/api/percentiles.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { parsePercentileQueryArgument } from '../../../../src/extension/percentiles/parsePercentileQueryArgument.ts';
import { PercentileHistory } from '../../../../src/extension/percentiles/percentileHistory.ts';
import {
  createPercentilesPanel,
  getPercentileSource,
  withRateLimit,
} from '../../../../src/extension/percentiles/percentilesPanel.ts';
import {
  defaultQuery,
  fetchPercentiles,
  type PercentileService,
} from '../../../../src/extension/shared/fetchPercentiles.ts';
import { toPercentileSeries } from '../../../../src/extension/shared/percentileSeries.ts';
import { parseMintArgument } from '../../../../src/extension/ui/treeRow.ts';
import {
  type PercentileQuery,
  parsePercentileRequest,
  readHistory,
} from '../../../../src/webview/messages/percentiles.ts';
import {
  otherMint,
  percentileResponse,
  series,
  solMint,
  steps,
} from '../../webview/percentiles/samples.ts';

const table = (values: readonly (number | null)[] = steps, number = 1_234): SampledPercentiles => ({
  number,
  percentiles: Object.fromEntries(
    percentileKeys.map((key, at) => [key, values[at] ?? null]),
  ) as PercentileTable,
});

function doubleOf(asked: unknown[]): PercentileService {
  const tell = (name: string) => async (parameters: unknown) => {
    asked.push([name, parameters]);
    return { JITO: name === 'fees' ? table() : { [solMint]: table() } } as never;
  };
  return {
    tipsByComputeUnit: tell('tips'),
    tipsByGains: tell('gains'),
    feesByComputeUnit: tell('fees'),
  };
}

const query = (changes: Partial<PercentileQuery> = {}): PercentileQuery => ({
  ...defaultQuery('tipsByComputeUnit'),
  ...changes,
});

suite('A request of the percentile charts', () => {
  test('contains only the user’s choices, in the units of the interface', async () => {
    const asked: unknown[] = [];
    const service = doubleOf(asked);
    await fetchPercentiles(service, query(), 3_600, {});
    const full = query({
      minimum: '1000',
      maximum: '1400000',
      providers: ['JITO'],
      wallets: [solMint],
    });
    await fetchPercentiles(service, full, 60, {});
    const gains = query({ statistic: 'tipsByGains', maximum: String(2n ** 64n - 1n) });
    await fetchPercentiles(service, gains, 0, {});
    await fetchPercentiles(service, query({ statistic: 'feesByComputeUnit' }), 86_400, {});
    assert.deepEqual(asked, [
      ['tips', { maxTimeRange: 3_600 }],
      [
        'tips',
        {
          maxTimeRange: 60,
          computeUnitMin: 1_000,
          computeUnitMax: 1_400_000,
          providers: ['JITO'],
          wallets: [solMint],
        },
      ],
      ['gains', { maxTimeRange: 0, inputAmountMax: 2n ** 64n - 1n }],
      ['fees', { maxTimeRange: 86_400 }],
    ]);
  });

  test('is rejected with the parameter, and not sent, if it breaks a limit', async () => {
    const asked: unknown[] = [];
    const wrong: readonly (readonly [Partial<PercentileQuery>, number, string])[] = [
      [{}, 86_401, 'maxTimeRange'],
      [{}, 1.5, 'maxTimeRange'],
      [{ providers: ['ALL'] }, 60, 'providers'],
      [{ wallets: ['abc'] }, 60, 'wallets'],
      [{ minimum: '2', maximum: '1' }, 60, 'computeUnitMin'],
      [{ statistic: 'tipsByGains', maximum: String(2n ** 64n) }, 60, 'inputAmountMax'],
      [{ minimum: '-1' }, 60, 'computeUnitMin'],
    ];
    for (const [changes, window, parameter] of wrong) {
      await assert.rejects(
        fetchPercentiles(doubleOf(asked), query(changes), window, {}),
        (error) => MarketError.is(error, 'bad-parameter') && error.parameter === parameter,
      );
    }
    assert.deepEqual(asked, []);
  });
});

suite('The lines of a response', () => {
  test('of the embedded engine are amounts, in lamports for SOL', () => {
    const tips = { JITO: { [solMint]: table([1, 2]), [otherMint]: table() } };
    const { series: lines } = toPercentileSeries({ kind: 'tips', response: tips }, true);
    assert.deepEqual(
      lines.map(({ provider, symbol, unit }) => [provider, symbol, unit]),
      [
        ['JITO', 'SOL', 'lamports'],
        ['JITO', 'USDC', 'smallest-unit'],
      ],
    );
    const fees = toPercentileSeries({ kind: 'fees', response: { FAST: table() } }, true).series;
    assert.deepEqual(fees, [series({ provider: 'FAST', mint: null })]);
  });

  test('of a remote service are percentages if their values are, zeros included', () => {
    const percentages = {
      JITO: { [solMint]: table([5, 10, 50]) },
      FAST: { [solMint]: table([0, 0]) },
    };
    const units = (tips: Parameters<typeof toPercentileSeries>[0]) =>
      toPercentileSeries(tips, false).series.map(({ unit }) => unit);
    assert.deepEqual(units({ kind: 'tips', response: percentages }), ['percentage', 'percentage']);
    assert.deepEqual(units({ kind: 'tips', response: { JITO: { [solMint]: table([0, 0]) } } }), [
      'lamports',
    ]);
  });

  test('are sanitized and limited in number', () => {
    const tips = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `\u202e<img src=x onerror=alert(1)>\u0000${'x'.repeat(10_000)}${at}`,
        { [`${'m'.repeat(1_000)}`]: table([Number.NaN, -1, 2 ** 64], at) },
      ]),
    );
    const { series: lines, faults } = toPercentileSeries({ kind: 'tips', response: tips }, true);
    assert.equal(lines.length, 120);
    assert.deepEqual(faults, ['Smallest samples left out: 80']);
    assert.equal(lines[0]?.sample, 199);
    assert.ok(
      lines.every(({ provider, mint }) => provider.length < 120 && (mint ?? '').length < 80),
    );
    assert.deepEqual(lines[0]?.values.slice(0, 4), [null, -1, 2 ** 64, null]);
    assert.match(lines[0]?.provider ?? '', /^\\u\{202E\}<img/);
  });
});

suite('The percentile history', () => {
  const withFolder = async (work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-history-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const at = (hour: number, minute = 0) => Date.UTC(2026, 8, 27, hour, minute);
  const kept = (milliseconds: number, windowSeconds = 3_600) =>
    percentileResponse([series()], { answeredAtMilliseconds: milliseconds, windowSeconds });

  test('returns responses in order, only for the same request, connection and window', () =>
    withFolder(async (folder) => {
      const history = new PercentileHistory({ folder, now: () => at(14) });
      await history.add('A', query(), kept(at(13)));
      await history.add('A', query(), kept(at(12)));
      await history.add('A', query({ providers: ['FAST', 'JITO'] }), kept(at(12)));
      await history.add('A', query(), kept(at(12), 60));
      await history.add('B', query(), kept(at(12)));
      const times = (answers: readonly { answeredAtMilliseconds: number }[]) =>
        answers.map(({ answeredAtMilliseconds }) => answeredAtMilliseconds);
      // Another editor window, or the same one after a restart.
      const other = new PercentileHistory({ folder, now: () => at(14) });
      assert.deepEqual(times(await other.read('A', query(), 3_600)), [at(12), at(13)]);
      const swapped = query({ providers: ['JITO', 'FAST'] });
      assert.deepEqual(times(await other.read('A', swapped, 3_600)), [at(12)]);
      assert.deepEqual(times(await other.read('C', query(), 3_600)), []);
    }));

  test('drops responses after 24 hours, in memory and on disk', () =>
    withFolder(async (folder) => {
      let now = at(1);
      const history = new PercentileHistory({ folder, now: () => now });
      await history.add('A', query(), kept(now));
      now = at(25, 30);
      assert.deepEqual(await history.read('A', query(), 3_600), []);
      await history.add('A', query(), kept(now));
      now = at(27);
      await history.add('A', query(), kept(now));
      const [connection = ''] = await readdir(folder);
      assert.equal((await readdir(join(folder, connection))).length, 2);
    }));

  test('skips a truncated line, contains no wallet, and is readable only by the user', () =>
    withFolder(async (folder) => {
      const history = new PercentileHistory({ folder, now: () => at(14) });
      const wallets = query({ wallets: [otherMint] });
      await history.add('A', wallets, kept(at(13)));
      const [connection = ''] = await readdir(folder);
      const [file = ''] = await readdir(join(folder, connection));
      const path = join(folder, connection, file);
      const text = await readFile(path, 'utf8');
      assert.ok(!text.includes(otherMint));
      if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
      await writeFile(path, `${text}${text.slice(0, 60)}\n${text.split(' ')[0]} {"a":1}\nxx`);
      assert.equal((await history.read('A', wallets, 3_600)).length, 1);
    }));

  test('is evenly downsampled to the points of a page, and keeps the newest', () =>
    withFolder(async (folder) => {
      const history = new PercentileHistory({ folder, now: () => at(14) });
      for (let second = 0; second < 600; second++) {
        await history.add('A', query(), kept(at(13) + second * 1_000));
      }
      const read = await history.read('A', query(), 3_600);
      assert.equal(read.length, 480);
      assert.equal(read.at(-1)?.answeredAtMilliseconds, at(13) + 599_000);
      assert.equal(read[0]?.answeredAtMilliseconds, at(13));
    }));
});

suite('The percentile panel', () => {
  const sandboxSource = getPercentileSource({
    current: sandboxConnection,
    overview: {
      connection: sandboxConnection,
      backend: { kind: 'ready' },
      blockedReason: null,
      status: null,
    },
  });
  const silent = { warn: () => undefined } as never;
  const arbscope = { status: async () => ({ from: null }) as never };
  const load = {
    signal: new AbortController().signal,
    report: () => undefined,
    warn: () => undefined,
    forceRefresh: false,
  };

  test('requests both windows, and shows the limit of requests', async () => {
    const asked: unknown[] = [];
    const kind = createPercentilesPanel({
      service: doubleOf(asked),
      arbscope,
      source: () => ({
        ...sandboxSource,
        budgets: [
          {
            operation: 'tipsByComputeUnit',
            requests: 10,
            perSeconds: 60,
            left: 0,
            waiting: 0,
            nextCallAtMilliseconds: 123_456,
          },
        ],
      }),
      history: { add: async () => undefined, read: async () => [] },
      log: silent,
    });
    const content = await kind.load(query({ windowsSeconds: [60, 3_600] }), load);
    assert.deepEqual(
      content.responses.map(({ windowSeconds }) => windowSeconds),
      [60, 3_600],
    );
    assert.deepEqual(
      readHistory(content.history).map((answers) => answers.length),
      [1, 1],
    );
    assert.deepEqual(
      [content.requestsPerMinute, content.requestsLeft, content.nextRequestAtMilliseconds],
      [10, 0, 123_456],
    );
    assert.equal(asked.length, 2);
  });

  test('shows the time of a cached response, and its unreadable parts', async () => {
    const service: PercentileService = {
      ...doubleOf([]),
      tipsByComputeUnit: async (_parameters, options) => {
        const faults = [{ member: 'JITO', message: 'no table' }];
        options?.onResponse?.({ cachedAtMilliseconds: 5, faults } as never);
        return { JITO: { [solMint]: table() } };
      },
    };
    const kind = createPercentilesPanel({
      service,
      arbscope,
      source: () => sandboxSource,
      history: { add: async () => undefined, read: async () => [] },
      log: silent,
    });
    const [response] = (await kind.load(query(), load)).responses;
    assert.equal(response?.answeredAtMilliseconds, 5);
    assert.deepEqual(response?.faults, ['no table']);
  });

  test('adds up the durable nonces of all providers, unless the service does not count them', async () => {
    const loadNonces = async (fees: object) => {
      const kind = createPercentilesPanel({
        service: { ...doubleOf([]), feesByComputeUnit: async () => fees as never },
        arbscope,
        source: () => sandboxSource,
        history: { add: async () => undefined, read: async () => [] },
        log: silent,
      });
      const content = await kind.load(query({ statistic: 'feesByComputeUnit' }), load);
      return content.nonces;
    };
    const counted = { ...table(), durableNonces: 300, unknownNonces: 34 };
    assert.deepEqual(await loadNonces({ JITO: counted, FAST: counted }), [
      { attempts: 2_468, durable: 600, unknown: 68 },
    ]);
    assert.deepEqual(await loadNonces({ JITO: counted, FAST: table() }), [null]);
  });

  test('updates its rate limit without a request', async () => {
    const kind = createPercentilesPanel({
      service: doubleOf([]),
      arbscope,
      source: () => sandboxSource,
      history: { add: async () => undefined, read: async () => [] },
      log: silent,
    });
    const content = await kind.load(query(), load);
    assert.equal(withRateLimit(content, sandboxSource), content);
    const budget = {
      operation: 'tipsByComputeUnit',
      requests: 10,
      perSeconds: 60,
      left: 7,
      waiting: 0,
      nextCallAtMilliseconds: null,
    } as const;
    const limited = withRateLimit(content, { ...sandboxSource, budgets: [budget] });
    assert.deepEqual([limited.requestsPerMinute, limited.requestsLeft], [10, 7]);
    assert.equal(limited.responses, content.responses);
    assert.equal(
      withRateLimit(content, { ...sandboxSource, name: 'Other', budgets: [budget] }),
      content,
    );
  });

  test('reads each stored window of the last day once, of the engine only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-past-'));
    try {
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
      const fromTime = new Date(hour - 4 * 3_600_000).toISOString();
      const asked: [string, { to?: number }][] = [];
      const panelOf = (isEmbedded: boolean) =>
        createPercentilesPanel({
          service: doubleOf(asked),
          arbscope: { status: async () => ({ from: fromTime }) as never },
          source: () => ({ ...sandboxSource, isEmbedded }),
          history: new PercentileHistory({ folder }),
          log: silent,
        });
      assert.equal((await panelOf(false).load(query(), load)).isPastUnread, false);
      const kind = panelOf(true);
      assert.equal((await kind.load(query(), load)).isPastUnread, true);
      asked.length = 0;
      const content = await kind.load(query(), load, { type: 'read-past' });
      assert.equal(content.isPastUnread, false);
      const ends = asked.flatMap(([, { to }]) => (to === undefined ? [] : [to * 1_000 - hour]));
      // A window that ends within half an hour of a response is known.
      assert.deepEqual(ends.slice(-3), [-3_600_000, -7_200_000, -10_800_000]);
      assert.ok((readHistory(content.history)[0]?.length ?? 0) >= 4);
      asked.length = 0;
      await kind.load(query(), load, { type: 'read-past' });
      assert.equal(asked.length, 1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('works if responses cannot be stored, and logs the reason', async () => {
    const warned: string[] = [];
    const kind = createPercentilesPanel({
      service: doubleOf([]),
      arbscope,
      source: () => sandboxSource,
      history: { add: () => Promise.reject(new Error('disk full')), read: async () => [] },
      log: { warn: (words: string) => warned.push(words) } as never,
    });
    const content = await kind.load(query(), load);
    assert.equal(content.responses.length, 1);
    assert.match(warned.join(), /disk full/);
  });

  test('accepts only a valid form from the page', () => {
    assert.ok(parsePercentileRequest({ type: 'ask', query: query() }));
    for (const wrong of [
      null,
      'ask',
      { type: 'ask' },
      { type: 'land', query: query() },
      { type: 'ask', query: { ...query(), statistic: '__proto__' } },
      { type: 'ask', query: { ...query(), windowsSeconds: [1, 2, 3] } },
      { type: 'ask', query: { ...query(), minimum: '1e9' } },
      { type: 'ask', query: { ...query(), wallets: Array(1_001).fill(solMint) } },
      Object.create({ type: 'ask', query: query() }),
    ]) {
      assert.equal(parsePercentileRequest(wrong), null, JSON.stringify(wrong));
    }
  });

  test('opens with the fees or tips of the row that opened it, and keeps the filters', () => {
    const open = query({ windowsSeconds: [60], minimum: '5', providers: ['JITO'] });
    assert.equal(
      parsePercentileQueryArgument({ id: 'fees' }, undefined).statistic,
      'feesByComputeUnit',
    );
    assert.deepEqual(parsePercentileQueryArgument({ id: 'fees' }, open), {
      ...open,
      statistic: 'feesByComputeUnit',
    });
    assert.deepEqual(parsePercentileQueryArgument({ id: 'tips' }, open), open);
    assert.deepEqual(parsePercentileQueryArgument(undefined, open), open);
    assert.deepEqual(
      parsePercentileQueryArgument({ id: 'verdict' }, undefined),
      defaultQuery('tipsByComputeUnit'),
    );
    const gains = query({ statistic: 'tipsByGains', minimum: '7' });
    assert.deepEqual(parsePercentileQueryArgument({ id: 'tips' }, gains), gains);
    assert.equal(parsePercentileQueryArgument({ id: 'fees' }, gains).minimum, null);
  });

  test('finds the mint of a row or an address, and ignores anything else', () => {
    assert.equal(parseMintArgument({ id: `token:${solMint}` }), solMint);
    assert.equal(parseMintArgument(solMint), solMint);
    for (const wrong of [undefined, {}, { id: 'verdict' }, 'x', solMint.slice(2), 7]) {
      assert.equal(parseMintArgument(wrong), undefined);
    }
  });
});
