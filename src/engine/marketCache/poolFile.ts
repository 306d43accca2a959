import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { parseJson } from '../../api/json.ts';
import { type ArrayElement, JsonArraySplitter } from '../../api/jsonArraySplitter.ts';
import { describeReadError, errorCode, fileError } from '../base/fileError.ts';
import { type ImportedPool, parsePoolEntry } from '../pools/parsePoolEntry.ts';

export interface InvalidPoolEntry {
  /** Counts from 1. */
  readonly entry: number;
  /** Byte offset of the entry in the decompressed text, from 0. */
  readonly byte: number;
  readonly reason: string;
}

export interface PoolBatch {
  readonly pools: readonly ImportedPool[];
  readonly invalidEntries: readonly InvalidPoolEntry[];
  /** Description if the file ends before its list; earlier entries still count. */
  readonly truncation: string | null;
}

const fileChunkBytes = 512 * 1024;
/** Leading white space beyond this suggests a decompression bomb. */
const blanksMaximum = 1024 * 1024;
const unpackedChunkBytes = 256 * 1024;

/**
 * Reads a file of pools in chunks, plain or gzip, of any size: the aggregator's market cache
 * (`pubkey`, `owner`, `params`, optionally account `data`) or a table of pools (`pool`, `owner`,
 * `mintA`, `mintB`, `vaultA`, `vaultB`). Reports and skips invalid entries. Throws a MarketError of
 * kind `bad-parameter` with the file's name if it is unreadable or has no list.
 */
export async function* readPoolFile(path: string): AsyncGenerator<PoolBatch> {
  const splitter = new JsonArraySplitter();
  let damage: string | null = null;
  try {
    for await (const chunk of await openDecompressed(path)) {
      yield createBatch(splitter.push(chunk as Buffer), null);
    }
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw fileError(path, describeReadError(error), error);
    damage = 'its gzip is damaged';
  }
  const { end, rest } = splitter.end();
  if (end === 'empty') throw fileError(path, damage ?? 'it is empty');
  if (end === 'no-array') throw fileError(path, 'it holds no list of pools');
  if (end === 'cut-off') {
    const at = rest === null ? '' : `, within entry ${rest.index + 1}`;
    yield createBatch([], `it is cut off${damage === null ? '' : ` (${damage})`}${at}`);
  } else if (splitter.hasTrailingData) yield createBatch([], 'its list ends before the file does');
}

/** Members of transactions, blocks and responses of a node, which pools do not have. */
const chainMemberPattern = /"(?:jsonrpc|transactions?|previousBlockhash)"\s*:/;

/** True if the file's text begins like a list, unless of blocks and transactions. */
export async function isPoolFile(path: string): Promise<boolean> {
  try {
    let blanks = 0;
    for await (const chunk of await openDecompressed(path)) {
      const text = (chunk as Buffer).toString('utf8').replace(/^\ufeff/, '');
      const [first] = text.trimStart();
      if (first !== undefined) return first === '[' && !chainMemberPattern.test(text);
      blanks += text.length;
      if (blanks > blanksMaximum) return false;
    }
    return false;
  } catch {
    // The subsequent full read reports the error.
    return false;
  }
}

async function openDecompressed(path: string): Promise<Readable> {
  const magic: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: 1 })) magic.push(chunk as Buffer);
  const isGzip = Buffer.concat(magic).equals(Buffer.from([0x1f, 0x8b]));
  const file = createReadStream(path, { highWaterMark: fileChunkBytes });
  if (!isGzip) return file;
  // Z_SYNC_FLUSH returns the available data of a truncated file.
  const plain = createGunzip({
    chunkSize: unpackedChunkBytes,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  file.on('error', (error) => plain.destroy(error));
  plain.on('close', () => file.destroy());
  return file.pipe(plain);
}

function createBatch(elements: readonly ArrayElement[], truncation: string | null): PoolBatch {
  const pools: ImportedPool[] = [];
  const invalidEntries: InvalidPoolEntry[] = [];
  for (const element of elements) {
    const read = parseElement(element);
    if (typeof read !== 'string') pools.push(read);
    else invalidEntries.push({ entry: element.index + 1, byte: element.offset, reason: read });
  }
  return { pools, invalidEntries, truncation };
}

function parseElement({ bytes }: ArrayElement): ImportedPool | string {
  if (bytes === null) return 'it is far too long';
  let value: unknown;
  try {
    value = parseJson(bytes.toString('utf8'));
  } catch {
    return 'it is no JSON';
  }
  return parsePoolEntry(value);
}
