import { isObject } from '../../api/isObject.ts';
import { findJsonExcess, jsonValueEnd } from '../../http/jsonBody.ts';
import { ResponseBodyError } from '../../http/responseBody.ts';
import { voteProgram } from '../../solana/knownPrograms.ts';
import { voteTransaction } from '../decode/calledPrograms.ts';
import type { BlockToDecode } from '../decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../decode/rpcBlock.ts';

export interface SplitBlock {
  /** As the node sent it, but without the transactions. */
  readonly response: unknown;
  /** Its transactions are parsed as they are asked for. */
  readonly block: BlockToDecode;
}

const opening = '"transactions":[';
/**
 * With one more transaction a piece is still shorter than what `findJsonExcess` scans, unless that one is
 * uncommonly long, and than the strings that V8 keeps apart: either costs more than pieces save.
 */
const pieceBytes = 24 * 1_024;
const separator = ','.length;
/** More than a vote takes in any encoding: as bytes, it has at most 1,232. */
const maxVoteBytes = 8 * 1_024;
/** What only a transaction logs that did nothing but vote. No string holds it: its quotes are escaped there. */
const voteLogs = `"logMessages":["Program ${voteProgram} invoke [1]","Program ${voteProgram} success"]`;

/**
 * A response to `getBlock` whose transactions are parsed some at a time. Parsed as a whole, a block is
 * dozens of megabytes of objects that the collector copies more than once before the last of them is
 * decoded; a piece is garbage before the next is parsed. Plain votes, two thirds of a block, are counted
 * without being parsed, so malformed JSON inside one goes unnoticed. Throws a SyntaxError for malformed
 * JSON elsewhere, and a ResponseBodyError for more than this process can go through; so do the
 * transactions. `null`: not laid out as nodes write blocks, so that only a parser finds the transactions.
 */
export function splitBlock(body: Buffer): SplitBlock | null {
  const found = body.indexOf(opening);
  const from = found + opening.length;
  const nameEnd = body.indexOf('":', from);
  if (found === -1 || nameEnd === -1 || nameEnd - from > 100) return null;
  // Such as `},{"meta":`. No string holds it, as its quotes would be escaped, and where it lies deeper
  // than between two transactions, no piece that ends there is JSON.
  const boundary = `},${body.toString('latin1', from, nameEnd + 2)}`;
  if (!boundary.startsWith('},{"')) return null;
  const last = Math.max(from, body.lastIndexOf(boundary) + '},'.length);
  const end = jsonValueEnd(body, last);
  if (body.toString('latin1', end, end + 1) !== ']') return null;
  const rest = Buffer.concat([body.subarray(0, from), body.subarray(end)]);
  refuseExcess(rest);
  const response: unknown = JSON.parse(rest.toString());
  const result = isObject(response) ? response['result'] : undefined;
  // Elsewhere than in the result, or there a second time, they are not the block's.
  const isBlock = isObject(result) && Array.isArray(result['transactions']);
  if (!isBlock || (result['transactions'] as unknown[]).length > 0) return null;
  const transactions = readTransactions({ body, boundary, end }, from);
  return { response, block: { ...(result as unknown as RpcBlock), transactions } };
}

interface TransactionList {
  readonly body: Buffer;
  readonly boundary: string;
  /** Index behind its last transaction. */
  readonly end: number;
}

interface VoteRange {
  readonly start: number;
  readonly end: number;
}

function* readTransactions(list: TransactionList, from: number) {
  for (let at = from; at < list.end; ) {
    const range = findVote(list, at);
    if (range === null) return yield* parsePieces(list, at, list.end);
    if (range.start > at) yield* parsePieces(list, at, range.start - separator);
    yield voteTransaction;
    at = range.end + separator;
  }
}

/** The next plain vote from the transaction that begins at `from`. */
function findVote(list: TransactionList, from: number): VoteRange | null {
  for (let logs = from; ; logs += voteLogs.length) {
    logs = list.body.indexOf(voteLogs, logs);
    if (logs === -1 || logs >= list.end) return null;
    const range = findVoteAround(list, from, logs);
    if (range !== null) return range;
  }
}

/**
 * `null`: the parser has to tell. Searches no further than a vote is long, as a hostile body may repeat
 * the logs hundreds of thousands of times.
 */
function findVoteAround(list: TransactionList, from: number, logs: number): VoteRange | null {
  const { boundary } = list;
  const areaStart = Math.max(from, logs - maxVoteBytes);
  const areaEnd = Math.min(list.end, logs + maxVoteBytes);
  const area = list.body.subarray(areaStart, areaEnd);
  const before = area.lastIndexOf(boundary, logs - areaStart);
  const start = before === -1 ? from : areaStart + before + '},'.length;
  const endFrom = (text: string, at: number) => {
    const found = area.indexOf(text, at - areaStart);
    return found === -1 ? areaEnd : areaStart + found + '}'.length;
  };
  const end = endFrom(boundary, logs);
  // Objects side by side are transactions that begin with another member, or something else's.
  const isOne = start >= areaStart && endFrom('},{', start) === end;
  return isOne && (end < areaEnd || end === list.end) ? { start, end } : null;
}

function* parsePieces({ body, boundary }: TransactionList, from: number, end: number) {
  for (let start = from; start < end; ) {
    const isLast = start + pieceBytes >= end;
    const next = isLast ? -1 : body.indexOf(boundary, start + pieceBytes);
    const pieceEnd = next === -1 || next >= end ? end : next + '}'.length;
    const piece = body.subarray(start, pieceEnd);
    // Depth is checked in what is decoded: the decoder reads no other members.
    refuseExcess(piece, 0);
    yield* JSON.parse(`[${piece.toString()}]`) as RpcBlockTransaction[];
    start = pieceEnd + separator;
  }
}

function refuseExcess(bytes: Buffer, knownDepth?: number): void {
  const excess = findJsonExcess(bytes, knownDepth);
  if (excess !== null) throw new ResponseBodyError(excess);
}
