import assert from 'node:assert/strict';
import { BlockIndexer } from '../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../src/engine/indexing/engineMetrics.ts';
import { keepAll } from '../src/engine/store/duckdb/retention.ts';
import type { StoreWriter } from '../src/engine/store/storeWriter.ts';
import { emptyBlock, TestClock } from './unit/engine/sources/rpcSupport.ts';

const now = 1_800_000_000;
const hour = 3_600;

/** Blocks of a node in their order of arrival. */
interface TimesCase {
  readonly name: string;
  readonly blocks: readonly (readonly [
    slot: number,
    timeSeconds: number | null,
    /** The slot whose block the node returns, if another one. */
    returned?: number,
  ])[];
  readonly reasons: readonly string[];
  readonly stored: Readonly<Record<number, number | null>>;
}

export const timesCases: readonly TimesCase[] = [
  {
    name: 'refuses a time of the past again on a retry, and takes the right one',
    blocks: [
      ...([10, 11, 12, 13] as const).map((slot) => [slot, now - 20 + slot] as const),
      [14, now - hour],
      ...([15, 16, 17] as const).map((slot) => [slot, now - 20 + slot] as const),
      [14, now - hour],
      [14, now - 6],
    ],
    reasons: [
      'their time is 3593 s before that of earlier blocks',
      'their time is 3593 s before that of earlier blocks',
    ],
    stored: { 13: now - 7, 14: now - 6, 15: now - 5 },
  },
  {
    name: 'refuses a time after that of later blocks',
    blocks: [
      [10, now - hour],
      [12, now - hour + 1],
      [11, now],
      [11, now - hour],
    ],
    reasons: ['their time is 3599 s after that of later blocks'],
    stored: { 11: now - hour },
  },
  {
    name: 'goes on after a first block whose time was wrong',
    blocks: [[10, now], ...([11, 12, 13, 14] as const).map((slot) => [slot, now - hour] as const)],
    reasons: ['their time is 3600 s before that of earlier blocks'],
    stored: { 11: null, 12: now - hour, 13: now - hour, 14: now - hour },
  },
  {
    name: 'refuses the block of another slot, and takes the right one',
    blocks: [
      [10, now - 60],
      [11, now - 60, 10],
      [12, now],
      [11, now - 30],
    ],
    reasons: ['the node returned the block of slot 10 for slot 11'],
    stored: { 10: now - 60, 11: now - 30, 12: now },
  },
  {
    name: 'gives a late block without a time that of the block before it',
    blocks: [
      [10, now - 60],
      [12, now],
      [11, null],
    ],
    reasons: ['Some blocks have no time, so they count at the time of the block before.'],
    stored: { 11: now - 60 },
  },
];

/** Follows the blocks, and checks which are stored and why others are not. */
export async function checkTimes(
  writer: StoreWriter,
  { blocks, reasons, stored }: TimesCase,
): Promise<void> {
  const found: string[] = [];
  const indexer = new BlockIndexer({
    writer,
    clock: new TestClock(),
    source: {
      kind: 'rpc',
      now: () => now * 1_000,
      tokens: () => [],
      async *history() {},
      async *follow() {
        for (const [slot, blockTime, returned = slot] of blocks) {
          const block = { ...emptyBlock(returned), blockTime };
          yield { slot, block, onUnreadable: ({ reason }) => found.push(reason) };
        }
      },
    },
    metrics: new EngineMetricsCollector({ size: async () => ({ rows: 0, bytes: 0 }) }),
    signal: new AbortController().signal,
    report: () => undefined,
    now: () => now * 1_000,
    retention: keepAll,
  });
  await indexer.follow();
  await writer.flush();
  assert.deepEqual(found, reasons);
  const times = Object.keys(stored).map((slot) => [slot, writer.timeOf(Number(slot))]);
  assert.deepEqual(Object.fromEntries(times), stored);
}
