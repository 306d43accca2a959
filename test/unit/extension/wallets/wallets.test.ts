import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { WalletTotals } from '../../../../src/api/walletOverview.ts';
import type { WalletTransaction } from '../../../../src/api/walletTransactions.ts';
import type { ChannelCallOptions } from '../../../../src/extension/backend/channelMarketService.ts';
import { sandboxConnection } from '../../../../src/extension/connections/connections.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';
import {
  maxTrackedWallets,
  TrackedWallets,
} from '../../../../src/extension/wallets/trackedWallets.ts';
import {
  comparisonMarkdown,
  overviewsCsv,
  transactionsCsv,
} from '../../../../src/extension/wallets/walletExports.ts';
import { WalletLoader } from '../../../../src/extension/wallets/walletLoader.ts';
import {
  type WalletRowsOptions,
  walletRows,
} from '../../../../src/extension/wallets/walletRows.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { usdcMint } from '../../../../src/solana/baseMints.ts';
import { MementoDouble } from '../mementoDouble.ts';

const wallet = (seed: number): string => encodeBase58(new Uint8Array(32).fill(9).fill(seed, 0, 4));
const signature = (seed: number): string =>
  encodeBase58(new Uint8Array(64).fill(5).fill(seed, 0, 4));
const wallets = (count: number): string[] => Array.from({ length: count }, (_, at) => wallet(at));

const split = (success: number, fail: number) => ({ success, fail, total: success + fail });
const entry: WalletTotals = {
  gains: { SOL: split(0.0821, -0.001), USD: split(12.5, -0.2) },
  volume: { SOL: split(8.2, 0), USD: split(1_230, 0) },
  transactions: split(280, 41),
};
const attempt = (of: string, seed: number, isSuccess = true): WalletTransaction => ({
  isSuccess,
  wallet: of,
  signature: signature(seed),
  block_number: 1_000 + seed,
  timestamp: '2026-01-01T12:00:00.000Z',
  mint: isSuccess ? usdcMint : '',
  fees: 5_000n,
  net_gains_usd: isSuccess ? 0.12 : -0.0007,
  net_gains_sol: isSuccess ? 0.0008 : -0.000005,
});

/** Answers as a service, and notes what it was asked. */
class WalletService {
  readonly overviews: unknown[] = [];
  readonly lists: unknown[] = [];
  attempts: (wallets: readonly string[]) => WalletTransaction[] = () => [];
  unknown: readonly string[] = [];

  walletOverview(parameters: { readonly wallets: readonly string[] }, _: ChannelCallOptions = {}) {
    this.overviews.push(parameters);
    const known = parameters.wallets.filter((each) => !this.unknown.includes(each));
    return Promise.resolve(Object.fromEntries(known.map((each) => [each, entry])));
  }

  walletTransactions(parameters: { readonly wallets: readonly string[] }) {
    this.lists.push(parameters);
    return Promise.resolve(this.attempts(parameters.wallets));
  }
}

describe('Tracked wallets', () => {
  let storage: MementoDouble;
  let tracked: TrackedWallets;
  const names = (): string[] => tracked.all.map(({ address }) => tracked.labelOf(address));

  beforeEach(async () => {
    storage = new MementoDouble();
    tracked = new TrackedWallets(storage);
    await tracked.add(['a', 'b', 'c'].map((name, at) => ({ address: wallet(at), name })));
  });

  it('are restored in the next window, in their order and under their names', async () => {
    await tracked.moveBy(wallet(2), -1);
    await tracked.rename(wallet(0), 'first');
    tracked = new TrackedWallets(storage);
    assert.deepEqual(names(), ['first', 'c', 'b']);
  });

  it('can be moved before another one, and to the end', async () => {
    await tracked.moveBefore([wallet(2), wallet(1)], wallet(0));
    assert.deepEqual(names(), ['b', 'c', 'a']);
    await tracked.moveBefore([wallet(1)], null);
    assert.deepEqual(names(), ['c', 'a', 'b']);
    await tracked.moveBefore([wallet(1)], wallet(1));
    assert.deepEqual(names(), ['c', 'a', 'b']);
    await tracked.moveBy(wallet(1), 1);
    assert.deepEqual(names(), ['c', 'a', 'b']);
    await tracked.remove([wallet(0), wallet(1)]);
    assert.deepEqual(names(), ['c']);
  });

  it('are neither mints, programs nor invalid, appear once, and are limited in number', async () => {
    assert.match(tracked.validate('nonsense') ?? '', /Not a valid address/);
    assert.match(tracked.validate(signature(1)) ?? '', /Not a valid address/);
    assert.match(tracked.validate(usdcMint) ?? '', /Not a wallet: USDC/);
    assert.match(tracked.validate(wallet(1)) ?? '', /Already tracked: b/);
    await tracked.add([
      { address: wallet(7), name: 'once' },
      { address: wallet(7), name: 'twice' },
    ]);
    assert.deepEqual(names(), ['a', 'b', 'c', 'once']);
    await tracked.add(wallets(90).map((address) => ({ address, name: '' })));
    assert.equal(tracked.all.length, maxTrackedWallets);
    assert.match(tracked.validate(wallet(99)) ?? '', /50 wallets/);
  });

  it('survive unexpected storage', () => {
    const kept = [null, 3, { address: 'x', name: '' }, { address: wallet(1), name: 'good' }, {}];
    assert.deepEqual(new TrackedWallets(new MementoDouble({ 'arbscope.wallets': kept })).all, [
      { address: wallet(1), name: 'good' },
    ]);
    assert.deepEqual(new TrackedWallets(new MementoDouble({ 'arbscope.wallets': 'no' })).all, []);
  });
});

describe('Wallet figures', () => {
  const open = (count: number) => {
    const service = new WalletService();
    const all = wallets(count);
    return { service, all, answers: new WalletLoader({ service, wallets: () => all }) };
  };

  it('for more than five wallets are requested five at a time, and each part is shown as it comes', async () => {
    const { service, answers, all } = open(12);
    let parts = 0;
    await answers.loadOverviews({}, () => {
      parts += 1;
    });
    assert.deepEqual(service.overviews, [
      { wallets: all.slice(0, 5) },
      { wallets: all.slice(5, 10) },
      { wallets: all.slice(10) },
    ]);
    assert.equal(parts, 3);
    assert.equal(answers.overviewOf(wallet(11))?.overview, entry);
  });

  it('that are known are not requested again before a refresh', async () => {
    const { service, answers, all } = open(2);
    await answers.loadOverviews({});
    all.push(wallet(7));
    await answers.loadOverviews({});
    assert.deepEqual(service.overviews.slice(1), [{ wallets: [wallet(7)] }]);
    answers.markStale();
    assert.equal(answers.overviewOf(wallet(0))?.overview, entry, 'shown until the newer are there');
    await answers.loadOverviews({});
    assert.deepEqual(service.overviews.slice(2), [{ wallets: all }]);
  });

  it('are those of the chosen provider, and say where the service knows nothing', async () => {
    const { service, answers } = open(2);
    service.unknown = [wallet(1)];
    answers.provider = 'JITO';
    await answers.loadOverviews({});
    assert.deepEqual(service.overviews, [{ wallets: wallets(2), provider: 'JITO' }]);
    assert.equal(answers.overviewOf(wallet(1))?.overview, null);
  });
});

describe('A wallet’s last transactions', () => {
  const open = (count: number) => {
    const service = new WalletService();
    const all = wallets(count);
    return { service, answers: new WalletLoader({ service, wallets: () => all }) };
  };

  it('come from one request for its group of five', async () => {
    const { service, answers } = open(7);
    service.attempts = (asked) => asked.map((each, at) => attempt(each, at));
    const [first, second] = [
      await answers.loadTransactions(wallet(0), false, {}),
      await answers.loadTransactions(wallet(3), false, {}),
    ];
    assert.deepEqual(service.lists, [{ wallets: wallets(5) }]);
    assert.deepEqual(
      first.transactions.map((each) => each.wallet),
      [wallet(0)],
    );
    assert.ok(!second.mayBeIncomplete);
  });

  it('may be incomplete when the response is full, and can then be requested alone', async () => {
    const { service, answers } = open(3);
    service.attempts = ([first = '']) => Array.from({ length: 50 }, (_, at) => attempt(first, at));
    assert.ok((await answers.loadTransactions(wallet(1), false, {})).mayBeIncomplete);
    const alone = await answers.loadTransactions(wallet(1), true, {});
    assert.equal(alone.transactions.length, 50);
    assert.ok(!alone.mayBeIncomplete);
    assert.deepEqual(service.lists, [{ wallets: wallets(3) }, { wallets: [wallet(1)] }]);
  });

  it('are filtered to successes or failures on request', async () => {
    const { service, answers } = open(1);
    answers.successFilter = 'failures';
    await answers.loadTransactions(wallet(0), false, {});
    answers.successFilter = 'successes';
    answers.clear('transactions');
    await answers.loadTransactions(wallet(0), false, {});
    assert.deepEqual(service.lists, [
      { wallets: wallets(1), isSuccess: false },
      { wallets: wallets(1), isSuccess: true },
    ]);
  });
});

describe('The Wallets view shows', () => {
  const tracked = [
    { address: wallet(0), name: 'main bot' },
    { address: wallet(1), name: '' },
  ];
  const options = (change: Partial<WalletRowsOptions> = {}): WalletRowsOptions => ({
    overviewOf: (address) =>
      address === wallet(0)
        ? { overview: entry, answeredAtMilliseconds: Date.UTC(2026, 0, 1) }
        : undefined,
    loadTransactions: () =>
      Promise.resolve({
        transactions: [attempt(wallet(0), 1), attempt(wallet(0), 2, false)],
        mayBeIncomplete: true,
      }),
    source: sandboxConnection,
    nowMilliseconds: () => Date.UTC(2026, 0, 1, 12, 3),
    ...change,
  });
  const shown = ({ label, description }: TreeRow): string => `${label} | ${description}`;
  const { signal } = new AbortController();

  it('each wallet by its name with gains, window, sample size and success rate', () => {
    assert.deepEqual(walletRows(tracked, options()).map(shown), [
      'main bot | $12 · 321 tx · 87.2%',
      `${wallet(1).slice(0, 4)}…${wallet(1).slice(-4)} | `,
    ]);
  });

  it('each figure with its name to screen readers', () => {
    const [row] = walletRows(tracked, options());
    assert.equal(
      row?.accessibilityLabel,
      'Wallet main bot: $12 gains, 321 tx, 87.2% success, 24 h',
    );
  });

  it('gains and volume in SOL and USD, of successes, failures and both', () => {
    const [row] = walletRows(tracked, options());
    assert.deepEqual(row?.children?.().map(shown), [
      'Gains | $12',
      'Volume | $1,230',
      'Transactions | 41 failed',
      'Last transactions | ',
    ]);
    assert.deepEqual(
      row
        ?.facts()
        .find(([name]) => name === 'Gains')?.[1]
        .replaceAll(/ \([^)]*\)/g, ''),
      '$12.30; $12.50 from successful, −$0.20 from failed transactions',
    );
  });

  it('the last transactions with outcome, gains, fee and age, each opening its panel', async () => {
    const [row] = walletRows(tracked, options());
    const list = row?.children?.().at(-1);
    const rows = (await list?.loadChildren?.(signal)) ?? [];
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['$0.12 · 3 min ago', '−$0.00070 · 3 min ago', ''],
    );
    assert.deepEqual(
      rows.map(({ icon }) => icon),
      ['pass', 'error', 'ellipsis'],
    );
    assert.equal(rows[0]?.click?.command, 'arbscope.lookUpTransaction');
    assert.deepEqual(rows[0]?.click?.arguments, [signature(1)]);
    assert.match(
      rows[1]?.accessibilityLabel ?? '',
      /^Transaction .*, Failed: −\$0.00070 net, 3 min ago, fee 5,000 lamports$/,
    );
  });

  it('that a wallet has no transactions', async () => {
    const loadTransactions = async () => ({ transactions: [], mayBeIncomplete: false });
    const [row] = walletRows(tracked, options({ loadTransactions }));
    const list = row?.children?.().at(-1);
    assert.equal((await list?.loadChildren?.(signal))?.[0]?.label, 'No transactions');
  });

  it('rows that fit a side bar of 300 pixels', async () => {
    const figures = {
      ...entry,
      gains: { ...entry.gains, USD: { success: 98_765.43, fail: -1.5, total: 98_763.93 } },
    };
    const [row] = walletRows(
      [{ address: wallet(0), name: '' }],
      options({ overviewOf: () => ({ overview: figures, answeredAtMilliseconds: 0 }) }),
    );
    const children = row?.children?.() ?? [];
    const attempts = (await children.at(-1)?.loadChildren?.(signal)) ?? [];
    // Without the indent of their depth, at the width of the editor's font.
    const room = { 1: 38, 2: 32, 3: 32 } as const;
    for (const [depth, rows] of [
      [1, [row]],
      [2, children],
      [3, attempts],
    ] as const) {
      for (const each of rows) {
        const text = `${each?.label} ${each?.description}`;
        assert.ok(text.length <= room[depth], text);
      }
    }
  });

  it('rows with ids without figures and accessible names', async () => {
    const rows = walletRows(tracked, options()).flatMap((row) => [
      row,
      ...(row.children?.() ?? []),
    ]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    for (const { id, accessibilityLabel } of rows) {
      assert.ok(id.startsWith('wallet:') && accessibilityLabel.length > 5, id);
    }
  });
});

describe('Wallets are exported', () => {
  const tracked = [
    { address: wallet(0), name: '=HYPERLINK("x")' },
    { address: wallet(1), name: '' },
  ];
  const given = {
    wallets: tracked,
    overviewOf: (address: string) =>
      address === wallet(0)
        ? { overview: entry, answeredAtMilliseconds: Date.UTC(2026, 0, 1) }
        : undefined,
    source: sandboxConnection,
    provider: null,
  };

  it('as CSV with every figure unrounded, window and source, and no formula', () => {
    const [header = '', first = '', second = '', end] = overviewsCsv(given).split('\r\n');
    assert.equal(end, '');
    const columns = header.split(',');
    assert.equal(columns.length, 22);
    assert.ok(first.includes(`"'=HYPERLINK(""x"")"`), first);
    assert.ok(first.endsWith(`,280,41,321,${280 / 321}`), first);
    assert.ok(first.includes('2026-01-01T00:00:00.000Z,86400,12.5,-0.2,12.3,'), first);
    assert.equal(second.split(',').length, columns.length);
  });

  it('as CSV with one line for each transaction', () => {
    const lines = transactionsCsv([attempt(wallet(1), 3)], given).split('\r\n');
    assert.equal(
      lines[1],
      `${wallet(1)},,Sandbox,${signature(3)},true,1003,2026-01-01T12:00:00.000Z,${usdcMint},5000,0.0008,0.12`,
    );
  });

  it('as a comparison, with names that are only text', () => {
    const hostile = [{ address: wallet(0), name: '[x](command:arbscope.showLog) <img> |' }];
    const text = comparisonMarkdown({ ...given, wallets: hostile });
    assert.ok(!/[^\\][[\]<|]\(?(x|img)/.test(text), text);
    assert.match(text, /Sandbox: simulated data|Sandbox\\: simulated data/);
    const rows = comparisonMarkdown(given)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    assert.equal(rows.length, 12);
    assert.ok(
      rows.some((line) => line.startsWith('| Gains, USD')),
      rows.join('\n'),
    );
    for (const line of rows) assert.equal(line.match(/(?<!\\)\|/g)?.length, 4, line);
  });
});
