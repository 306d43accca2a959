/**
 * A node of its own process for the measurement of following: blocks of mainnet's size and mix,
 * compressed beforehand, so that it takes little of the machine while it is measured.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readMessage } from '../../src/engine/decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../src/engine/decode/rpcBlock.ts';
import { isVote } from '../../src/engine/decode/votes.ts';
import { sharedData } from '../sharedData.ts';
import { asBase64 } from '../unit/engine/decode/encodings.ts';

/** Told to the parent when it listens. */
export interface FollowNodeReady {
  readonly url: string;
  readonly firstSlot: number;
  readonly lastSlot: number;
  readonly transactionsPerBlock: number;
  readonly blockBytes: number;
  readonly compressedBytes: number;
}

/** Mainnet's busiest: 2,440 others and 1,944 votes a second, in blocks of 400 ms. */
const perBlock = { others: 976, votes: 778 } as const;
/** Blocks that differ; more would only take longer to make. */
const bodies = 16;
const slots = { first: 400_000_000, count: 4_000 } as const;
const timeSeconds = 1_790_000_000;

function serve(): void {
  const folder = sharedData('data', 'blocks');
  if (folder === undefined) {
    process.send?.(null);
    return;
  }
  const { others, votes } = readEntries(folder);
  let blockBytes = 0;
  const compressed = Array.from({ length: bodies }, (_, body) => {
    const transactions = [
      ...Array.from({ length: perBlock.votes }, (__, at) =>
        withNewSignature(pick(votes, body + at)),
      ),
      ...Array.from({ length: perBlock.others }, (__, at) =>
        withNewSignature(pick(others, body * 37 + at)),
      ),
    ];
    const text = `"transactions":${JSON.stringify(transactions)}}}`;
    blockBytes += text.length / bodies;
    return gzipSync(text);
  });
  const node = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
      response.setHeader('content-encoding', 'gzip');
      if (method === 'getBlock') {
        const slot = Number(params[0]);
        // Two gzip files one after the other are one.
        response.write(gzipSync(`{"jsonrpc":"2.0","id":${id},"result":{${headOf(slot)},`));
        response.end(compressed[slot % bodies]);
        return;
      }
      const last = slots.first + slots.count - 1;
      const result =
        method === 'getSlot'
          ? last
          : Array.from({ length: params[1] - params[0] + 1 }, (_, at) => params[0] + at);
      response.end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result })));
    });
  });
  node.listen(0, '127.0.0.1', () => {
    const { port } = node.address() as AddressInfo;
    const ready: FollowNodeReady = {
      url: `http://127.0.0.1:${port}/`,
      firstSlot: slots.first,
      lastSlot: slots.first + slots.count - 1,
      transactionsPerBlock: perBlock.others + perBlock.votes,
      blockBytes,
      compressedBytes: compressed.reduce((sum, { length }) => sum + length / bodies, 0),
    };
    process.send?.(ready);
  });
  process.on('disconnect', () => process.exit());
}

const headOf = (slot: number): string =>
  `"blockhash":"hash${slot}","previousBlockhash":"hash${slot - 1}","parentSlot":${slot - 1},` +
  `"blockHeight":${slot},"blockTime":${timeSeconds + Math.floor((slot - slots.first) * 0.4)}`;

function readEntries(folder: string): Record<'others' | 'votes', RpcBlockTransaction[]> {
  const others: RpcBlockTransaction[] = [];
  const votes: RpcBlockTransaction[] = [];
  for (const file of ['254170887.json.gz', '332254855.json.gz']) {
    const block = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as RpcBlock;
    for (const entry of block.transactions) {
      const isBase64 = Array.isArray(entry.transaction);
      // What names accounts through tables cannot be made from the encoding json.
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

/** The same transaction under another first signature, as the index knows them apart by it. */
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

if (process.argv[1] === import.meta.filename) serve();
