/**
 * node test/bench/followSoak.ts [minutes]: three blocks of mainnet's size per second through the
 * engine into a store of a day with a million arbitrages, while windows call every operation.
 * Prints a line per minute, then the average memory in the first and the last third. Exits with 1
 * after any failure or, in runs of half an hour or more, if memory grew.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { CallableOperation } from '../../src/backend/protocol/callProtocol.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { ask, ended, forkAsBackend, forkBeside } from './childProcess.ts';
import type { EngineFigures } from './engineProcess.ts';
import { day, fillDay } from './fillDay.ts';
import type { FollowNodeReady } from './followNode.ts';

const pace = 3;
const windows = 3;
/** Pause between requests, as from a bot and some open views. */
const readerPauseMilliseconds = 500;
const minutes = Number(process.argv[2] ?? 30);
/** Applies to averages of at least ten minutes: garbage in the heap distorts single minutes. */
const allowedGrowth = { ratio: 1.05, minutes: 10 } as const;

type Call = readonly [operation: CallableOperation, parameters: object];

interface Minute {
  readonly milliseconds: number[];
  readonly errors: string[];
}

let minute: Minute = { milliseconds: [], errors: [] };
let failures = 0;
const rssMegabytes: number[] = [];

async function read(window: FakeWindow, calls: readonly Call[], signal: AbortSignal) {
  for (let next = Math.floor(Math.random() * calls.length); !signal.aborted; next++) {
    const [operation, parameters] = calls[next % calls.length] ?? calls[0] ?? ['finder', {}];
    const start = performance.now();
    try {
      await window.call(operation, parameters);
      minute.milliseconds.push(performance.now() - start);
    } catch (error) {
      if (signal.aborted) return;
      minute.errors.push(`${operation}: ${String(error)}`);
    }
    await setTimeout(Math.random() * 2 * readerPauseMilliseconds, undefined, { signal }).catch(
      () => undefined,
    );
  }
}

function tell(at: number, figures: EngineFigures): void {
  const { milliseconds, errors } = minute;
  rssMegabytes.push(figures.rssBytes / 1e6);
  minute = { milliseconds: [], errors: [] };
  failures += errors.length;
  milliseconds.sort((first, second) => first - second);
  const part = (share: number) =>
    (milliseconds[Math.ceil(share * milliseconds.length) - 1] ?? Number.NaN).toFixed(0);
  console.log(
    `minute ${at}: ${errors.length} errors, ${(figures.rssBytes / 1e6).toFixed(0)} MB, ` +
      `${figures.lagSlots} slots behind, ${milliseconds.length} reads, median ${part(0.5)} ms, ` +
      `95th percentile ${part(0.95)} ms, ${figures.arbitrages} arbitrages, ` +
      `processor ${figures.cpuSeconds.toFixed(0)} s ${figures.message}`,
  );
  for (const error of new Set(errors)) console.log(`  ${error}`);
}

/** Prints the averages of the first and last third; returns whether memory grew. */
function reportGrowth(): boolean {
  const third = Math.ceil(rssMegabytes.length / 3);
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [first, last] = [rssMegabytes.slice(0, third), rssMegabytes.slice(-third)].map(average);
  if (first === undefined || last === undefined) return false;
  console.log(
    `memory: ${first.toFixed(0)} MB on average in the first third, ${last.toFixed(0)} MB in the ` +
      `last, ${Math.max(...rssMegabytes).toFixed(0)} MB at most`,
  );
  return third >= allowedGrowth.minutes && last > first * allowedGrowth.ratio;
}

function callsOf(signature: string, wallets: readonly string[], mint: string): readonly Call[] {
  const range = { maxTimeRange: day.seconds };
  return [
    ['finder', { tokensMint: [wrappedSolMint], tokensTimeRange: day.seconds }],
    ['tipsByComputeUnit', range],
    ['tipsByGains', range],
    ['feesByComputeUnit', range],
    ['walletOverview', { wallets }],
    ['walletTransactions', { wallets }],
    ['transaction', { signature }],
    ['marketCache', { tokens: [mint, wrappedSolMint] }],
    ['finder', { tokensMint: [wrappedSolMint], tokensMax: 50, wallets }],
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'arbscope-soak-'));
const node = forkBeside('followNode.ts', [String(pace)]);
const engine = forkAsBackend('engineProcess.ts');
const over = new AbortController();
try {
  const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
  if (ready === null) process.exit();
  const store = join(folder, 'day.duckdb');
  const filled = await fillDay(store, Math.floor(Date.now() / 1_000), ready.firstSlot);
  const socket = join(folder, 'engine.sock');
  const secret = randomBytes(32).toString('hex');
  await ask(engine, { ask: 'open', socket, secret, store, nodeUrl: ready.url });
  const calls = callsOf(filled.signatures[0] ?? '', filled.wallets, filled.token);
  const reading = Array.from({ length: windows }, async () => {
    const window = await FakeWindow.open(socket, secret);
    await read(window, calls, over.signal);
    window.socket.destroy();
  });
  for (let at = 1; at <= minutes; at++) {
    await setTimeout(60_000);
    tell(at, await ask<EngineFigures>(engine, { ask: 'figures' }));
  }
  over.abort();
  await Promise.all(reading);
  await ask(engine, { ask: 'close' });
} finally {
  await Promise.all([ended(engine), ended(node)]);
  await rm(folder, { recursive: true, force: true });
}
const hasGrown = reportGrowth();
process.exitCode = failures > 0 || hasGrown ? 1 : 0;
