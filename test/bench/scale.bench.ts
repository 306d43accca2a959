import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { WalletLoader } from '../../src/extension/shared/walletLoader.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ask, askAlone, ended, forkBeside } from './childProcess.ts';
import { mainnetShape } from './fillDay.ts';
import { busiestPerSecond, follow } from './followBlocks.ts';
import type { FollowNodeReady } from './followNode.ts';
import { withLiveEngine } from './liveEngine.ts';
import { percentile } from './percentile.ts';
import { measureWindows } from './scaleWindows.ts';
import { type ScalePoint, scaleResult } from './scaling.ts';
import { createServices } from './storeOperations.ts';
import type { MeasuredOperation, StoreRequest } from './storeProcess.ts';

/**
 * Multiples of mainnet's busiest rate. At the size limit of a node's response, blocks become more
 * frequent instead of larger.
 */
const rates = [
  { times: 1, blockTimes: 1 },
  { times: 2, blockTimes: 2 },
  { times: 5, blockTimes: 5 },
  { times: 10, blockTimes: 5 },
] as const;
const followed = { warmUp: 16, measured: 100 } as const;
/** Arbitrages per day. */
const days = [100_000, 1_000_000, 10_000_000] as const;
/** Arbitrages of the day for the wallet benchmark. */
const walletDay = 1_000_000;
/** Includes more than the extension's maximum (`maxTrackedWallets`), to show the trend. */
const wallets = [
  { count: 10, rounds: 15 },
  { count: 100, rounds: 5 },
  { count: 1_000, rounds: 2 },
] as const;

/** Growth of times with the size, as an exponent of the size. */
export const bench: Bench = async () => {
  const following = await measureFollow();
  const [rows, ofWallets] = await measureDays();
  return [...following, rows, ofWallets, ...(await measureAllWindows())];
};

/** Processor seconds per second of the chain. */
async function measureFollow(): Promise<BenchResult[]> {
  const points: ScalePoint[] = [];
  for (const { times, blockTimes } of rates) {
    const node = forkBeside('followNode.ts', ['0', '', String(blockTimes)]);
    try {
      const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
      if (ready === null) return [];
      const [warmUp, measured] = [followed.warmUp, followed.measured].map((blocks) =>
        Math.ceil(blocks / blockTimes),
      ) as [number, number];
      const taken = await follow(ready, { warmUp, measured });
      const seconds = (measured * ready.transactionsPerBlock) / (busiestPerSecond * times);
      points.push({
        size: times,
        figure: taken.processSeconds / seconds,
        notes: {
          'of the thread': Number((taken.threadSeconds / seconds).toPrecision(3)),
          'MB a block': Number((ready.blockBytes / 1e6).toFixed(1)),
          'blocks a second': 2.5 * (times / blockTimes),
        },
      });
    } finally {
      await ended(node);
    }
    globalThis.gc?.();
  }
  return [
    scaleResult({
      name: 'scale.follow',
      sizes: `times mainnet's busiest ${busiestPerSecond} transactions/s`,
      figures: 'seconds of processor to follow a second of the chain',
      points,
    }),
  ];
}

/** Time of a finder response with several open windows. */
async function measureAllWindows(): Promise<BenchResult[]> {
  const points = await withLiveEngine(measureWindows);
  if (points === null) return [];
  return [
    scaleResult({
      name: 'scale.windows',
      sizes: 'windows',
      figures: 'ms of a finder response to a window with Live, median',
      points,
    }),
  ];
}

/** The finder by arbitrages per day, and wallets in one of the days. */
async function measureDays(): Promise<[BenchResult, BenchResult]> {
  const finder: ScalePoint[] = [];
  let ofWallets: readonly ScalePoint[] = [];
  for (const arbitrages of days) {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-scale-'));
    const address = { store: 'duckdb', folder: join(folder, 'store') } as const;
    await mkdir(address.folder);
    try {
      const start = performance.now();
      const fill: StoreRequest = { ask: 'fill', shape: mainnetShape(arbitrages), ...address };
      await askAlone('storeProcess.ts', fill);
      const filled = ((performance.now() - start) / 1_000).toFixed(0);
      console.log(`scale: a day of ${arbitrages} arbitrages filled in ${filled} s`);
      finder.push({ size: arbitrages, ...(await measureFinder(address)) });
      if (arbitrages === walletDay) ofWallets = await measureWallets(address.folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [
    scaleResult({
      name: 'scale.rows',
      sizes: 'arbitrages of a day',
      figures: 'ms of the finder over the day, median',
      points: finder,
    }),
    scaleResult({
      name: 'scale.wallets',
      sizes: 'tracked wallets',
      figures: 'ms until all overviews and newest transactions are there, median',
      points: ofWallets,
    }),
  ];
}

async function measureFinder(
  address: Pick<StoreRequest & { ask: 'open' }, 'store' | 'folder'>,
): Promise<Omit<ScalePoint, 'size'>> {
  const child = forkBeside('storeProcess.ts');
  const send = <Response>(request: StoreRequest) => ask<Response>(child, request);
  try {
    await send({ ask: 'open', coverageSeconds: 0, ...address });
    const measured = await send<MeasuredOperation>({ ask: 'measure', operation: 'finder' });
    await send({ ask: 'close' });
    return {
      figure: percentile(measured.engine, 0.5),
      notes: {
        'ms of processor': Math.round(percentile(measured.engineProcessor, 0.5)),
        'the statements alone': Math.round(percentile(measured.bare, 0.5)),
      },
    };
  } finally {
    await ended(child);
  }
}

/** Loads tracked wallets like a window: some per request, sequential requests. */
async function measureWallets(folder: string): Promise<ScalePoint[]> {
  const store = await DuckDbStore.open(join(folder, 'day.duckdb'));
  try {
    // A sample independent of activity.
    const [numbers = []] = await store.query(
      'SELECT wallet FROM transactions GROUP BY wallet ORDER BY hash(wallet), wallet',
    );
    const known = numbers.map((number) => store.names.nameOf(Number(number)));
    const points: ScalePoint[] = [];
    for (const { count, rounds } of wallets) {
      const tracked = known.slice(0, count);
      if (tracked.length < count) throw new Error(`the day has ${known.length} wallets`);
      const times: number[] = [];
      let requests = 0;
      // An extra warm-up round for the first size only.
      for (let round = points.length === 0 ? -1 : 0; round < rounds; round++) {
        // New services, to avoid cached results of previous rounds.
        const { market } = createServices(store);
        const counted = <Parameters, Response>(call: (parameters: Parameters) => Response) => {
          return (parameters: Parameters): Response => {
            requests += 1;
            return call(parameters);
          };
        };
        const loader = new WalletLoader({
          service: {
            walletOverview: counted(market.walletOverview),
            walletTransactions: counted(market.walletTransactions),
          },
          wallets: () => tracked,
        });
        requests = 0;
        const start = performance.now();
        await loader.loadOverviews({});
        for (const wallet of tracked) await loader.loadTransactions(wallet, false, {});
        if (round >= 0) times.push(performance.now() - start);
      }
      points.push({ size: count, figure: percentile(times, 0.5), notes: { requests } });
    }
    return points;
  } finally {
    await store.close();
  }
}
