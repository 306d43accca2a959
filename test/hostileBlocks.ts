import assert from 'node:assert/strict';
import type { SourceBlock } from '../src/engine/chain/blockSource.ts';
import type { UnreadablePart } from '../src/engine/decode/arbitrageRecord.ts';
import { invalidBlockMember } from '../src/engine/decode/blockMembers.ts';
import { decodeBlock } from '../src/engine/decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../src/engine/decode/rpcBlock.ts';
import { BlockIndexer } from '../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../src/engine/indexing/engineMetrics.ts';
import { decodeResponse } from '../src/engine/rpc/decodeResponse.ts';
import { SimulatedSource } from '../src/engine/sandbox/simulatedSource.ts';
import { keepAll } from '../src/engine/store/duckdb/retention.ts';
import type { StoreWriter } from '../src/engine/store/storeWriter.ts';
import { ResponseBodyError } from '../src/http/responseBody.ts';
import { encodeBase58 } from '../src/solana/base58.ts';

/** Raw JSON; the empty text leaves the member out. */
const hostileValues = [
  ...['', 'null', 'true', '{}', '[]', '""', '"\\u0000"', '"77"', '"18446744073709551616"'],
  ...['-1', '0', '1.5', '4294967296', '18446744073709551615', '18446744073709551616', '1e30'],
  ...['1e400', '-1e400', '9007199254740991', '1790000000000'],
];

const placeholder = '@hostile@';
const nowMilliseconds = 1_800_000_000_000;
const firstSlot = 1_000;

interface HostileBlock {
  readonly slot: number;
  /** The member and the value that it was replaced with. */
  readonly change: string;
  readonly body: Buffer;
  /** Of the transactions that were not changed. */
  readonly signatures: readonly string[];
}

/** A block for each member of a block and of its second transaction, and each hostile value. */
async function* hostileBlocks(): AsyncGenerator<HostileBlock> {
  const model = await modelBlock();
  const [first, target, last] = model.transactions;
  assert.ok(first && target && last);
  let slot = firstSlot;
  const paths = [
    ...pathsOf({ ...model, transactions: [] }),
    ...pathsOf(target, ['transactions', '1']),
  ];
  for (const path of paths) {
    for (const value of hostileValues) {
      slot += 1;
      const signatures = [signatureOf(slot * 3), signatureOf(slot * 3 + 2)];
      const transactions = [first, target, last].map((entry, at) =>
        withSignature(entry, signatureOf(slot * 3 + at)),
      );
      const blockhash = encodeBase58(Buffer.alloc(32, slot));
      const block = {
        ...model,
        ...{ blockhash, previousBlockhash: blockhash, parentSlot: slot - 1, transactions },
      };
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: replaced(block, path, value) });
      const body = Buffer.from(text.replace(`"${placeholder}"`, value));
      const isEmptied = path.join() === 'transactions';
      const change = `${path.join('.')} = ${value}`;
      yield { slot, change, body, signatures: isEmptied ? [] : signatures };
    }
  }
}

/** Three successful arbitrages of the Sandbox in the encoding `json`. */
async function modelBlock(): Promise<RpcBlock> {
  const source = new SimulatedSource({ seed: 7, nowMilliseconds, historySeconds: 3_600 });
  for await (const { slot, block } of source.history(new AbortController().signal)) {
    const found = block.transactions.filter((entry) =>
      decodeBlock(slot, { ...block, transactions: [entry] }).records.some(
        ({ type, legs }) => type === 'arbitrage' && legs.length > 1,
      ),
    );
    if (found.length >= 3) {
      return { ...block, blockTime: nowMilliseconds / 1_000, transactions: found.slice(0, 3) };
    }
  }
  throw new Error('the Sandbox has arbitrages');
}

const signatureOf = (number: number): string => {
  const bytes = Buffer.alloc(64, 0xff);
  bytes.writeUInt32BE(number, 32);
  return encodeBase58(bytes);
};

function withSignature(entry: RpcBlockTransaction, signature: string): RpcBlockTransaction {
  assert.ok('signatures' in entry.transaction);
  return { ...entry, transaction: { ...entry.transaction, signatures: [signature] } };
}

/** Of all members, and of the first element of each list. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  const within = members.flatMap(([name, member]) => pathsOf(member, [...path, name]));
  return path.length === 0 ? within : [path, ...within];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], hostile: string): unknown {
  if (name === undefined) return placeholder;
  const isOmitted = rest.length === 0 && hostile === '';
  if (Array.isArray(value)) {
    if (isOmitted) return value.filter((_, at) => String(at) !== name);
    return value.map((item, at) => (String(at) === name ? replaced(item, rest, hostile) : item));
  }
  const { [name]: member, ...others } = value as Readonly<Record<string, unknown>>;
  if (isOmitted) return others;
  return { ...others, [name]: replaced(member, rest, hostile) };
}

export interface HostileRun {
  readonly blocks: number;
  /** Changes for which the whole block was refused, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** Changes for which a transaction was unreadable, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Of the other transactions of the blocks that were not refused. */
  readonly expected: ReadonlySet<string>;
  /** What the engine reported as an error; the first ends the run. */
  readonly problems: readonly string[];
}

/** Follows the hostile blocks as responses of a node. */
export async function followHostileBlocks(writer: StoreWriter): Promise<HostileRun> {
  const refused = new Map<string, string>();
  const unreadable = new Map<string, string>();
  const expected = new Set<string>();
  const problems: string[] = [];
  const ending = new AbortController();
  let blocks = 0;
  async function* follow(): AsyncGenerator<SourceBlock> {
    for await (const { slot, change, body, signatures } of hostileBlocks()) {
      blocks += 1;
      const sourced = read(slot, body);
      if (typeof sourced === 'string') {
        refused.set(change, sourced);
        continue;
      }
      let isRefused = false;
      const onUnreadable = (part: UnreadablePart) => {
        isRefused = part.isMost;
        (part.isMost ? refused : unreadable).set(change, part.reason);
      };
      yield { ...sourced, onUnreadable };
      if (!isRefused) for (const signature of signatures) expected.add(signature);
    }
  }
  const indexer = new BlockIndexer({
    writer,
    source: { kind: 'rpc', now: () => nowMilliseconds, tokens: () => [], history: follow, follow },
    metrics: new EngineMetricsCollector({ size: async () => ({ rows: 0, bytes: 0 }) }),
    signal: ending.signal,
    report: (_state, message) => {
      if (message === '') return;
      problems.push(message);
      ending.abort();
    },
    now: () => nowMilliseconds,
    retention: keepAll,
  });
  await indexer.follow();
  return { blocks, refused, unreadable, expected, problems };
}

/** As a node's response is read; the reason if it is refused. */
function read(slot: number, body: Buffer): SourceBlock | string {
  try {
    const { response, decoded } = decodeResponse(slot, body);
    const block: unknown = Reflect.get(Object(response), 'result');
    const problem = invalidBlockMember(block);
    if (problem !== null) return problem;
    return {
      slot,
      block: block as RpcBlock,
      ...(decoded && { decoded: () => decoded }),
    };
  } catch (error) {
    if (error instanceof ResponseBodyError) return error.message;
    throw error;
  }
}
