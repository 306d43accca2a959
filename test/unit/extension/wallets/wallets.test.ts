import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { RankedWallet, WalletRanking } from '../../../../src/api/arbscope/walletRanking.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { WalletTotals } from '../../../../src/api/walletOverview.ts';
import type { WalletTransaction } from '../../../../src/api/walletTransactions.ts';
import type { ChannelCallOptions } from '../../../../src/extension/backend/channelMarketService.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import {
  type PickWalletsOptions,
  pickWallets,
} from '../../../../src/extension/shared/pickWallets.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import {
  maxTrackedWallets,
  TrackedWallets,
} from '../../../../src/extension/shared/trackedWallets.ts';
import { WalletLoader } from '../../../../src/extension/shared/walletLoader.ts';
import { WalletRankings } from '../../../../src/extension/shared/walletRankings.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';
import { leaderRows } from '../../../../src/extension/wallets/leaderRows.ts';
import { overviewsCsv, transactionsCsv } from '../../../../src/extension/wallets/walletExports.ts';
import {
  type WalletRowsOptions,
  walletRows,
} from '../../../../src/extension/wallets/walletRows.ts';
import { walletsToCompare } from '../../../../src/extension/wallets/walletsToCompare.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { usdcMint } from '../../../../src/solana/baseMints.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { cancel, PrompterDouble, type Reply } from '../ui/prompts/prompterDouble.ts';
import { rankedWallet } from './rankedWallet.ts';

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

  it('are restored in the next window with their order and names', async () => {
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

  it('exclude mints, programs, invalid addresses and duplicates, and are limited in number', async () => {
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

  it('ignore invalid stored state', () => {
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
    return {
      service,
      all,
      answers: new WalletLoader({
        service,
        wallets: () => all,
        recentResponses: new RecentResponses(),
      }),
    };
  };

  it('are requested for five wallets at a time, and shown after each response', async () => {
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

  it('are not requested again before a refresh if they are known', async () => {
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

  it('are those of the chosen provider, and null for a wallet that the service does not know', async () => {
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
    return {
      service,
      answers: new WalletLoader({
        service,
        wallets: () => all,
        recentResponses: new RecentResponses(),
      }),
    };
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

  it('can be filtered to successes or failures', async () => {
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
    placeOf: () => undefined,
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

  it('each ranked wallet with its rank and share, also for screen readers', () => {
    const placeOf = (address: string) => rankedWallet({ wallet: address });
    const [row] = walletRows(tracked, options({ placeOf }));
    assert.equal(row?.description, '#3 · $12 · 4.2%');
    assert.equal(
      row?.accessibilityLabel,
      'Wallet main bot: rank #3, 4.2% of net gains, $12 net, 321 tx, 87.2% succeeded, 24 h',
    );
    assert.equal(shown(row.children?.()[0] as TreeRow), 'Rank | #3 · 4.2% of net gains');
    assert.deepEqual(
      row.facts().find(([name]) => name === 'Rank'),
      ['Rank', '#3 of 412 wallets, 4.2% of net gains'],
    );
  });

  it('no share if the wallets have no net gains in total', () => {
    const placeOf = (address: string) => rankedWallet({ wallet: address, share: null });
    assert.equal(walletRows(tracked, options({ placeOf }))[0]?.description, '#3 · $12 · 321 tx');
  });

  it('the panel of a wallet on click', () => {
    const [row] = walletRows(tracked, options());
    assert.equal(row?.click?.command, 'arbscope.openWallet');
    assert.deepEqual(row?.click?.arguments, [wallet(0)]);
  });

  it('each figure with its name, for screen readers', () => {
    const [row] = walletRows(tracked, options());
    assert.equal(
      row?.accessibilityLabel,
      'Wallet main bot: $12 net, 321 tx, 87.2% succeeded, 24 h',
    );
  });

  it('gains and volume in SOL and USD, of successes, failures and both', () => {
    const [row] = walletRows(tracked, options());
    assert.deepEqual(row?.children?.().map(shown), [
      'Gains | $12',
      'Volume | $1,230',
      'Transactions | 321 · 41 failed',
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

  it('a note for a wallet without transactions', async () => {
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
      options({
        overviewOf: () => ({ overview: figures, answeredAtMilliseconds: 0 }),
        placeOf: (address) => rankedWallet({ wallet: address }),
      }),
    );
    const children = row?.children?.() ?? [];
    const attempts = (await children.at(-1)?.loadChildren?.(signal)) ?? [];
    // Characters that fit per depth at the editor's font, indentation excluded.
    const room = { 1: 32, 2: 32, 3: 32 } as const;
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

describe('The wallet ranking', () => {
  const ranking = (...places: readonly RankedWallet[]): WalletRanking => ({
    time_range: 86_400,
    wallets_total: 412,
    net_gains_usd: 9_000,
    wallets: [...places],
  });
  const open = (answer: () => WalletRanking) => {
    const asked: unknown[] = [];
    const rankings = new WalletRankings({
      walletRanking: async (parameters) => {
        asked.push(parameters);
        return answer();
      },
    });
    return { asked, rankings };
  };

  it('lists the leaders of the last day by net gains, with rank, gains and share', async () => {
    const { asked, rankings } = open(() =>
      ranking(
        rankedWallet({ wallet: wallet(4), rank: 1, net_gains_usd: 391, share: 0.107 }),
        rankedWallet({ wallet: wallet(5), rank: 2, net_gains_usd: 271, share: null }),
      ),
    );
    await rankings.loadLeaders({});
    assert.deepEqual(asked, [{ limit: 10, order: 'gains' }]);
    const rows = leaderRows(rankings.leaders, sandboxConnection);
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['#1 · $391 · 10.7%', '#2 · $271 · 321 tx'],
    );
    assert.match(
      rows[0]?.accessibilityLabel ?? '',
      /^Wallet .*: rank #1, \$391 net, 10\.7% of net gains, 321 tx, 24 h$/,
    );
    assert.deepEqual(
      rows.map(({ click, context, address }) => [
        click?.command,
        click?.arguments,
        context,
        address,
      ]),
      [4, 5].map((seed) => ['arbscope.openWallet', [wallet(seed)], 'leader', wallet(seed)]),
    );
    assert.deepEqual(rows[0]?.facts().at(-1), ['Source', 'Sandbox: simulated data']);
  });

  it('has no leaders if the service offers no ranking, which is not an error', async () => {
    const { rankings } = open(() => {
      throw new MarketError('not-offered', 'Not here.');
    });
    await rankings.loadLeaders({});
    await rankings.loadPlaces([wallet(1)], null, {});
    assert.equal(rankings.isOffered, false);
    assert.deepEqual(rankings.leaders, []);
    rankings.clear();
    assert.ok(rankings.isOffered, 'another connection may offer one');
  });

  it('reports a failure to load', async () => {
    const { rankings } = open(() => {
      throw new MarketError('unreachable', 'Away.');
    });
    await assert.rejects(rankings.loadLeaders({}), { kind: 'unreachable' });
    assert.ok(rankings.isOffered);
  });

  it('has the ranks of tracked wallets, among those of the chosen provider', async () => {
    const { asked, rankings } = open(() => ranking(rankedWallet({ wallet: wallet(1), rank: 9 })));
    await rankings.loadPlaces([wallet(0), wallet(1)], 'JITO', {});
    assert.deepEqual(asked, [
      { wallets: [wallet(0), wallet(1)], limit: 2, providers: ['JITO'], order: 'gains' },
    ]);
    assert.equal(rankings.placeOf(wallet(1))?.rank, 9);
    assert.equal(rankings.placeOf(wallet(1))?.walletsTotal, 412);
    assert.equal(rankings.placeOf(wallet(0)), undefined);
  });
});

describe('Track Wallet offers', () => {
  const open = (replies: readonly Reply[], change: Partial<PickWalletsOptions['view']> = {}) => {
    const prompter = new PrompterDouble(replies);
    const tracked = new TrackedWallets(new MementoDouble());
    const leaders = [rankedWallet({ wallet: wallet(4), rank: 1 })];
    const view = { loadLeaders: async () => leaders, isRankingOffered: true, ...change };
    return { prompter, options: { prompter, tracked, view } };
  };
  const short = `${wallet(4).slice(0, 4)}…${wallet(4).slice(-4)}`;

  it('the leaders, each tracked with a single choice', async () => {
    const { prompter, options } = open([short]);
    assert.deepEqual(await pickWallets(options, ''), { addresses: [wallet(4)], isLeader: true });
    assert.deepEqual(prompter.choices, [[short]]);
  });

  it('the address from the selection or the clipboard first', async () => {
    const { prompter, options } = open([wallet(7)]);
    const picked = await pickWallets(options, wallet(7));
    assert.deepEqual(picked, { addresses: [wallet(7)], isLeader: false });
    assert.deepEqual(prompter.choices, [[wallet(7), short]]);
  });

  it('typed addresses, one or several', async () => {
    const { prompter, options } = open(['Track ']);
    prompter.typed = `${wallet(8)}, ${wallet(9)}`;
    const picked = await pickWallets(options, '');
    assert.deepEqual(picked, { addresses: [wallet(8), wallet(9)], isLeader: false });
    assert.equal(prompter.choices[0]?.[0], 'Track 2 wallets');
  });

  it('an error for an address that is not a wallet', async () => {
    const { prompter, options } = open(['Not a wallet: USDC', cancel]);
    prompter.typed = usdcMint;
    assert.equal(await pickWallets(options, ''), null);
    assert.equal(prompter.choices[0]?.[0], 'Not a wallet: USDC');
  });

  it('to switch the connection if the service offers no leaders', async () => {
    const { options } = open(['no leaders'], {
      loadLeaders: async () => [],
      isRankingOffered: false,
    });
    assert.equal(await pickWallets(options, ''), 'switch-connection');
  });

  it('typed addresses even if the leaders cannot be loaded', async () => {
    const { prompter, options } = open(['Track '], {
      loadLeaders: () => Promise.reject(new MarketError('unreachable', 'Away.')),
    });
    prompter.typed = wallet(8);
    const picked = await pickWallets(options, '');
    assert.deepEqual(picked, { addresses: [wallet(8)], isLeader: false });
  });
});

describe('Compare Wallets opens a panel', () => {
  const open = (trackedCount: number, replies: readonly Reply[] = []) => {
    const prompter = new PrompterDouble(replies);
    const entries = wallets(trackedCount).map((address, at) => ({ address, name: `name ${at}` }));
    const tracked = new TrackedWallets(new MementoDouble({ 'arbscope.wallets': entries }));
    const view = {
      loadLeaders: async () => [rankedWallet({ wallet: wallet(7), rank: 1 })],
      isRankingOffered: true,
    };
    return { prompter, options: { prompter, tracked, view } };
  };

  it('of the selected wallets, in the order of the selection', async () => {
    const { options } = open(5);
    assert.deepEqual(await walletsToCompare(options, [wallet(3), wallet(1)]), [
      wallet(3),
      wallet(1),
    ]);
  });

  it('of all tracked wallets if none is selected and they fit', async () => {
    for (const count of [2, 4]) {
      assert.deepEqual(await walletsToCompare(open(count).options, []), wallets(count));
    }
  });

  it('of one wallet and another that the user picks, a leader or a tracked one', async () => {
    const selected = open(5, ['name 2']);
    assert.deepEqual(await walletsToCompare(selected.options, [wallet(0)]), [wallet(0), wallet(2)]);
    assert.ok(!selected.prompter.choices[0]?.includes('name 0'), 'it is there already');
    const leader = `${wallet(7).slice(0, 4)}…${wallet(7).slice(-4)}`;
    const only = open(1, [leader]);
    assert.deepEqual(await walletsToCompare(only.options, []), [wallet(0), wallet(7)]);
  });

  it('of two wallets that the user picks if none or too many are tracked', async () => {
    const { options } = open(5, ['name 4', 'name 1']);
    assert.deepEqual(await walletsToCompare(options, []), [wallet(4), wallet(1)]);
    const none = open(0, [cancel]);
    assert.equal(await walletsToCompare(none.options, []), null);
    assert.equal(none.prompter.asked.length, 1);
  });

  it('for no wallets if the user cancels', async () => {
    assert.equal(await walletsToCompare(open(5, ['name 4', cancel]).options, []), null);
  });
});

describe('The CSV export of wallets', () => {
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

  it('has every figure unrounded, with window and source, and no formulas', () => {
    const [header = '', first = '', second = '', end] = overviewsCsv(given).split('\r\n');
    assert.equal(end, '');
    const columns = header.split(',');
    assert.equal(columns.length, 22);
    assert.ok(first.includes(`"'=HYPERLINK(""x"")"`), first);
    assert.ok(first.endsWith(`,280,41,321,${280 / 321}`), first);
    assert.ok(first.includes('2026-01-01T00:00:00.000Z,86400,12.5,-0.2,12.3,'), first);
    assert.equal(second.split(',').length, columns.length);
  });

  it('has one line per transaction', () => {
    const lines = transactionsCsv([attempt(wallet(1), 3)], given).split('\r\n');
    assert.equal(
      lines[1],
      `${wallet(1)},,Sandbox,${signature(3)},true,1003,2026-01-01T12:00:00.000Z,${usdcMint},5000,0.0008,0.12`,
    );
  });
});
