import type { RpcBlock } from '../../../../../src/engine/decode/rpcBlock.ts';
import { SimulatedSource } from '../../../../../src/engine/sandbox/simulatedSource.ts';
import {
  GeyserFeed,
  type GeyserFeedOptions,
} from '../../../../../src/engine/sources/geyser/geyserFeed.ts';
import { RpcSource } from '../../../../../src/engine/sources/rpc/rpcSource.ts';
import { FakeGeyserServer, type FakeSubscription } from '../../../../fakeGeyserServer.ts';
import { FakeRpcNode } from '../../../../fakeRpcNode.ts';
import { emptyBlock, TestClock } from '../rpcSupport.ts';

export async function simulatedBlocks(count: number): Promise<readonly RpcBlock[]> {
  const source = new SimulatedSource({
    seed: 7,
    nowMilliseconds: 1_800_000_000_000,
    historySeconds: count * 60,
  });
  const blocks: RpcBlock[] = [];
  for await (const { block } of source.history(new AbortController().signal)) {
    blocks.push(block);
    if (blocks.length === count) break;
  }
  return blocks;
}

export interface GeyserSetting {
  readonly server: FakeGeyserServer;
  readonly node: FakeRpcNode;
  readonly clock: TestClock;
  readonly source: RpcSource;
}

/** Runs `work` with a fake Geyser server and node, and a source that follows both from slot 1. */
export async function withGeyser(
  {
    from = 1,
    serverToken = '',
    server = new FakeGeyserServer(),
    ...options
  }: Partial<GeyserFeedOptions> & {
    readonly from?: number | null;
    readonly serverToken?: string;
    readonly server?: FakeGeyserServer;
  },
  work: (setting: GeyserSetting) => Promise<void>,
): Promise<void> {
  const node = new FakeRpcNode();
  const clock = new TestClock();
  server.token = serverToken;
  const url = await node.listen();
  const feed = new GeyserFeed({ url: await server.listen(), clock, ...options });
  const source = new RpcSource({ url, clock, requestTimeoutMilliseconds: 5_000, feed });
  if (from !== null) source.resumeAfter(from - 1);
  try {
    await work({ server, node, clock, source });
  } finally {
    await source.close();
    await node.close();
    server.stop();
  }
}

export function fillNode(node: FakeRpcNode, from: number, to: number, tip = to): void {
  for (let slot = from; slot <= to; slot++) node.add(slot, emptyBlock(slot));
  node.answers.set('getSlot', () => tip);
}

export function sendBlocks(
  subscription: FakeSubscription,
  node: FakeRpcNode,
  slots: readonly number[],
): void {
  for (const slot of slots) {
    const block = node.chain.get(slot);
    if (block === undefined) throw new Error(`the node has no block of slot ${slot}`);
    subscription.sendBlock(slot, block);
  }
}
