import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { parseJson } from '../../api/json.ts';
import { findJsonExcess } from '../../http/jsonBody.ts';
import { ResponseBodyError } from '../../http/responseBody.ts';
import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import { decodeBlock, type WantsSwapAccounts } from '../decode/decodeBlock.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import { splitBlock } from './splitBlock.ts';

export interface DecodedResponse {
  /** Without the block's transactions. */
  readonly response: unknown;
  /** Includes the accounts of every swap; `null`: the response contains no block. */
  readonly decoded: DecodedBlock | null;
}

/** Throws a ResponseBodyError for malformed JSON, or JSON that is too large to process. */
export function decodeResponse(slot: number, body: Buffer): DecodedResponse {
  const inPieces = decodePieces(slot, body);
  if (inPieces !== null) return inPieces;
  const excess = findJsonExcess(body);
  if (excess !== null) throw new ResponseBodyError(excess);
  let response: unknown;
  try {
    response = parseJson(body.toString());
  } catch {
    throw new ResponseBodyError(t('not valid JSON'));
  }
  return decodeWhole(slot, response);
}

/** `null`: cannot be parsed in pieces. */
function decodePieces(slot: number, body: Buffer): DecodedResponse | null {
  try {
    const split = splitBlock(body);
    if (split === null) return null;
    const { response, block } = split;
    const decoded = decodeBlock(slot, block, () => true);
    return { response, decoded };
  } catch (error) {
    // A RangeError: nested too deeply for recursion.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function decodeWhole(slot: number, response: unknown): DecodedResponse {
  const result = isObject(response) ? response['result'] : undefined;
  if (!isObject(response) || !isObject(result) || !Array.isArray(result['transactions'])) {
    return { response, decoded: null };
  }
  const decoded = decodeBlock(slot, result as unknown as RpcBlock, () => true);
  return { response: { ...response, result: { ...result, transactions: [] } }, decoded };
}

export function withWantedSwaps(decoded: DecodedBlock, wantsSwap: WantsSwapAccounts): DecodedBlock {
  const time = decoded.blockTimeSeconds ?? 0;
  return {
    ...decoded,
    observations: decoded.observations.map((observation) => {
      const { swapInstruction, ...rest } = observation;
      const { program, pool } = rest;
      if (swapInstruction === undefined || pool === null) return rest;
      return wantsSwap(program, pool, time) ? observation : rest;
    }),
  };
}
