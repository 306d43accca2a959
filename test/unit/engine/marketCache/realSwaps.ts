import { readdirSync } from 'node:fs';
import path from 'node:path';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { readMessage } from '../../../../src/engine/decode/readMessage.ts';
import type { RpcBlock } from '../../../../src/engine/decode/rpcBlock.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

export interface RealSwap {
  /** Most of these are of October 2026. */
  readonly isRecent: boolean;
  readonly program: string;
  readonly pool: string;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly discriminator: string;
  readonly accounts: readonly string[];
  readonly signers: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
}

/** The swaps of the shared transactions and blocks; each transaction is decoded separately. */
export async function* realSwaps(): AsyncGenerator<RealSwap> {
  for (const name of ['transactions', 'blocks', 'recent']) {
    const folder = sharedData('data', name);
    if (folder === undefined) continue;
    for (const file of readdirSync(folder)
      .filter((each) => /^\w{5,}\.json/.test(each))
      .sort()) {
      if (file === 'truth.json') continue;
      const read = await readChainEntry(path.join(folder, file));
      const block: RpcBlock =
        read.kind === 'block'
          ? read.block
          : {
              blockhash: 'x',
              previousBlockhash: '',
              parentSlot: 1,
              blockTime: 1,
              transactions: [read.transaction],
            };
      for (const transaction of block.transactions)
        yield* swapsOf(name === 'recent', block, transaction);
    }
  }
}

function* swapsOf(
  isRecent: boolean,
  block: RpcBlock,
  transaction: RpcBlock['transactions'][number],
): Generator<RealSwap> {
  const { observations } = decodeBlock(2, { ...block, transactions: [transaction] }, () => true);
  if (observations.length === 0) return;
  const message = readMessage(transaction);
  const signers = new Set<string>();
  const writable = new Set<string>();
  for (let at = 0; at < message.keys.length; at++) {
    if (at < message.requiredSignatures) signers.add(message.keys.at(at));
    if (message.isWritable(at)) writable.add(message.keys.at(at));
  }
  for (const { program, pool, inputMint, outputMint, swapInstruction } of observations) {
    if (swapInstruction === undefined || pool === null) continue;
    const { discriminator, accounts } = swapInstruction;
    yield {
      isRecent,
      program,
      pool,
      inputMint,
      outputMint,
      discriminator,
      accounts,
      signers,
      writable,
    };
  }
}
