import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isVote } from '../../src/engine/decode/calledPrograms.ts';
import { readMessage } from '../../src/engine/decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../src/engine/decode/rpcBlock.ts';
import { sharedData } from '../sharedData.ts';
import { asBase64 } from '../unit/engine/decode/encodings.ts';

/** Mainnet's busiest second: 2,440 others and 1,944 votes, in blocks of 400 ms. */
export const perBlock = { others: 976, votes: 778 } as const;

/**
 * The transactions of different blocks, each with `times` as many as the busiest; `null` without
 * the shared data.
 */
export function mainnetTransactions(blocks: number, times = 1): RpcBlockTransaction[][] | null {
  const folder = sharedData('data', 'blocks');
  if (folder === undefined) return null;
  const { others, votes } = readEntries(folder);
  return Array.from({ length: blocks }, (_, body) => [
    ...Array.from({ length: perBlock.votes * times }, (__, at) =>
      withNewSignature(pick(votes, body + at)),
    ),
    ...Array.from({ length: perBlock.others * times }, (__, at) =>
      withNewSignature(pick(others, body * 37 + at)),
    ),
  ]);
}

function readEntries(folder: string): Record<'others' | 'votes', RpcBlockTransaction[]> {
  const others: RpcBlockTransaction[] = [];
  const votes: RpcBlockTransaction[] = [];
  for (const file of ['254170887.json.gz', '332254855.json.gz']) {
    const block = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as RpcBlock;
    for (const entry of block.transactions) {
      const isBase64 = Array.isArray(entry.transaction);
      // Transactions with lookup tables cannot be converted from the json encoding.
      if (!isBase64 && entry.version !== 'legacy') continue;
      const base64 = isBase64 ? entry : { ...entry, ...transactionOf(entry) };
      (isVote(readMessage(entry)) ? votes : others).push(base64);
    }
  }
  return { others, votes };
}

const transactionOf = (entry: RpcBlockTransaction) => ({
  transaction: asBase64({ ...entry, slot: 0 }).transaction,
});

/** The same transaction with another first signature, which identifies it in the index. */
function withNewSignature(entry: RpcBlockTransaction): RpcBlockTransaction {
  if (!Array.isArray(entry.transaction)) return entry;
  const bytes = Buffer.from(String(entry.transaction[0]), 'base64');
  randomBytes(64).copy(bytes, 1);
  return { ...entry, transaction: [bytes.toString('base64'), 'base64'] };
}

function pick<Value>(values: readonly Value[], at: number): Value {
  const value = values[at % values.length];
  if (value === undefined) throw new Error('no transactions of this kind');
  return value;
}
