import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flattenInstructions } from '../../../../src/engine/decode/readJsonMessage.ts';
import { readMessage } from '../../../../src/engine/decode/readMessage.ts';
import type { RpcBlockTransaction, RpcMeta } from '../../../../src/engine/decode/rpcBlock.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

interface SharedTransaction {
  readonly signature: string;
  readonly meta: RpcMeta;
  readonly topLevelPrograms: readonly string[];
  readonly executed: readonly { readonly program: string; readonly instruction: number }[];
}

/** Each transaction of the shared data once, from files and blocks. Empty without the data. */
export async function readSharedTransactions(): Promise<SharedTransaction[]> {
  const found = new Map<string, SharedTransaction>();
  for (const entry of await readEntries()) {
    const message = readMessage(entry);
    const signature = message.signature();
    const { meta } = entry;
    if (meta === null || found.has(signature)) continue;
    const program = (index: number) => message.keys.at(index);
    found.set(signature, {
      signature,
      meta,
      topLevelPrograms: message.instructions.map((each) => program(each.program)),
      executed: flattenInstructions(message, meta).map((each) => ({
        program: program(each.program),
        instruction: each.topLevel,
      })),
    });
  }
  return [...found.values()];
}

async function readEntries(): Promise<RpcBlockTransaction[]> {
  const entries: RpcBlockTransaction[] = [];
  for (const name of ['transactions', 'blocks']) {
    const folder = sharedData('data', name);
    if (folder === undefined) continue;
    for (const file of readdirSync(folder)) {
      if (!/\.json(\.gz)?$/.test(file) || file === 'truth.json') continue;
      const read = await readChainEntry(join(folder, file));
      entries.push(...(read.kind === 'block' ? read.block.transactions : [read.transaction]));
    }
  }
  return entries;
}
