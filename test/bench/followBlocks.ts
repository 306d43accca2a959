/** Follows a node with all blocks available, at the maximum speed of one process. */
import process from 'node:process';
import { Engine } from '../../src/engine/engine.ts';
import type { DecodeThreads } from '../../src/engine/rpc/decodeThreads.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import type { FollowNodeReady } from './followNode.ts';

/** Transactions in mainnet's busiest second, including votes. */
export const busiestPerSecond = 2_440 + 1_944;
export const followConcurrency = 4;

export interface FollowedBlocks {
  readonly warmUp: number;
  readonly measured: number;
}

export interface Taken {
  readonly wallSeconds: number;
  readonly threadSeconds: number;
  readonly processSeconds: number;
}

/** Runs the whole path from node to store in memory; returns the time of the `measured` blocks. */
export async function follow(
  { url, firstSlot }: FollowNodeReady,
  { warmUp, measured }: FollowedBlocks,
  decodeThreads?: DecodeThreads,
): Promise<Taken> {
  const source = new RpcSource({
    url,
    concurrency: followConcurrency,
    ...(decodeThreads && { decodeThreads }),
  });
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
      if (count === warmUp) start = stopwatch();
      if (count === warmUp + measured) done(start());
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

export function stopwatch(): () => Taken {
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
