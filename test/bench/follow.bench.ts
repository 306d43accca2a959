import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent } from 'undici';
import { Engine } from '../../src/engine/engine.ts';
import { DecodeThreads } from '../../src/engine/sources/rpc/decodeThreads.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import type { Bench } from './benchResult.ts';
import type { FollowNodeReady } from './followNode.ts';

/** Transactions of mainnet's busiest second, votes among them. */
const busiestPerSecond = 2_440 + 1_944;
const blocks = { warmUp: 16, measured: 80, reference: 80 } as const;
const concurrency = 4;

/**
 * Following a node: blocks of mainnet's size and mix are fetched from another process, unpacked,
 * decoded and stored, as a multiple of the rate of mainnet's busiest second; beside it fetching and
 * JSON.parse alone.
 */
export const bench: Bench = async () => {
  const node = fork(join(import.meta.dirname, 'followNode.ts'), { stdio: 'inherit' });
  try {
    const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
    if (ready === null) return [];
    const reference = await fetchAndParse(ready);
    const oneCore = await follow(ready);
    const ours = await follow(ready, new DecodeThreads());
    const multiple = (seconds: number, count: number) =>
      (count * ready.transactionsPerBlock) / seconds / busiestPerSecond;
    const value = multiple(ours.wallSeconds, blocks.measured);
    const alone = multiple(reference.wallSeconds, blocks.reference);
    console.log(
      `follow: blocks of ${(ready.blockBytes / 1e6).toFixed(1)} MB ` +
        `(gzip ${(ready.compressedBytes / 1e6).toFixed(2)} MB); per second of this thread ` +
        `${multiple(ours.threadSeconds, blocks.measured).toFixed(1)} times, ` +
        `of this process ${multiple(ours.processSeconds, blocks.measured).toFixed(1)} times; ` +
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
        unit: 'the same, decoded by threads',
        reference: { name: 'by one thread', value: multiple(oneCore.wallSeconds, blocks.measured) },
        ratio: oneCore.wallSeconds / ours.wallSeconds,
      },
    ];
  } finally {
    await ended(node);
  }
};

interface Taken {
  readonly wallSeconds: number;
  readonly threadSeconds: number;
  readonly processSeconds: number;
}

/** The whole way, from the node into a store. */
async function follow(
  { url, firstSlot }: FollowNodeReady,
  decodeThreads?: DecodeThreads,
): Promise<Taken> {
  const source = new RpcSource({ url, concurrency, ...(decodeThreads && { decodeThreads }) });
  source.resumeAfter(firstSlot - 1);
  let start = stopwatch();
  let seen = 0;
  let done: (taken: Taken) => void = () => undefined;
  const taken = new Promise<Taken>((resolve) => {
    done = resolve;
  });
  const engine = await Engine.open({
    source,
    store: ':memory:',
    onStatus: ({ newestSlot }) => {
      const count = (newestSlot ?? firstSlot - 1) - firstSlot + 1;
      if (count === seen) return;
      seen = count;
      if (count === blocks.warmUp) start = stopwatch();
      if (count === blocks.warmUp + blocks.measured) done(start());
    },
  });
  try {
    const result = await taken;
    console.log(`follow: ${engine.status().arbitrages} arbitrages indexed`);
    return result;
  } finally {
    await engine.close();
  }
}

/** What no reader of blocks can do without. */
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

/** Time since now: the clock's, and the processor's. */
function stopwatch(): () => Taken {
  const wall = performance.now();
  const thread = process.threadCpuUsage();
  const whole = process.cpuUsage();
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  return () => ({
    wallSeconds: (performance.now() - wall) / 1_000,
    threadSeconds: seconds(process.threadCpuUsage(thread)),
    processSeconds: seconds(process.cpuUsage(whole)),
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
}
