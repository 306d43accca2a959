import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeText } from '../../api/decodeText.ts';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { parseJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeMessage } from '../../api/sanitizeText.ts';
import { findJsonExcess } from '../../http/jsonBody.ts';
import { containsSecretKey } from '../../solana/scan/scanText.ts';
import { isStorable } from '../base/columnTypes.ts';
import { errorCode, fileError } from '../base/fileError.ts';
import { formatBytes, inputName, readLimited } from '../base/readLimited.ts';
import { invalidBlockMember } from './blockMembers.ts';
import { toNodeBlock, toNodeTransaction } from './libraryJson.ts';
import type { RpcBlock, RpcTransaction } from './rpcBlock.ts';

/** `source`: the path, and in a file with several its position, for messages. */
export type ChainEntry =
  | {
      readonly kind: 'block';
      readonly source: string;
      readonly slot: number;
      readonly block: RpcBlock;
    }
  | {
      readonly kind: 'transaction';
      readonly source: string;
      readonly transaction: RpcTransaction;
    };

export interface ChainFile {
  /** In the order of the file. */
  readonly entries: readonly ChainEntry[];
  /** Elements or lines that are not entries: the position and the reason of each. */
  readonly refusals: readonly string[];
}

/** Maximum size of a file, packed and unpacked: several times the largest block. */
const bytesMaximum = 128 * 1024 * 1024;

/** As many transactions of minimum size as a file of maximum size has. */
const elementsMaximum = 100_000;
/** Pages of JSON-RPC batches, in a line of a file. */
const listDepthMaximum = 4;
const refusalsMaximum = 20;
/** Lines before the first that is an entry; JSON that is cut off has many more lines. */
const otherLinesMaximum = 1_000;

const unpack = promisify(gunzip);

/** Of a file that cannot be read: several times the size of one with a key. */
const scannedMaximum = 1_000_000;

/**
 * Blocks and transactions: responses of `getBlock` and `getTransaction` or their results, also as
 * web3.js and kit write them. One, a list, a JSON-RPC batch, or one of these per line; plain or
 * gzip; from standard input for `-`. Throws a MarketError with the path if the file cannot be read
 * as a whole, or if a part cannot be read and a secret is in the file.
 */
export async function readChainFile(path: string, signal?: AbortSignal): Promise<ChainFile> {
  const name = inputName(path);
  const bytes = await readLimited(path, { maxBytes: bytesMaximum, signal });
  const text = decodeText(await decompress(bytes, name));
  try {
    const file = readContent(text, name);
    if (file.refusals.length > 0) rejectSecrets(text, name);
    return file;
  } catch (error) {
    rejectSecrets(text, name);
    throw error;
  }
}

function readContent(text: string, path: string): ChainFile {
  if (text.trim() === '') {
    throw fileError(path, 'it is empty. Save a response of getTransaction or getBlock in it');
  }
  const content = new ContentReader(path);
  const whole = parseText(text);
  if (!('reason' in whole)) content.read(whole.value);
  else if (!content.readLines(text)) throw fileError(path, whole.reason);
  return content.result();
}

/** One error for the whole file, since the others may quote a part of the secret. */
function rejectSecrets(text: string, path: string): void {
  const head = text.slice(0, scannedMaximum);
  if (containsSecretKey(head)) {
    throw fileError(path, 'it contains a secret key or a seed phrase. None of it was printed');
  }
  if (seedPatterns.some((pattern) => pattern.test(head))) {
    throw fileError(path, 'it may be the seed of a secret key. None of it was printed');
  }
}

/** 32 bytes and nothing else, in hexadecimal or as numbers. */
const seedPatterns = [/^\W{0,8}(?:0x)?[\da-f]{64}\W{0,8}$/i, /^\W*(?:\d{1,3}\W+){31}\d{1,3}\W*$/];

async function decompress(bytes: Buffer, path: string): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: bytesMaximum });
  } catch (cause) {
    const tooLarge = errorCode(cause) === 'ERR_BUFFER_TOO_LARGE';
    throw fileError(
      path,
      tooLarge
        ? `its gzip unpacks to more than ${formatBytes(bytesMaximum)}`
        : 'its gzip is damaged or cut off',
      cause,
    );
  }
}

function parseText(text: string): { readonly value: unknown } | { readonly reason: string } {
  const excess = findJsonExcess(Buffer.from(text));
  if (excess !== null) return { reason: excess };
  try {
    return { value: parseJson(text) };
  } catch {
    return { reason: 'it is no JSON, or is cut off' };
  }
}

class ContentReader {
  readonly #path: string;
  readonly #entries: ChainEntry[] = [];
  readonly #refusals: string[] = [];
  #elements = 0;
  #refused = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Throws a MarketError if the value is neither an entry nor a list. */
  read(value: unknown): void {
    const list = listOf(value);
    if (list !== null) this.#readList(list, '', 0);
    else this.#entries.push(chainEntryOf(value, this.#path, slotOfName(this.#path)));
  }

  /** False if no line has a response, block or transaction: it is not a file of lines. */
  readLines(text: string): boolean {
    let isFileOfLines = false;
    for (const [line, number] of linesOf(text)) {
      const position = `line ${number}`;
      const parsed = parseText(line);
      if ('reason' in parsed) {
        this.#countElement();
        this.#refuse(`${this.#path}: ${position}: ${parsed.reason}`);
      } else {
        this.#readElement(parsed.value, position, 0);
        isFileOfLines ||= isOfNode(parsed.value, 0);
      }
      isFileOfLines ||= this.#entries.length > 0;
      if (!isFileOfLines && this.#elements > otherLinesMaximum) return false;
    }
    return isFileOfLines;
  }

  result(): ChainFile {
    if (this.#elements === 0 && this.#entries.length === 0) {
      throw fileError(this.#path, 'it contains no transaction or block');
    }
    const more = this.#refused - this.#refusals.length;
    const rest = more > 0 ? [`${this.#path}: ${more} more cannot be read`] : [];
    return { entries: this.#entries, refusals: [...this.#refusals, ...rest] };
  }

  #readList(list: readonly unknown[], position: string, depth: number): void {
    for (const [index, item] of list.entries()) {
      const element = `element ${index + 1}`;
      this.#readElement(item, position === '' ? element : `${position}, ${element}`, depth);
    }
  }

  #readElement(value: unknown, position: string, depth: number): void {
    const list = listOf(value);
    if (list !== null && depth < listDepthMaximum) {
      this.#readList(list, position, depth + 1);
      return;
    }
    this.#countElement();
    try {
      this.#entries.push(chainEntryOf(value, `${this.#path}: ${position}`, null));
    } catch (error) {
      if (!MarketError.is(error)) throw error;
      this.#refuse(error.message);
    }
  }

  #countElement(): void {
    this.#elements += 1;
    if (this.#elements > elementsMaximum) {
      throw fileError(this.#path, `it has more than ${elementsMaximum} elements; split it`);
    }
  }

  #refuse(message: string): void {
    this.#refused += 1;
    if (this.#refusals.length < refusalsMaximum) this.#refusals.push(message);
  }
}

/** With their numbers, without blank ones. */
function* linesOf(text: string): Generator<readonly [line: string, number: number]> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).trim();
    number += 1;
    if (line !== '') yield [line, number];
    start = end === -1 ? text.length : end + 1;
  }
}

/** Of a list or a response whose result is one. */
function listOf(value: unknown): readonly unknown[] | null {
  const result = isObject(value) && Array.isArray(value['result']) ? value['result'] : value;
  return Array.isArray(result) ? result : null;
}

const nodeMembers = ['jsonrpc', 'result', 'transaction', 'transactions', 'parentSlot'] as const;

/** Whether it is a response, block or transaction, or a list with one, even if it cannot be read. */
function isOfNode(value: unknown, depth: number): boolean {
  if (isObject(value)) return nodeMembers.some((member) => member in value);
  if (!Array.isArray(value) || depth > listDepthMaximum) return false;
  return value.some((item) => isOfNode(item, depth + 1));
}

/** Throws a MarketError with the source. */
function chainEntryOf(value: unknown, source: string, namedSlot: number | null): ChainEntry {
  const response = isObject(value) ? value : undefined;
  if (response && 'error' in response && !('result' in response)) {
    const message = isObject(response['error']) ? response['error']['message'] : undefined;
    const words = typeof message === 'string' ? quoteMessage(message) : 'without words';
    throw fileError(source, `it holds an error of the node: ${words}`);
  }
  const result = response && 'result' in response ? response['result'] : value;
  if (value === null) {
    throw fileError(source, 'it contains only null. Save the response of the node in it');
  }
  if (result === null) {
    throw fileError(source, 'its result is null: the node did not know the transaction or block');
  }
  if (!isObject(result)) throw fileError(source, otherContent);
  if ('parentSlot' in result || 'transactions' in result) {
    return blockOf(result, source, namedSlot);
  }
  if ('transaction' in result) return transactionOf(result, source);
  throw fileError(source, describeOther(result));
}

/** Without long texts and lists of numbers, each of which may be a part of a key. */
const quoteMessage = (message: string): string =>
  sanitizeMessage(
    message.slice(0, 4_000).replace(/[\w+/-]{20,}|(?:\d{1,3}[\s,]+){8,}\d{0,3}/g, '…'),
    200,
  );

const otherContent = 'it is neither the answer of getTransaction nor that of getBlock';

function describeOther(result: JsonObject): string {
  if ('message' in result && 'signatures' in result) {
    return 'it is a transaction without its slot and metadata; fetch it with getTransaction';
  }
  if ('signature' in result || 'confirmationStatus' in result) {
    return 'it names a signature or its status only; fetch the transaction with getTransaction';
  }
  return otherContent;
}

function blockOf(result: JsonObject, source: string, namedSlot: number | null): ChainEntry {
  const converted = toNodeBlock(result);
  const problem = invalidBlockMember(converted);
  if (problem !== null) throw fileError(source, `its block is not a full block: ${problem}`);
  const block = converted as RpcBlock & { readonly slot?: unknown };
  const { parentSlot, slot: own } = block;
  // A block does not contain its slot. Files are usually named by it; the parent's slot is not
  // enough because slots may be skipped.
  const named = namedSlot !== null && namedSlot > parentSlot ? namedSlot : parentSlot + 1;
  assertBlockTime(block.blockTime, source);
  return { kind: 'block', source, slot: isSlot(own) ? own : named, block };
}

function slotOfName(path: string): number | null {
  const slot = Number(/^([0-9]+)\./.exec(basename(path))?.[1] ?? Number.NaN);
  return isSlot(slot) ? slot : null;
}

const isSlot = (value: unknown): value is number =>
  typeof value === 'number' && isStorable(value, 'slot');

function transactionOf(result: JsonObject, source: string): ChainEntry {
  const transaction = toNodeTransaction(result) as RpcTransaction;
  if (!isSlot(transaction.slot)) throw fileError(source, 'its slot is missing or out of range');
  if (transaction.meta === null || transaction.meta === undefined) {
    throw fileError(
      source,
      'its transaction has no metadata (meta), so nothing it did can be read',
    );
  }
  assertBlockTime(transaction.blockTime, source);
  return { kind: 'transaction', source, transaction };
}

function assertBlockTime(value: unknown, source: string): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'number' && isStorable(value, 'time')) return;
  throw fileError(source, 'its blockTime is not a time in seconds');
}
