import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isObject } from '../../api/isObject.ts';
import { parseJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { findJsonExcess } from '../../http/jsonBody.ts';
import { describeReadError, errorCode, fileError } from '../base/fileError.ts';
import { invalidBlockMember } from './blockMembers.ts';
import type { RpcBlock, RpcTransaction } from './rpcBlock.ts';

export type ChainFile =
  | { readonly kind: 'block'; readonly slot: number; readonly block: RpcBlock }
  | { readonly kind: 'transaction'; readonly transaction: RpcTransaction };

/** Maximum size of a file, packed and unpacked: several times the largest block. */
const bytesMaximum = 128 * 1024 * 1024;

const unpack = promisify(gunzip);

/** For `getBlock` and `getTransaction`, also gzip. Throws a MarketError with the path. */
export async function readChainFile(path: string): Promise<ChainFile> {
  const bytes = await decompress(await readBounded(path), path);
  const excess = findJsonExcess(bytes);
  if (excess !== null) throw fileError(path, excess);
  return chainFileOf(bytes.toString('utf8'), path);
}

/** Enforces the maximum while reading, since pipes and devices report no reliable size. */
async function readBounded(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > bytesMaximum) throw fileError(path, `it has more than ${bytesMaximum} bytes`);
    }
  } catch (error) {
    throw MarketError.is(error) ? error : fileError(path, describeReadError(error), error);
  }
  return Buffer.concat(chunks);
}

async function decompress(bytes: Buffer, path: string): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: bytesMaximum });
  } catch (cause) {
    const tooLarge = errorCode(cause) === 'ERR_BUFFER_TOO_LARGE';
    throw fileError(
      path,
      tooLarge
        ? `its gzip unpacks to more than ${bytesMaximum} bytes`
        : 'its gzip is damaged or cut off',
      cause,
    );
  }
}

function chainFileOf(text: string, path: string): ChainFile {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw fileError(path, 'it is no JSON, or is cut off', cause);
  }
  const response = isObject(value) ? value : undefined;
  if (response && 'error' in response && !('result' in response)) {
    const message = isObject(response['error']) ? response['error']['message'] : undefined;
    throw fileError(path, `it holds an error of the node: ${String(message ?? 'without words')}`);
  }
  const result = response && 'result' in response ? response['result'] : value;
  if (result === null) {
    throw fileError(path, 'its result is null: the node did not know the transaction or block');
  }
  const object = isObject(result) ? result : undefined;
  if (object && ('parentSlot' in object || 'transactions' in object)) return blockOf(object, path);
  if (object && 'transaction' in object) return transactionOf(object, path);
  throw fileError(path, 'it is neither the answer of getTransaction nor that of getBlock');
}

function blockOf(object: Readonly<Record<string, unknown>>, path: string): ChainFile {
  const problem = invalidBlockMember(object);
  if (problem !== null) throw fileError(path, `its block is not a full block: ${problem}`);
  const block = object as unknown as RpcBlock;
  const { parentSlot } = block;
  // A block does not contain its slot. Files are usually named by it; the parent's slot is not
  // enough because slots may be skipped.
  const named = Number(/^([0-9]+)\./.exec(basename(path))?.[1] ?? Number.NaN);
  const own = object['slot'];
  const slot =
    typeof own === 'number'
      ? own
      : Number.isSafeInteger(named) && named > parentSlot
        ? named
        : parentSlot + 1;
  return { kind: 'block', slot, block };
}

function transactionOf(object: Readonly<Record<string, unknown>>, path: string): ChainFile {
  if (typeof object['slot'] !== 'number') throw fileError(path, 'its transaction names no slot');
  if (!('meta' in object) || object['meta'] === null) {
    throw fileError(path, 'its transaction has no metadata (meta), so nothing it did can be read');
  }
  return { kind: 'transaction', transaction: object as unknown as RpcTransaction };
}
