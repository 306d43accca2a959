import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { MarketError } from '../../interface/marketError.ts';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';

/** A pool of an imported file. Empty text where the file does not tell. */
export interface ImportedPool {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly lookupTable: string;
  /** The entry's `params` as they were, with what was read out of its account data added. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** From the aggregator's published cache, rather than from a table of pools. */
  readonly isAggregator: boolean;
}

/** Longest text of one entry; a pool's is far below. */
const entryCharactersMaximum = 1_000_000;

/**
 * Reads a file of pools, plain or gzip, one entry at a time, whatever its size: the aggregator's
 * market cache (`pubkey`, `owner`, `params`, perhaps account `data`) or a table of pools (`pool`,
 * `owner`, `mintA`, `mintB`, `vaultA`, `vaultB`). Throws a MarketError of kind `bad-parameter`
 * that names the file and the entry at fault.
 */
export async function* readPoolFile(path: string): AsyncGenerator<ImportedPool> {
  let number = 0;
  for await (const text of readEntries(path)) {
    number++;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw refuse(path, `entry ${number} is no JSON`, cause);
    }
    const pool = poolOf(value);
    if (pool === null) throw refuse(path, `entry ${number} is no pool of a known form`);
    yield pool;
  }
  if (number === 0) throw refuse(path, 'it holds no pools');
}

function refuse(path: string, reason: string, cause?: unknown): MarketError {
  return new MarketError('bad-parameter', `${path}: ${reason}`, { parameter: 'FILE', cause });
}

async function* textOf(path: string): AsyncGenerator<string> {
  const magic: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: 1 })) magic.push(chunk as Buffer);
  const isGzip = Buffer.concat(magic).equals(Buffer.from([0x1f, 0x8b]));
  const file = createReadStream(path);
  const plain = isGzip ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => plain.destroy(error));
  plain.setEncoding('utf8');
  for await (const text of plain) yield text as string;
}

/** The texts of the objects of a JSON array, or of objects one after the other. */
async function* readEntries(path: string): AsyncGenerator<string> {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let entry = '';
  try {
    for await (const text of textOf(path)) {
      let start = depth > 0 ? 0 : -1;
      for (let at = 0; at < text.length; at++) {
        const character = text.charCodeAt(at);
        if (inText) {
          if (escaped) escaped = false;
          else if (character === backslash) escaped = true;
          else if (character === quote) inText = false;
        } else if (character === quote) {
          if (depth === 0) throw refuse(path, 'it is no list of pools');
          inText = true;
        } else if (character === openBrace) {
          if (depth++ === 0) start = at;
        } else if (character === closeBrace && --depth === 0) {
          yield entry + text.slice(start, at + 1);
          entry = '';
          start = -1;
        }
        if (depth < 0) throw refuse(path, 'its braces do not match');
      }
      if (start >= 0) entry += text.slice(start);
      if (entry.length > entryCharactersMaximum) throw refuse(path, 'an entry is far too long');
    }
  } catch (error) {
    if (MarketError.is(error)) throw error;
    throw refuse(path, error instanceof Error ? error.message : String(error), error);
  }
  if (depth !== 0) throw refuse(path, 'it is cut off');
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function poolOf(value: unknown): ImportedPool | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Readonly<Record<string, unknown>>;
  const text = (key: string): string => {
    const member = entry[key];
    return typeof member === 'string' ? member : '';
  };
  const isAggregator = 'pubkey' in entry;
  const pool = text(isAggregator ? 'pubkey' : 'pool');
  const program = text('owner');
  if (!isAddress(pool) || !isAddress(program)) return null;
  const { params } = entry;
  const parameters =
    typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {};
  const table = isAggregator
    ? parameters['addressLookupTableAddress']
    : entry['addressLookupTableAddress'];
  const read = program === raydiumV4 ? readRaydiumV4(entry['data']) : null;
  return {
    pool,
    program,
    mintA: read?.coinMint ?? text('mintA'),
    mintB: read?.pcMint ?? text('mintB'),
    vaultA: read?.coinVault ?? text('vaultA'),
    vaultB: read?.pcVault ?? text('vaultB'),
    lookupTable: typeof table === 'string' ? table : '',
    parameters: read === null ? parameters : { ...parameters, ...read.parameters },
    isAggregator,
  };
}

function isAddress(text: string): boolean {
  return text.length >= 32 && text.length <= 44 && decodeBase58(text)?.length === 32;
}

const raydiumV4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const raydiumV4Bytes = 752;

/** The addresses in the account data of a Raydium AMM v4 pool (`AmmInfo` of its source). */
function readRaydiumV4(data: unknown): {
  coinMint: string;
  pcMint: string;
  coinVault: string;
  pcVault: string;
  parameters: Record<string, string>;
} | null {
  const [encoded, encoding] = Array.isArray(data) ? data : [];
  if (typeof encoded !== 'string' || encoding !== 'base64') return null;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== raydiumV4Bytes) return null;
  const address = (offset: number): string => encodeBase58(bytes.subarray(offset, offset + 32));
  return {
    coinVault: address(336),
    pcVault: address(368),
    coinMint: address(400),
    pcMint: address(432),
    parameters: {
      openOrders: address(496),
      serumMarket: address(528),
      serumProgram: address(560),
      targetOrders: address(592),
    },
  };
}
