import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DexParser } from 'solana-dex-parser';
import { isVote } from '../../src/engine/decode/calledPrograms.ts';
import { readMessage } from '../../src/engine/decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../src/engine/decode/rpcBlock.ts';
import { decodeResponse } from '../../src/engine/rpc/decodeResponse.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { sharedData } from '../sharedData.ts';
import type { Bench } from './benchResult.ts';
import { median, percentile } from './percentile.ts';

const rounds = 60;
const blockRounds = 200;
/**
 * Rounds until V8 has compiled the decoder, as in a backend that runs for hours: after 40 rounds
 * nothing changes. The other decoder takes a quarter of a second per round and needs fewer.
 */
const warmUpRounds = { ours: 60, theirs: 3 } as const;
const largeBlockBytes = 7_000_000;

interface RecordedBlock {
  readonly slot: number;
  readonly body: Buffer;
  /** In the json encoding, the only one that the reference supports. */
  readonly jsonText: string;
  readonly nonVotes: number;
}

/**
 * Decoding of whole real blocks on one core, from the bytes of a response, as in a thread: non-vote
 * transactions per second compared with an existing TypeScript decoder, and the 99th percentile of
 * the time for blocks of maximum size.
 */
export const bench: Bench = async () => {
  const folder = sharedData('data', 'blocks');
  if (!folder) return [];
  const blocks = [254170887, 332254855].map((slot) => readBlock(folder, slot));
  const nonVotes = blocks.reduce((sum, block) => sum + block.nonVotes, 0);

  const ours = () => {
    for (const { slot, body } of blocks) decodeResponse(slot, body);
  };
  const parser = new DexParser();
  const theirs = () => {
    for (const { slot, jsonText } of blocks) {
      const block = JSON.parse(jsonText) as RpcBlock;
      for (const entry of block.transactions) {
        if (isVote(readMessage(entry))) continue;
        parser.parseTrades({ ...entry, slot, blockTime: block.blockTime } as unknown as Parameters<
          DexParser['parseTrades']
        >[0]);
      }
    }
  };
  const parse = () => {
    for (const { body } of blocks) JSON.parse(body.toString());
  };
  const perSecond = (milliseconds: number) => (nonVotes * 1_000) / milliseconds;
  const [ourTimes, parseOnlyTimes] = alternate([ours, parse], rounds, warmUpRounds.ours);
  const value = perSecond(median(ourTimes));
  const parseOnly = perSecond(median(parseOnlyTimes));
  const [theirTimes] = alternate([theirs], 4, warmUpRounds.theirs);
  const reference = perSecond(median(theirTimes));

  const large = largeBlock(blocks);
  const [blockTimes, parseTimes] = alternate(
    [() => decodeResponse(1, large), () => JSON.parse(large.toString())],
    blockRounds,
    warmUpRounds.ours,
  );
  const slowest = percentile(blockTimes, 0.99);
  const slowestParse = percentile(parseTimes, 0.99);
  return [
    {
      name: 'decode',
      value: Math.round(value),
      unit: 'non-vote transactions/s',
      reference: { name: 'solana-dex-parser with JSON.parse', value: Math.round(reference) },
      ratio: value / reference,
    },
    {
      name: 'decode.parse',
      value: Math.round(value),
      unit: 'non-vote transactions/s',
      reference: { name: 'JSON.parse alone', value: Math.round(parseOnly) },
      ratio: value / parseOnly,
    },
    {
      name: 'decode.block',
      value: slowest,
      unit: `ms, 99th percentile of ${(large.length / 1e6).toFixed(1)} MB`,
      reference: { name: 'JSON.parse alone', value: slowestParse },
      ratio: slowestParse / slowest,
    },
  ];
};

function readBlock(folder: string, slot: number): RecordedBlock {
  const text = gunzipSync(readFileSync(join(folder, `${slot}.json.gz`))).toString();
  const block = JSON.parse(text) as RpcBlock;
  const transactions = block.transactions.map(asJson);
  const nonVotes = block.transactions.filter((entry) => !isVote(readMessage(entry))).length;
  const jsonText = JSON.stringify({ ...block, transactions });
  return { slot, body: responseOf(text), jsonText, nonVotes };
}

const responseOf = (block: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","result":${block},"id":1}`);

function asJson(entry: RpcBlockTransaction): RpcBlockTransaction {
  if (!Array.isArray(entry.transaction)) return entry;
  const message = readMessage(entry);
  const loaded = entry.meta?.loadedAddresses;
  const own = message.keys.length - (loaded?.writable.length ?? 0) - (loaded?.readonly.length ?? 0);
  return {
    ...entry,
    transaction: {
      signatures: [message.signature()],
      message: {
        accountKeys: Array.from({ length: own }, (_, index) => message.keys.at(index)),
        header: {
          numRequiredSignatures: message.requiredSignatures,
          numReadonlySignedAccounts: 0,
          numReadonlyUnsignedAccounts: 0,
        },
        instructions: message.instructions.map(({ program, accounts, data }) => ({
          programIdIndex: program,
          accounts: Array.from(accounts),
          data: typeof data === 'string' ? data : encodeBase58(data),
        })),
      },
    },
  };
}

/** A block as large as mainnet's largest, from the transactions of real blocks. */
function largeBlock(blocks: readonly RecordedBlock[]): Buffer {
  const parsed = blocks.map(({ body }) => JSON.parse(body.toString()).result as RpcBlock);
  const [first] = parsed;
  // Nodes use one member order for all transactions.
  const pool = parsed
    .flatMap(({ transactions }) => transactions)
    .map(({ transaction, meta, ...rest }) => ({ transaction, meta, ...rest }));
  const transactions: RpcBlockTransaction[] = [];
  let bytes = 0;
  for (let index = 0; bytes < largeBlockBytes; index = (index + 1) % pool.length) {
    const entry = pool[index];
    if (!entry) break;
    transactions.push(entry);
    bytes += JSON.stringify(entry).length + 1;
  }
  return responseOf(JSON.stringify({ ...first, transactions }));
}

/**
 * Milliseconds of each round of each function, after the warm-up. They run in turn, so that other
 * load on the machine affects all of them.
 */
function alternate<Works extends readonly (() => unknown)[]>(
  works: readonly [...Works],
  count: number,
  warmUp: number,
): { readonly [Index in keyof Works]: number[] } {
  const times = works.map((): number[] => []);
  for (let round = -warmUp; round < count; round++) {
    works.forEach((work, at) => {
      const start = performance.now();
      work();
      if (round >= 0) times[at]?.push(performance.now() - start);
    });
  }
  return times as unknown as { readonly [Index in keyof Works]: number[] };
}
