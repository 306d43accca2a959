import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DuckDBConnection } from '@duckdb/node-api';
import type { CoverageReport } from '../../src/api/arbscope/coverage.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { serviceOf } from '../unit/engine/operations/arbscope/market.ts';
import type { Bench } from './benchResult.ts';
import { day, fillDay } from './fillDay.ts';
import { median } from './percentile.ts';

const rounds = { warmUp: 2, measured: 9 } as const;
const poolsOfConfig = 5_000;
/** Maximum delay of other requests. */
const maxTurnMilliseconds = 50;

type StreamArguments = Parameters<DuckDBConnection['stream']>;

/**
 * The coverage of a config of 5,000 pools over a day with a million arbitrages: the first request,
 * compared with its bare statements, and a repeated request.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-bench-'));
  const endSeconds = Math.floor(Date.now() / 1_000);
  await fillDay(join(folder, 'day.duckdb'), endSeconds, 100_000_000);
  const store = await DuckDbStore.open(join(folder, 'day.duckdb'));
  const turns = new Turns();
  try {
    const groups = groupsOf(store);
    const ask = (service: ReturnType<typeof serviceOf>): Promise<CoverageReport> =>
      service.coverage({ groups, percentile: 'p50' });
    const times: Record<'first' | 'again' | 'bare', number[]> = { first: [], again: [], bare: [] };
    for (let round = 0; round < rounds.warmUp + rounds.measured; round++) {
      const service = serviceOf(store, { source: { now: () => endSeconds * 1_000 } });
      if (round >= rounds.warmUp) turns.start();
      const { statements, milliseconds: first } = await recorded(() => ask(service));
      const again = await timeOf(async () => {
        const { total, covered } = await ask(service);
        const isCounted = covered.transactions > 0 && covered.transactions < total.transactions;
        if (!isCounted) throw new Error(`${covered.transactions} of ${total.transactions}`);
      });
      turns.stop();
      const bare = await timeOf(() => runAlone(statements));
      if (round < rounds.warmUp) continue;
      times.first.push(first);
      times.again.push(again);
      times.bare.push(bare);
    }
    const [first, again, bare] = [median(times.first), median(times.again), median(times.bare)];
    const { longest } = turns;
    const alone = { name: 'the statements alone', value: bare };
    return [
      {
        name: 'coverage.1m',
        value: first,
        unit: `ms median for ${day.arbitrages} arbitrages and ${groups.flat().length} pools`,
        reference: alone,
        ratio: bare / first,
      },
      {
        name: 'coverage.again.1m',
        value: again,
        unit: 'ms median',
        reference: alone,
        ratio: bare / again,
      },
      {
        name: 'coverage.turn.1m',
        value: longest,
        unit: 'ms of processor time before others have their turn, at most',
        reference: { name: 'what is allowed', value: maxTurnMilliseconds },
        ratio: maxTurnMilliseconds / longest,
      },
    ];
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Longest processor time of this thread between two turns of the event loop, milliseconds. */
class Turns {
  longest = 0;
  #isRunning = false;

  start(): void {
    this.#isRunning = true;
    let before = processorMilliseconds();
    const turn = (): void => {
      const now = processorMilliseconds();
      this.longest = Math.max(this.longest, now - before);
      before = now;
      if (this.#isRunning) setImmediate(turn);
    };
    setImmediate(turn);
  }

  stop(): void {
    this.#isRunning = false;
  }
}

function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Some pools of the most traded tokens, one group per token as in SMB's form A. */
function groupsOf({ names, routeStops }: DuckDbStore): string[][] {
  const byToken = new Map<number, string[]>();
  for (let id = 1; ; id++) {
    const stop = routeStops.routeStopOf(id);
    if (stop.id === 0) break;
    const pools = byToken.get(stop.token) ?? [];
    byToken.set(stop.token, [...pools, names.nameOf(stop.pool)]);
  }
  const groups: string[][] = [];
  let listed = 0;
  for (const pools of byToken.values()) {
    const group = pools.slice(0, Math.min(3, poolsOfConfig - listed));
    if (group.length > 0) groups.push(group);
    listed += group.length;
  }
  return groups;
}

type Statement = readonly [DuckDBConnection, StreamArguments];

/** Runs a request and returns the statements that it streamed. */
async function recorded(
  work: () => Promise<unknown>,
): Promise<{ statements: readonly Statement[]; milliseconds: number }> {
  const statements: Statement[] = [];
  const { stream } = DuckDBConnection.prototype;
  DuckDBConnection.prototype.stream = function (
    this: DuckDBConnection,
    ...statement: StreamArguments
  ) {
    statements.push([this, statement]);
    return stream.apply(this, statement);
  };
  try {
    return { milliseconds: await timeOf(work), statements };
  } finally {
    DuckDBConnection.prototype.stream = stream;
  }
}

/** Fetches all rows without reading them. */
async function runAlone(statements: readonly Statement[]): Promise<void> {
  for (const [connection, statement] of statements) {
    const result = await connection.stream(...statement);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
    }
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
