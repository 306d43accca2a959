import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type ZlibOptions } from 'node:zlib';
import { t } from '@vscode/l10n';

/** What a client can unpack, for `accept-encoding`. */
export const acceptedEncodings = 'gzip, br, deflate';

/** Most of one response, as it comes and unpacked: several times the largest block. */
export const maxResponseBytes = 64 * 1024 * 1024;

export interface BodyLimits {
  /** Bytes as they come over the line. */
  readonly receivedBytes: number;
  readonly decompressedBytes: number;
}

/** A body that is larger than it may be, or not what its headers say. */
export class ResponseBodyError extends Error {
  override readonly name = 'ResponseBodyError';
}

const decompressors: Readonly<Record<string, (options: ZlibOptions) => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Nobody packs more than twice; each layer costs memory. */
const maxContentEncodings = 2;

/** The unpacked pieces of a body, read within the limits. Throws a ResponseBodyError. */
export async function* decompressBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
  {
    onReceived,
    chunkBytes = 16 * 1024,
  }: { readonly onReceived?: (bytes: number) => void; readonly chunkBytes?: number } = {},
): AsyncGenerator<Buffer, void, undefined> {
  let received = 0;
  let unpacked = 0;
  let connectionError: unknown;
  body.once('error', (error) => {
    connectionError ??= error;
  });
  const counted = async function* () {
    for await (const piece of body as AsyncIterable<Buffer>) {
      received += piece.length;
      onReceived?.(piece.length);
      if (received > limits.receivedBytes) throw new ResponseBodyError(t('too large'));
      yield piece;
    }
  };
  let isPacked = false;
  try {
    const layers = decompressorsFor(contentEncoding, chunkBytes);
    isPacked = layers.length > 0;
    for await (const piece of isPacked ? decompress(counted(), layers) : counted()) {
      unpacked += piece.length;
      if (unpacked > limits.decompressedBytes) throw new ResponseBodyError(t('too large'));
      yield piece;
    }
  } catch (error) {
    if (error instanceof ResponseBodyError) throw error;
    if (connectionError !== undefined) throw connectionError;
    if (!isPacked) throw error;
    throw new ResponseBodyError(t('compression damaged or cut off'));
  } finally {
    body.destroy();
  }
}

/** Large pieces: each is a way to the thread that unpacks and back. */
const maxChunkBytes = 2 * 1024 * 1024;

/**
 * A body whole, unpacked as it comes, in memory that a large one shares with nothing: beyond a limit,
 * no more of it is read. Throws as `decompressBody`.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
): Promise<Buffer> {
  body.on('error', () => undefined);
  try {
    const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    const { value: first = Buffer.alloc(0) } = await pieces.next();
    const chunkBytes = Math.min(maxChunkBytes, Math.max(1024, first.length * 8));
    const rest = async function* () {
      yield first;
      yield* { [Symbol.asyncIterator]: () => pieces };
    };
    const whole = Readable.from(rest(), { objectMode: false });
    const all: Buffer[] = [];
    for await (const piece of decompressBody(whole, contentEncoding, limits, { chunkBytes })) {
      all.push(piece);
    }
    const unpacked = Buffer.concat(all);
    // What came as it is belongs to the connection.
    if (namesOf(contentEncoding).length > 0) for (const piece of all) freeMemory(piece);
    return unpacked;
  } finally {
    body.destroy();
  }
}

/**
 * Gives the memory of bytes that nobody reads any more back at once: it would wait for a collection,
 * which knows little of it, and a following backend leaves tens of megabytes a second. Small ones stay:
 * they may share their memory with others.
 */
export function freeMemory({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/** An error's body is only read for its words, and a redirect's not at all. */
const maxErrorBodyBytes = 64 * 1024;

/** The words of a failure, as far as they come; the status is known without them. */
export async function readErrorBody(
  body: Readable,
  contentEncoding: string | undefined,
): Promise<string> {
  const limits = { receivedBytes: maxErrorBodyBytes, decompressedBytes: maxErrorBodyBytes };
  const pieces: Buffer[] = [];
  try {
    for await (const piece of decompressBody(body, contentEncoding, limits)) pieces.push(piece);
  } catch {
    // Too long, damaged, cut off or too slow: what came tells enough.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A short rest is read, which keeps the connection; a long one ends it. */
export function discardBody(
  body: Readable & { dump?: (options: { limit: number }) => Promise<void> },
): void {
  body.on('error', () => undefined);
  void body.dump?.({ limit: maxErrorBodyBytes }).catch(() => undefined);
}

function decompress(
  pieces: AsyncIterable<Buffer>,
  layers: readonly Transform[],
): AsyncIterable<Buffer> {
  const streams = [Readable.from(pieces, { objectMode: false }), ...layers];
  // Errors come to whoever reads the last stream.
  return pipeline(streams, () => undefined) as unknown as AsyncIterable<Buffer>;
}

/** In the order in which they were applied. */
const namesOf = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');

/** Undone from the last. */
function decompressorsFor(header: string | undefined, chunkSize: number): Transform[] {
  const names = namesOf(header);
  if (names.length > maxContentEncodings)
    throw new ResponseBodyError(t('compressed too many times'));
  return names.reverse().map((name) => {
    const create = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
    if (create === undefined) throw new ResponseBodyError(t('unknown compression'));
    return create({ chunkSize });
  });
}
