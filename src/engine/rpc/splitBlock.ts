import { isObject } from '../../api/isObject.ts';
import { parseJson } from '../../api/json.ts';
import { findJsonExcess, jsonValueEnd } from '../../http/jsonBody.ts';
import { ResponseBodyError } from '../../http/responseBody.ts';
import { voteProgram } from '../../solana/knownPrograms.ts';
import { voteTransaction } from '../decode/calledPrograms.ts';
import type { BlockToDecode } from '../decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../decode/rpcBlock.ts';

export interface SplitBlock {
  /** Without the transactions. */
  readonly response: unknown;
  readonly block: BlockToDecode;
}

const opening = '"transactions":[';
/**
 * Even with one more transaction of usual length, a piece stays below the sizes from which
 * `findJsonExcess` scans and V8 stores strings separately: either would cost more than pieces save.
 */
const pieceBytes = 24 * 1_024;
const separator = ','.length;
/** More than a vote (at most 1,232 bytes) takes in any encoding. */
const maxVoteBytes = 8 * 1_024;
/** Log of a transaction that only votes. Cannot occur inside a string, where quotes are escaped. */
const voteLogs = `"logMessages":["Program ${voteProgram} invoke [1]","Program ${voteProgram} success"]`;

/**
 * Without it, decoding the recorded blocks takes a tenth more processor time (0.285 instead of 0.31
 * to 0.32 of `JSON.parse` alone). Parsed as a whole, a block is dozens of megabytes of objects,
 * which the garbage collector copies several times; a piece is garbage before the next one is
 * parsed. Plain votes, two thirds of a block, are counted without parsing, so malformed JSON inside
 * them is not detected. This function and the iteration throw a SyntaxError for malformed JSON
 * elsewhere, and a ResponseBodyError for JSON that is too large. `null`: unusual layout, so the
 * response must be parsed as a whole.
 */
export function splitBlock(body: Buffer): SplitBlock | null {
  const found = body.indexOf(opening);
  const from = found + opening.length;
  const nameEnd = body.indexOf('":', from);
  if (found === -1 || nameEnd === -1 || nameEnd - from > 100) return null;
  // Such as `},{"meta":`. Cannot occur inside a string, where quotes are escaped. If it occurs
  // deeper than between two transactions, the piece that ends there is not valid JSON.
  const boundary = `},${body.toString('latin1', from, nameEnd + 2)}`;
  if (!boundary.startsWith('},{"')) return null;
  const last = Math.max(from, body.lastIndexOf(boundary) + '},'.length);
  const end = jsonValueEnd(body, last);
  if (body.toString('latin1', end, end + 1) !== ']') return null;
  const rest = Buffer.concat([body.subarray(0, from), body.subarray(end)]);
  refuseExcess(rest);
  const response = parseJson(rest.toString());
  const result = isObject(response) ? response['result'] : undefined;
  // The found list must be the only one and inside the result.
  const isBlock = isObject(result) && Array.isArray(result['transactions']);
  if (!isBlock || (result['transactions'] as unknown[]).length > 0) return null;
  const transactions = readTransactions({ body, boundary, end }, from);
  return { response, block: { ...(result as unknown as RpcBlock), transactions } };
}

interface TransactionList {
  readonly body: Buffer;
  readonly boundary: string;
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

function findVote(list: TransactionList, from: number): VoteRange | null {
  for (let logs = from; ; logs += voteLogs.length) {
    logs = list.body.indexOf(voteLogs, logs);
    if (logs === -1 || logs >= list.end) return null;
    const range = findVoteAround(list, from, logs);
    if (range !== null) return range;
  }
}

/**
 * `null`: not certain, so the transaction must be parsed. Searches at most the length of a vote,
 * because a hostile body may repeat the logs hundreds of thousands of times.
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
  // Adjacent objects inside the range may be transactions that start with another member.
  const isOne = start >= areaStart && endFrom('},{', start) === end;
  return isOne && (end < areaEnd || end === list.end) ? { start, end } : null;
}

function* parsePieces({ body, boundary }: TransactionList, from: number, end: number) {
  for (let start = from; start < end; ) {
    const isLast = start + pieceBytes >= end;
    const next = isLast ? -1 : body.indexOf(boundary, start + pieceBytes);
    const pieceEnd = next === -1 || next >= end ? end : next + '}'.length;
    const piece = body.subarray(start, pieceEnd);
    // The decoder takes no nested value as it is, however deep.
    refuseExcess(piece, 0);
    yield* parseTransactions(`[${piece.toString()}]`);
    start = pieceEnd + separator;
  }
}

/** Like `parseJson`, which would take a seventh of the time of decoding to search all numbers. */
function parseTransactions(text: string): RpcBlockTransaction[] {
  const transactions = JSON.parse(text) as RpcBlockTransaction[];
  return transactions.every(isExact) ? transactions : (parseJson(text) as RpcBlockTransaction[]);
}

/** Whether `JSON.parse` rounded no amount. */
function isExact(entry: RpcBlockTransaction | null): boolean {
  const { transaction, meta } = entry ?? {};
  // Other encodings may have amounts in instructions.
  const isBinary =
    Array.isArray(transaction) || (isObject(transaction) && isCompiled(transaction['message']));
  return isBinary && isSafe(meta?.fee) && areSafe(meta?.preBalances) && areSafe(meta?.postBalances);
}

/** Whether instructions consist of indexes and data. jsonParsed has no header. */
const isCompiled = (message: unknown): boolean => isObject(message) && isObject(message['header']);

/** Faster than `Number.isSafeInteger`; lamports are never negative or fractional. */
const isSafe = (value: unknown): boolean =>
  typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER;

function areSafe(values: unknown): boolean {
  if (!Array.isArray(values)) return false;
  // Iterators are slower, and a block has a hundred thousand balances.
  for (let at = 0; at < values.length; at += 1) if (!isSafe(values[at])) return false;
  return true;
}

function refuseExcess(bytes: Buffer, knownDepth?: number): void {
  const excess = findJsonExcess(bytes, knownDepth);
  if (excess !== null) throw new ResponseBodyError(excess);
}
