import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import type { Outcome } from '../../src/api/arbscope/arbitrageFilter.ts';
import { walletOrders } from '../../src/api/arbscope/walletRanking.ts';
import type { TimeWindow } from '../../src/engine/base/timeWindow.ts';
import type { ArbitrageRecord } from '../../src/engine/decode/arbitrageRecord.ts';
import { readPercentiles } from '../../src/engine/operations/readPercentiles.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { CreditSums } from '../../src/engine/store/reads/creditSums.ts';
import type { TransactionFilter } from '../../src/engine/store/reads/transactionFilter.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { arbitrage, failure, serviceOf } from '../unit/engine/operations/arbscope/market.ts';
import { address, block, signatureOf, solAt, tip } from '../unit/engine/syntheticBlocks.ts';
import { random } from './random.ts';

const hour = 3_600;
const noSpace = 'no space left on device';
const start = 277 * hour;
const retention = { keepSeconds: 3 * hour, rawFailures: 60 };
const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => address(`${kind}${at}`));
const wallets = names('wallet', 4);
const tokens = names('token', 4);
const amms = names('amm', 2);
const bots = ['alpha', 'beta'];
const providers = ['JITO', 'FAST', 'NO_PROVIDER'];
/** The last one has no price, so net gains in it are unknown. */
const bases = [wrappedSolMint, usdcMint, address('unpriced')];
const outcomes: readonly Outcome[] = ['gain', 'loss', 'unknown', 'failed', 'no-swap'];

const routes = [
  ...tokens.map((token) => ({ tokens: [token] })),
  ...amms.map((amm) => ({ amms: [amm] })),
  ...[0, 1, 2].map((pool) => ({ pools: [address(`pool${pool}`)] })),
];

/** The same blocks in a store of rows alone, and in one that sums hours and deletes their rows. */
class TwoStores {
  readonly rows: DuckDbStore;
  totals: DuckDbStore;
  readonly #file: string;
  readonly #random: (limit: number) => number;
  /** Slot -> time; slots rise with time. */
  readonly #blocks = new Map<number, number>();
  #now = start;
  #signatures = 0;

  private constructor(file: string, seed: number, rows: DuckDbStore, totals: DuckDbStore) {
    this.#file = file;
    this.#random = random(seed);
    this.rows = rows;
    this.totals = totals;
  }

  static async open(file: string, seed: number): Promise<TwoStores> {
    const rows = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1e9 });
    return new TwoStores(file, seed, rows, await DuckDbStore.open(file, retention));
  }

  get now(): number {
    return this.#now;
  }

  async close(): Promise<void> {
    await this.rows.close();
    await this.totals.close();
  }

  async reopen(): Promise<void> {
    await this.totals.close();
    this.totals = await DuckDbStore.open(this.#file, retention);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.#random(values.length)];
    assert.ok(value !== undefined);
    return value;
  }

  some<Value>(values: readonly Value[]): readonly Value[] | undefined {
    if (this.#random(3) > 0) return undefined;
    return values.filter(() => this.#random(2) === 0);
  }

  random(limit: number): number {
    return this.#random(limit);
  }

  /** New, late, replaced and removed blocks, and omitted ones. */
  async change(): Promise<void> {
    // Rolled-up failures no longer belong to a block.
    const [[rolledUpTo] = []] = await this.totals.query('SELECT max(minute) + 60 FROM failures');
    const from = Math.max(this.#rowsFrom, Number(rolledUpTo ?? 0));
    const kept = [...this.#blocks].filter(([, time]) => time >= from);
    const [slot, time] = kept.length === 0 ? [0, 0] : this.pick(kept);
    switch (this.#random(12)) {
      case 0:
        if (time > 0) await this.#add(slot, time, `fork${this.#signatures}`);
        return;
      case 1:
        if (time > 0) await this.#both((store) => store.remove(slot));
        this.#blocks.delete(slot);
        return;
      case 2: {
        // A late block, at a time between others.
        const late = this.#rowsFrom + this.#random(this.#now - this.#rowsFrom);
        if (late >= start && !this.#blocks.has(late)) await this.#add(late, late, `late${late}`);
        return;
      }
      case 3: {
        const minute = this.#now - (this.#now % 60);
        await this.#both((store) => {
          store.addOmittedBlocks([{ minute, omitted: 1 + (this.#signatures % 3) }]);
          return Promise.resolve();
        });
        return;
      }
      default:
        // Now and then nothing happens for hours.
        this.#now += 1 + this.#random(this.#random(40) === 0 ? 3 * hour : 400);
        await this.#add(this.#now, this.#now, `hash${this.#now}`);
    }
  }

  async flush(): Promise<void> {
    await this.#both((store) => store.flush());
  }

  get #rowsFrom(): number {
    return Math.max(start, this.totals.rowsFromSeconds ?? 0);
  }

  async #add(slot: number, time: number, blockhash: string): Promise<void> {
    const records = Array.from({ length: this.#random(6) }, (_, index) =>
      this.#record(slot, time, index),
    );
    const made = block({
      slot,
      blockhash,
      blockTimeSeconds: this.#random(30) === 0 && time === this.#now ? null : time,
      records,
      observations: [solAt(100)],
    });
    this.#blocks.set(slot, time);
    await this.#both((store) => store.add(made));
  }

  #record(slot: number, time: number, index: number): ArbitrageRecord {
    const number = this.#signatures++;
    const members = {
      slot,
      index,
      blockTimeSeconds: time,
      wallet: this.pick(wallets),
      bot: this.#random(3) === 0 ? null : { family: this.pick(bots), program: address('bot') },
      feeLamports: BigInt(5_000 + this.#random(90_000)),
      tips:
        this.#random(2) === 0 ? [] : [tip(this.pick(providers), BigInt(this.#random(2_000_000)))],
    };
    if (this.#random(3) === 0) {
      const pools = names('pool', this.#random(4)).map((pool) => ({
        ...{ pool, program: this.pick(amms), group: 0 },
        mints: [this.pick(tokens), wrappedSolMint],
      }));
      const attempt = { pools, unknownPools: 0, parameters: null };
      return failure(number, { ...members, tips: [], attempt });
    }
    const kind = this.#random(8);
    const base = this.pick(bases);
    return arbitrage(number, {
      ...members,
      token: this.pick(tokens),
      stops: [
        [this.pick(amms), address(`pool${this.#random(5)}`)],
        [this.pick(amms), address(`pool${this.#random(5)}`)],
      ],
      baseMint: base,
      grossGains: [{ mint: base, amount: BigInt(1 + this.#random(3_000_000)) }],
      ...(kind === 0 && { type: 'circular-with-loss' as const, grossGains: [] }),
      ...(kind === 1 && { type: 'bot-no-profit' as const, legs: [], grossGains: [] }),
      ...(kind === 2 && { type: 'other' as const }),
      signature: signatureOf(number),
    });
  }

  async #both(work: (store: DuckDbStore) => Promise<void>): Promise<void> {
    await work(this.rows);
    await work(this.totals);
  }
}

const percents = [1, 50, 99];

const sorted = (values: Iterable<unknown>): string[] =>
  Array.from(values, (value) =>
    JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)),
  ).sort();

/** What users see of a store's sums in a window; without rows, what totals know. */
async function sumsOf(
  store: DuckDbStore,
  { hasRows, ...window }: TimeWindow & { readonly hasRows: boolean },
  filter: TransactionFilter,
  order: (typeof walletOrders)[number],
) {
  const {
    bases: baseMints,
    wallets: own = [],
    providers: sent,
    bots: used,
    outcomes: had,
  } = filter;
  const ranked = hasRows ? filter : { wallets: own, bots: used, outcomes: had };
  return {
    ...(hasRows && {
      credits: creditsOf(await store.creditSums({ window, baseMints, wallets: own })),
      volumes: sorted(await store.tradedVolumesUsd(window)),
      tips: await store.readTipsByProviderAndMint(
        { window, wallets: own, providers: sent },
        (tips) => readPercentiles(tips, percents),
      ),
      fees: await store.readFeesByProvider({ window, wallets: own, providers: sent }, (fees) =>
        readPercentiles(fees, percents),
      ),
    }),
    tokens: creditsOf(await store.creditSums({ window, baseMints, isByToken: true })),
    threshold: await store.thresholdTotals({
      ...{ window, baseMints, providers: sent, bots: used },
      ...(hasRows && { wallets: own }),
    }),
    overview: sorted(
      await store.walletTotals({ window, wallets, provider: hasRows ? sent?.[0] : undefined }),
    ),
    ranking: await store.walletRanking({ filter: ranked, window, order, wallets: [], limit: 10 }),
  };
}

const creditsOf = (credits: CreditSums): string[] =>
  sorted(
    Array.from({ length: credits.rowCount }, (_, row) => {
      const { token, amm, pool } = credits.stopOf(row);
      return [
        ...[token, amm, pool].map((id) => credits.nameOf(id)),
        ...[credits.isFirstOfToken(row), credits.isFirstOfAmm(row)],
        ...[credits.revenuesUsd[row], credits.profitsUsd[row]],
        ...[credits.transactions[row], credits.volumeUsd[row]],
      ];
    }),
  );

async function compare(stores: TwoStores): Promise<void> {
  const { rows, totals, now } = stores;
  const rowsFrom = totals.rowsFromSeconds ?? start;
  const filter: TransactionFilter = {
    wallets: stores.some(wallets),
    bots: stores.some(bots),
    providers: stores.some(providers),
    bases: stores.some(bases),
    outcomes: stores.some(outcomes),
  };
  const routed: TransactionFilter = {
    ...filter,
    tokens: stores.some(tokens),
    amms: stores.some(amms),
    ...(stores.random(4) === 0 && { minNetGainsUsd: (stores.random(200) - 100) / 1_000 }),
  };
  const order = stores.pick(walletOrders);
  // Rolled-up failures count at the start of their minute.
  const minute = (from: number) => from + 60 * stores.random(Math.ceil((now + 600 - from) / 60));
  const since = start + hour * stores.random(Math.ceil((now - start) / hour));
  const fromSeconds = since >= rowsFrom || stores.random(2) === 0 ? minute(rowsFrom) : since;
  const toSeconds = Math.max(fromSeconds, rowsFrom) + 60 * (1 + stores.random(900)) - 1;
  const ofRows = minute(rowsFrom);
  const windows = [
    [{ fromSeconds, toSeconds }, filter],
    // Of an hour without rows, only the whole is known.
    [{ fromSeconds: since, toSeconds: since + hour * (1 + stores.random(30)) - 1 }, filter],
    [{ fromSeconds: ofRows, toSeconds: ofRows + hour - 1 }, routed],
  ] as const;
  for (const [window, own] of windows) {
    const hasRows = window.fromSeconds >= rowsFrom;
    assert.deepEqual(
      await sumsOf(totals, { ...window, hasRows }, own, order),
      await sumsOf(rows, { ...window, hasRows }, own, order),
    );
  }
  await compareHistories(stores, filter, routed);
}

async function compareHistories(
  stores: TwoStores,
  filter: TransactionFilter,
  routed: TransactionFilter,
): Promise<void> {
  const { rows, totals, now } = stores;
  const rowsFrom = totals.rowsFromSeconds ?? start;
  const source = { now: () => now * 1_000 };
  const [own, interval] = stores.pick([
    [filter, 3_600],
    [filter, 86_400],
    [filter, 300],
    [{ outcomes: filter.outcomes, ...stores.pick(routes) }, 3_600],
    [routed, 3_600],
  ] as const);
  const parameters = { ...own, from: start, to: now, interval } as Parameters<
    ReturnType<typeof serviceOf>['history']
  >[0];
  const found = await serviceOf(totals, { source }).history(parameters);
  const expected = await serviceOf(rows, { source }).history(parameters);
  const areTotals = await totals.inSnapshot((snapshot) =>
    Promise.resolve(snapshot.sumsFromSeconds(own, interval) === null),
  );
  for (const [at, point] of found.points.entries()) {
    const begin = Math.max(start, Date.parse(point.time) / 1_000);
    const { tips, fees, ...sums } = expected.points[at] ?? assert.fail();
    if (begin >= rowsFrom) assert.deepEqual(point, expected.points[at]);
    else if (areTotals) assert.deepEqual({ ...point, tips, fees }, { ...sums, tips, fees });
    else assert.equal(point.coverage, null);
  }
}

describe('A store with totals by hour', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'arbscope-totals-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const seed of [1, 2]) {
    it(`gives the sums of all rows ever stored, also of deleted ones (seed ${seed})`, async () => {
      const stores = await TwoStores.open(path.join(folder, `${seed}.duckdb`), seed);
      let failedSums = 0;
      for (let round = 0; round < 20; round++) {
        for (let changes = stores.random(12); changes >= 0; changes--) await stores.change();
        await stores.flush();
        if (stores.random(2) === 0) failedSums += await failWhileSumming(stores);
        for (let calls = stores.random(6); calls > 0; calls--) await maintain(stores);
        if (stores.random(10) === 0) await stores.reopen();
        if (stores.random(4) === 0) await compare(stores);
      }
      assert.ok((stores.totals.rowsFromSeconds ?? 0) > start + 2 * hour);
      assert.ok(failedSums > 0);
      await compare(stores);
      await stores.close();
    });
  }
});

/** An hour whose sums failed is tried again minutes later; until then its error repeats. */
async function maintain({ totals }: TwoStores): Promise<void> {
  await totals.maintain().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes(noSpace))) throw error;
  });
}

/** One of the statements of the next sums or deletions fails. Returns 1 if there was one. */
async function failWhileSumming(stores: TwoStores): Promise<number> {
  const { run } = DuckDBConnection.prototype;
  let left = stores.random(4);
  let failed = 0;
  const failing = mock.method(
    DuckDBConnection.prototype,
    'run',
    function (this: DuckDBConnection, ...statement: Parameters<typeof run>) {
      const isOfTotals = /^\s*(INSERT INTO|UPDATE|DELETE FROM) (hour_|summed_|blocks)/;
      if (isOfTotals.test(statement[0]) && left-- === 0) {
        failed = 1;
        return Promise.reject(new Error(noSpace));
      }
      return run.apply(this, statement);
    },
  );
  await stores.totals.maintain().catch(() => undefined);
  failing.mock.restore();
  return failed;
}
