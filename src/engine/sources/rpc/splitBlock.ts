import { isObject } from '../../../api/isObject.ts';
import { findJsonExcess, jsonValueEnd } from '../../../http/jsonBody.ts';
import { ResponseBodyError } from '../../../http/responseBody.ts';
import type { BlockToDecode } from '../../decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../decode/rpcBlock.ts';

export interface SplitBlock {
  /** As the node sent it, but without the transactions. */
  readonly response: unknown;
  /** Its transactions are parsed as they are asked for. */
  readonly block: BlockToDecode;
}

const opening = '"transactions":[';
/**
 * Shorter than what `findJsonExcess` goes through, and than the strings that V8 keeps apart, which
 * costs more than parsing in pieces saves.
 */
const pieceBytes = 32 * 1_024;

/**
 * A response to `getBlock` whose transactions are parsed some at a time. Parsed as a whole, a block is
 * dozens of megabytes of objects that the collector copies more than once before the last of them is
 * decoded; a piece is garbage before the next is parsed. Throws a SyntaxError for what is no JSON, and
 * a ResponseBodyError for more than this process can go through; so do the transactions. `null`: not
 * laid out as nodes write blocks, so that only a parser finds the transactions.
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
  const starts = [from];
  for (let at = from; ; ) {
    at = body.indexOf(boundary, at + pieceBytes);
    if (at === -1) break;
    at += '},'.length;
    starts.push(at);
  }
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
  const transactions = parsePieces(body, starts, end);
  return { response, block: { ...(result as unknown as RpcBlock), transactions } };
}

function* parsePieces(body: Buffer, starts: readonly number[], end: number) {
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1];
    const piece = body.subarray(start, next === undefined ? end : next - ','.length);
    // Depth is checked in what is decoded: the decoder reads no other members.
    refuseExcess(piece, 0);
    yield* JSON.parse(`[${piece.toString()}]`) as RpcBlockTransaction[];
  }
}

function refuseExcess(bytes: Buffer, knownDepth?: number): void {
  const excess = findJsonExcess(bytes, knownDepth);
  if (excess !== null) throw new ResponseBodyError(excess);
}
