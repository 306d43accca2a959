import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelMethods } from '../../src/backend/protocol/channelProtocol.ts';
import type {
  PoolPage,
  PoolSearchResponse,
  PoolStats,
} from '../../src/backend/protocol/poolProtocol.ts';
import { importPools } from '../../src/engine/marketCache/poolImport.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { asInEditor } from './asInEditor.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median, percentile } from './percentile.ts';
import { poolAddress, poolCount, poolMint } from './poolEntries.ts';

const rounds = { warmUp: 200, measured: 2_000, pools: 100 } as const;
const allowed = {
  overhead: 3,
  unknownMembers: 200,
  search: 100,
  page: 200,
  firstSeconds: 2,
  megabytes: 400,
} as const;
const what = 'what is allowed';

/**
 * The built backend from a window's view: a cached response through the channel; then a market
 * cache of real size from a service through the backend, with memory, pages and searches.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-bench-'));
  const servers = ['clientServer.ts', 'poolServer.ts'].map((file) =>
    fork(join(import.meta.dirname, file), [join(folder, 'cache.json')], { stdio: 'inherit' }),
  );
  const secret = randomBytes(32).toString('hex');
  const secretFile = join(folder, 'channel.secret');
  const socket = join(folder, 'run', 'bench.sock');
  let backend: BackendProcess | undefined;
  try {
    const [small = '', large = ''] = await Promise.all(
      servers.map(async (server) => String((await once(server, 'message'))[0])),
    );
    await writeFile(secretFile, secret, { mode: 0o600 });
    backend = new BackendProcess(
      ['channel', '--socket', socket, '--secret-file', secretFile],
      ...asInEditor,
    );
    await backend.line(/ready/);
    const window = await FakeWindow.open(socket, secret);
    const overhead = await measureOverhead(window, small);
    const other = await FakeWindow.open(socket, secret);
    const unknownMembers = await measureUnknownMembers(window, other, small);
    other.socket.destroy();
    const pools = await measurePools(window, large, await importSeconds(folder));
    const megabytes = await peakMegabytes(backend);
    window.socket.destroy();
    return [
      overhead,
      unknownMembers,
      ...pools,
      ...(megabytes === null
        ? []
        : [
            {
              name: 'pools.memory',
              value: Math.round(megabytes),
              unit: 'MB at most, the whole backend',
              reference: { name: what, value: allowed.megabytes },
              ratio: allowed.megabytes / megabytes,
            },
          ]),
    ];
  } finally {
    await backend?.kill();
    for (const server of servers) server.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
};

async function measureOverhead(window: FakeWindow, baseUrl: string): Promise<BenchResult> {
  const connectionId = await window.open({ kind: 'service', baseUrl, apiKey: 'bench-key' });
  const request = {
    connectionId,
    operation: 'tokenInfo',
    parameters: { token: wrappedSolMint },
  } as const;
  await window.sendCall(request);
  const times: number[] = [];
  for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
    const start = performance.now();
    const { cachedAtMilliseconds } = await window.sendCall(request);
    const time = performance.now() - start;
    if (cachedAtMilliseconds === undefined) throw new Error('the response was not cached');
    if (round >= 0) times.push(time);
  }
  const value = percentile(times, 0.95);
  return {
    name: 'channel.overhead',
    value,
    unit: `ms for a cached response, 95th percentile; median ${median(times).toFixed(3)}`,
    reference: { name: what, value: allowed.overhead },
    ratio: allowed.overhead / value,
  };
}

/** Maximum wait of another window while one receives a response with a million unknown members. */
async function measureUnknownMembers(
  window: FakeWindow,
  other: FakeWindow,
  baseUrl: string,
): Promise<BenchResult> {
  const settings = { kind: 'service', baseUrl, apiKey: 'bench-key' } as const;
  const connectionId = await window.open(settings);
  await other.open(settings);
  let isOver = false;
  let value = 0;
  const end = () => {
    isOver = true;
  };
  const asked = window.sendCall({ connectionId, operation: 'feesByComputeUnit', parameters: {} });
  asked.then(end, end);
  while (!isOver) {
    const start = performance.now();
    await other.request(channelMethods.attach, { connectionId }).answer;
    value = Math.max(value, performance.now() - start);
  }
  return {
    name: 'channel.unknownMembers',
    value,
    unit: 'ms that another window waits at most, during a million unknown members',
    reference: { name: what, value: allowed.unknownMembers },
    ratio: allowed.unknownMembers / value,
  };
}

/** Time to import the same pools from their file into a store, without a service and views. */
async function importSeconds(folder: string): Promise<number> {
  const store = await DuckDbStore.open(join(folder, 'imported.duckdb'));
  try {
    const start = performance.now();
    await importPools(store, join(folder, 'cache.json'));
    return (performance.now() - start) / 1_000;
  } finally {
    await store.close();
  }
}

async function measurePools(
  window: FakeWindow,
  baseUrl: string,
  importing: number,
): Promise<BenchResult[]> {
  const connectionId = await window.open({ kind: 'service', baseUrl, apiKey: 'bench-key' });
  const ask = <Answer>(method: string, request: object = {}): Promise<Answer> =>
    window.request<Answer>(method, { connectionId, ...request }).answer;
  const start = performance.now();
  let bytes = 0;
  let firstSeconds = Number.NaN;
  let isLooking = false;
  /** Requests the first page like the view. */
  const look = async (): Promise<void> => {
    if (isLooking || !Number.isNaN(firstSeconds)) return;
    isLooking = true;
    const { rows } = await ask<PoolPage>(channelMethods.poolPage, { offset: 0, limit: 100 });
    if (rows.length > 0) firstSeconds = (performance.now() - start) / 1_000;
    isLooking = false;
  };
  const { pools } = await window.request<PoolStats>(
    channelMethods.loadPools,
    { connectionId },
    (progress) => {
      if (progress.kind !== 'loading') return;
      bytes = progress.receivedBytes;
      void look();
    },
  ).answer;
  const loadSeconds = (performance.now() - start) / 1_000;
  if (pools !== poolCount) throw new Error(`${pools} pools were loaded`);

  const searches = { prefix: [] as number[], both: [] as number[], symbol: [] as number[] };
  const pages: number[] = [];
  for (let round = 0; round < rounds.pools; round += 1) {
    const pool = poolAddress(round * 2_999);
    const search = async (text: string): Promise<number> => {
      const begin = performance.now();
      const { rows } = await ask<PoolSearchResponse>(channelMethods.poolSearch, {
        text,
        limit: 50,
      });
      if (rows.length === 0 && text !== 'SOL') throw new Error(`${text} was not found`);
      return performance.now() - begin;
    };
    searches.prefix.push(await search(pool.slice(0, 5)));
    searches.both.push(await search(`${poolMint(round * 6).slice(0, 6)}`));
    searches.symbol.push(await search('SOL'));
    const begin = performance.now();
    const offset = round * 2_999;
    const { rows } = await ask<PoolPage>(channelMethods.poolPage, { offset, limit: 100 });
    if (rows.length === 0) throw new Error('a page was empty');
    pages.push(performance.now() - begin);
  }
  const slowest = Math.max(...Object.values(searches).map((times) => percentile(times, 0.95)));
  const page = percentile(pages, 0.95);
  return [
    {
      name: 'pools.load',
      value: loadSeconds,
      unit: `s for ${poolCount} pools of ${Math.round(bytes / 1e6)} MB through the backend`,
      reference: { name: 'their import from a file', value: importing },
      ratio: importing / loadSeconds,
    },
    {
      name: 'pools.first',
      value: firstSeconds,
      unit: 's until the first pools can be seen',
      reference: { name: what, value: allowed.firstSeconds },
      ratio: allowed.firstSeconds / firstSeconds,
    },
    {
      name: 'pools.search',
      value: slowest,
      unit: 'ms, 95th percentile of the slowest kind (pool, mint, symbol)',
      reference: { name: what, value: allowed.search },
      ratio: allowed.search / slowest,
    },
    {
      name: 'pools.page',
      value: page,
      unit: 'ms for 100 rows anywhere, 95th percentile',
      reference: { name: what, value: allowed.page },
      ratio: allowed.page / page,
    },
  ];
}

/** Peak memory of the process; `null` if the system does not report it. */
async function peakMegabytes({ child }: BackendProcess): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
