import type { RpcBlock } from '../../../../../src/engine/decode/rpcBlock.ts';
import { SimulatedSource } from '../../../../../src/engine/sources/simulated/simulatedSource.ts';

/** Blocks of the Sandbox in the encoding json, a minute each. */
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
