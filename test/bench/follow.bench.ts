import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent } from 'undici';
import { DecodeThreads } from '../../src/engine/rpc/decodeThreads.ts';
import type { Bench } from './benchResult.ts';
import { ended, forkBeside } from './childProcess.ts';
import {
  busiestPerSecond,
  followConcurrency as concurrency,
  follow,
  stopwatch,
  type Taken,
} from './followBlocks.ts';
import type { FollowNodeReady } from './followNode.ts';

const blocks = { warmUp: 16, measured: 80, reference: 80 } as const;

/**
 * Following a node: fetches blocks of mainnet's size and mix from another process, decompresses,
 * decodes and stores them. The result is a multiple of the rate of mainnet's busiest second; the
 * reference is only fetching and JSON.parse.
 */
export const bench: Bench = async () => {
  const node = forkBeside('followNode.ts');
  try {
    const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
    if (ready === null) return [];
    const reference = await fetchAndParse(ready);
    const served = processorSeconds(node.pid);
    const oneThread = await follow(ready, blocks);
    const serving =
      ((processorSeconds(node.pid) - served) * blocks.measured) / (blocks.warmUp + blocks.measured);
    // Processor use of the run with one thread; decoding threads cannot use more than all cores.
    const cores = (oneThread.processSeconds + serving) / oneThread.wallSeconds;
    const most = availableParallelism() / cores;
    const ours = await follow(ready, blocks, new DecodeThreads());
    const multiple = (seconds: number, count: number) =>
      (count * ready.transactionsPerBlock) / seconds / busiestPerSecond;
    const value = multiple(ours.wallSeconds, blocks.measured);
    const alone = multiple(reference.wallSeconds, blocks.reference);
    console.log(
      `follow: blocks of ${(ready.blockBytes / 1e6).toFixed(1)} MB ` +
        `(gzip ${(ready.compressedBytes / 1e6).toFixed(2)} MB); per second of this thread ` +
        `${multiple(ours.threadSeconds, blocks.measured).toFixed(1)} times, ` +
        `of this process ${multiple(ours.processSeconds, blocks.measured).toFixed(1)} times; ` +
        `without threads to decode ${multiple(oneThread.processSeconds, blocks.measured).toFixed(1)} times; ` +
        `fetch and JSON.parse alone: thread ${multiple(reference.threadSeconds, blocks.reference).toFixed(1)}`,
    );
    return [
      {
        name: 'follow.rate',
        value,
        unit: `times mainnet's busiest ${busiestPerSecond} transactions/s`,
        reference: { name: 'fetch and JSON.parse alone', value: alone },
        ratio: value / alone,
      },
      {
        name: 'backfill.rate',
        value,
        unit:
          `the same, decoded by threads; at most ${most.toFixed(2)} times one thread, ` +
          `whose run takes ${cores.toFixed(2)} of ${availableParallelism()} cores`,
        reference: {
          name: 'by one thread',
          value: multiple(oneThread.wallSeconds, blocks.measured),
        },
        ratio: oneThread.wallSeconds / ours.wallSeconds,
      },
    ];
  } finally {
    await ended(node);
  }
};

/** Processor time of a process in seconds; NaN outside of Linux. */
function processorSeconds(pid: number | undefined): number {
  try {
    // Skips the name, which may contain spaces. User and system time are in 1/100 s.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return Number.NaN;
  }
}

async function fetchAndParse({ url, firstSlot }: FollowNodeReady): Promise<Taken> {
  const unpack = promisify(gunzip);
  const agent = new Agent({ connections: concurrency });
  const fetchOne = async (slot: number): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, {}] });
    const { origin } = new URL(url);
    const response = await agent.request({ origin, path: '/', method: 'POST', body });
    const packed = Buffer.from(await response.body.arrayBuffer());
    JSON.parse((await unpack(packed, { chunkSize: 2 * 1024 * 1024 })).toString());
  };
  const fetchAll = async (count: number): Promise<void> => {
    let next = firstSlot;
    const one = async () => {
      while (next < firstSlot + count) await fetchOne(next++);
    };
    await Promise.all(Array.from({ length: concurrency }, one));
  };
  try {
    await fetchAll(blocks.warmUp);
    const start = stopwatch();
    await fetchAll(blocks.reference);
    return start();
  } finally {
    await agent.destroy();
  }
}
