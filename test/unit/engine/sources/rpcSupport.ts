import { setImmediate } from 'node:timers/promises';
import type { SourceBlock } from '../../../../src/engine/chain/blockSource.ts';
import type { RpcBlock, RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { RpcSource, type RpcSourceOptions } from '../../../../src/engine/sources/rpc/rpcSource.ts';
import type { Clock } from '../../../../src/http/retry.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { asBase64 } from '../decode/encodings.ts';

/** A clock whose waits end immediately and are recorded. */
export class TestClock implements Clock {
  milliseconds = 1_800_000_000_000;
  readonly waits: number[] = [];

  now(): number {
    return this.milliseconds;
  }

  async delay(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    this.milliseconds += milliseconds;
    await setImmediate();
    signal.throwIfAborted();
  }

  random(): number {
    return 0.5;
  }
}

export const emptyBlock = (slot: number, fork = ''): RpcBlock => ({
  blockhash: `hash${slot}${fork}`,
  previousBlockhash: '',
  parentSlot: 0,
  blockTime: 1_800_000_000 + Math.floor(slot / 2),
  transactions: [],
});

const madeBlocks = new Map<number, Promise<readonly RpcBlock[]>>();

/** Sandbox blocks of a minute each, in the form of a node; deterministic for each count. */
export function sandboxBlocks(count: number): Promise<readonly RpcBlock[]> {
  const blocks = madeBlocks.get(count) ?? makeBlocks(count);
  madeBlocks.set(count, blocks);
  return blocks;
}

async function makeBlocks(count: number): Promise<readonly RpcBlock[]> {
  const source = new SimulatedSource({
    seed: 7,
    nowMilliseconds: 1_800_000_000_000,
    historySeconds: count * 60,
  });
  const blocks: RpcBlock[] = [];
  for await (const { slot, block } of source.history(new AbortController().signal)) {
    const transactions = block.transactions.map((entry) => {
      const { transaction } = asBase64({ ...entry, slot } as RpcTransaction);
      return { ...entry, transaction };
    });
    blocks.push({ ...block, transactions });
    if (blocks.length === count) break;
  }
  return blocks;
}

export interface Setting {
  readonly double: FakeRpcNode;
  readonly clock: TestClock;
  readonly source: RpcSource;
}

export async function withNode(
  {
    from = 1,
    path = '/',
    ...options
  }: Partial<RpcSourceOptions> & { readonly from?: number | null; readonly path?: string },
  work: (setting: Setting) => Promise<void>,
): Promise<void> {
  const double = new FakeRpcNode(path);
  const clock = new TestClock();
  const url = await double.listen();
  const source = new RpcSource({ url, clock, requestTimeoutMilliseconds: 5_000, ...options });
  if (from !== null) source.resumeAfter(from - 1);
  try {
    await work({ double, clock, source });
  } finally {
    await source.close();
    await double.close();
  }
}

export async function take(
  source: Pick<RpcSource, 'follow'>,
  count: number,
  each: (sourced: SourceBlock, index: number) => void = () => undefined,
): Promise<SourceBlock[]> {
  const taken: SourceBlock[] = [];
  for await (const sourced of source.follow(new AbortController().signal)) {
    taken.push(sourced);
    each(sourced, taken.length);
    if (taken.length === count) break;
  }
  return taken;
}

export const slotsOf = (blocks: readonly SourceBlock[]): number[] => blocks.map(({ slot }) => slot);
