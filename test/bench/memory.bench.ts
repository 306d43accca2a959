import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../scripts/paths.ts';
import { MarketError } from '../../src/api/marketError.ts';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { asInEditor } from './asInEditor.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ended, forkBeside } from './childProcess.ts';
import { day, fillDay, finderOfDay } from './fillDay.ts';
import type { FollowNodeReady } from './followNode.ts';

/** Blocks per second, as on mainnet. */
const pace = 2.5;
const followMilliseconds = 30_000;
const idleMilliseconds = 10_000;
const sandboxMilliseconds = 60_000;
const callsOfEach = 8;
const rowsName = 'Node and DuckDB with the same rows alone';
/** Limit for a backend that follows a node and handles requests. */
const allowedMegabytes = 450;

/**
 * The minimum of any backend on the Sandbox: the compressed rows of its day, and one new row in
 * each table to which every block adds, for which DuckDB allocates a block of 256 KiB per column.
 */
const rowsScript = `
  const { setTimeout } = await import('node:timers/promises');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { allocator_flush_threshold: '16MB' });
  const connection = await instance.connect();
  const limit = await connection.runAndReadAll("SELECT current_setting('memory_limit')");
  const releaseMemory = () => connection.run(\`SET memory_limit = '\${limit.getRows()[0][0]}'\`);
  await connection.run(\`ATTACH '\${process.env.ROWS}' AS stored (READ_ONLY)\`);
  await connection.run('COPY FROM DATABASE stored TO memory');
  await connection.run('DETACH stored');
  await connection.run('CHECKPOINT');
  for (const table of ['transactions', 'stops', 'credits', 'trades', 'tips', 'blocks']) {
    await connection.run(\`INSERT INTO \${table} SELECT * FROM \${table} LIMIT 1\`);
  }
  for (let times = 0; times < 2; times++) {
    await setTimeout(2_000);
    await releaseMemory();
  }
  console.log('ready');
  setInterval(() => undefined, 1_000);
`;

/**
 * Resident memory of the built backend, started like by the extension: idle on the Sandbox, and the
 * peak while it follows a node of mainnet's size with a day of a million arbitrages and handles
 * requests. Linux only.
 */
export const bench: Bench = async () => {
  if (process.platform !== 'linux') return [];
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const following = await follow();
  const [idle, rows] = [await sandboxIdle(), await nodeWithRows()];
  const results: BenchResult[] = [
    result(
      'memory.sandbox',
      idle.all,
      'a minute after a window’s first response',
      rows.all,
      rowsName,
    ),
    result('memory.sandbox.own', idle.own, 'of it that no other process has', rows.own, rowsName),
  ];
  if (following === null) return results;
  const { most, atRest } = following;
  const limit = 'the limit';
  return [
    ...results,
    result('memory.follow', most, 'at most, following and responding', allowedMegabytes, limit),
    result('memory.follow.rest', atRest, 'following, after the responses', allowedMegabytes, limit),
  ];
};

const result = (
  name: string,
  value: number,
  when: string,
  reference: number,
  referenceName: string,
): BenchResult => ({
  name,
  value,
  unit: `MB ${when}`,
  reference: { name: referenceName, value: reference },
  ratio: reference / value,
});

interface Held {
  readonly all: number;
  /** Without pages shared with other processes, such as Node's, which the editor runs too. */
  readonly own: number;
}

async function held(pid: number | undefined): Promise<Held> {
  const sums = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(sums)?.[1]) / 1_024;
  return { all: of('Rss'), own: of('Private_Clean') + of('Private_Dirty') };
}

/** `VmRSS` is the current memory of a process, `VmHWM` its peak. */
async function megabytes(pid: number | undefined, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
}

async function sandboxIdle(): Promise<Held> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-memory-'));
  const secret = randomBytes(32).toString('hex');
  const secretFile = join(folder, 'channel.secret');
  const socket = join(folder, 'run', 'memory.sock');
  await writeFile(secretFile, secret, { mode: 0o600 });
  const args = ['channel', '--socket', socket, '--secret-file', secretFile];
  const backend = new BackendProcess(args, {}, asInEditor);
  try {
    await backend.line(new RegExp(channelStatusLines.ready));
    const window = await FakeWindow.open(socket, secret);
    await window.call('finder', finderOfDay);
    await setTimeout(sandboxMilliseconds);
    const value = await held(backend.child.pid);
    await window.goodbye();
    await backend.ended;
    return value;
  } finally {
    await backend.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function nodeWithRows(): Promise<Held> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-memory-'));
  const file = join(folder, 'sandbox.duckdb');
  const server = await ServeProcess.open(['--source', 'sandbox', '--store', file]);
  const client = new HttpMarketClient({ baseUrl: server.url, apiKey: contractKey });
  try {
    await client.service.finder(finderOfDay);
    await server.process.kill('SIGTERM');
    const child = spawn(
      ...asInEditor(process.execPath, ['--input-type=module', '--eval', rowsScript]),
      {
        cwd: root,
        env: { ...process.env, ROWS: file },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    const value = await held(child.pid);
    child.kill();
    await once(child, 'exit');
    return value;
  } finally {
    await client.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `null` without the recorded blocks, which the fake node needs. */
async function follow(): Promise<{ most: number; atRest: number } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-memory-'));
  const node = forkBeside('followNode.ts', [String(pace)]);
  try {
    const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
    if (ready === null) return null;
    const store = join(folder, 'day.duckdb');
    const { wallets } = await fillDay(store, Math.floor(Date.now() / 1_000), ready.firstSlot);
    const server = await ServeProcess.open(
      ['--store', store, '--source', 'rpc', '--tier', 'high'],
      { ARBSCOPE_RPC_URL: ready.url },
      asInEditor,
    );
    await setTimeout(followMilliseconds);
    const client = new HttpMarketClient({ baseUrl: server.url, apiKey: contractKey });
    for (const call of heavyCalls(client, wallets)) {
      for (let round = 0; round < callsOfEach; round++) await whereAllowed(call);
    }
    await setTimeout(idleMilliseconds);
    const { pid } = server.process.child;
    const most = await megabytes(pid, 'VmHWM');
    const atRest = await megabytes(pid, 'VmRSS');
    await client.close();
    await server.stop();
    return { most, atRest };
  } finally {
    await ended(node);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ignores rate-limit errors, which the server returns for too many overviews. */
async function whereAllowed(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!MarketError.is(error, 'rate-limited')) throw error;
  }
}

function heavyCalls(
  { service, arbscope }: HttpMarketClient,
  wallets: readonly string[],
): readonly (() => Promise<unknown>)[] {
  const window = { maxTimeRange: day.seconds };
  return [
    () => service.finder(finderOfDay),
    () => service.tipsByComputeUnit(window),
    () => service.feesByComputeUnit(window),
    () => service.walletOverview({ wallets: [...wallets] }),
    () => arbscope.arbitrages({}),
    () => arbscope.walletRanking({}),
    () => arbscope.history({}),
  ];
}
