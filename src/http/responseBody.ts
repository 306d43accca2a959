import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type ZlibOptions } from 'node:zlib';
import { t } from '@vscode/l10n';

export const acceptedEncodings = 'gzip, br, deflate';

/** Limit of one response, both compressed and decompressed: several times the largest block. */
export const maxResponseBytes = 64 * 1024 * 1024;

export interface BodyLimits {
  /** Bytes before decompression. */
  readonly receivedBytes: number;
  readonly decompressedBytes: number;
}

/** The body is too large or does not match its headers. */
export class ResponseBodyError extends Error {
  override readonly name = 'ResponseBodyError';
}

const decompressors: Readonly<Record<string, (options: ZlibOptions) => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** At most two content encodings are accepted; each layer costs memory. */
const maxContentEncodings = 2;

/** Yields the decompressed chunks of a body within the limits. Throws a ResponseBodyError. */
export async function* decompressBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
  {
    onReceived,
    chunkBytes = 16 * 1024,
  }: { readonly onReceived?: (bytes: number) => void; readonly chunkBytes?: number } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const countReceived = byteLimit(limits.receivedBytes);
  const countUnpacked = byteLimit(limits.decompressedBytes);
  let connectionError: unknown;
  body.once('error', (error) => {
    connectionError ??= error;
  });
  const counted = async function* () {
    for await (const piece of body as AsyncIterable<Buffer>) {
      onReceived?.(piece.length);
      countReceived(piece.length);
      yield piece;
    }
  };
  let isPacked = false;
  try {
    const layers = decompressorsFor(contentEncoding, chunkBytes);
    isPacked = layers.length > 0;
    for await (const piece of isPacked ? decompress(counted(), layers) : counted()) {
      countUnpacked(piece.length);
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

/** Throws a ResponseBodyError beyond the limit. */
function byteLimit(limit: number): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > limit) throw new ResponseBodyError(t('too large'));
  };
}

/** Large chunks save round trips to the decompression thread. */
const maxChunkBytes = 2 * 1024 * 1024;

/** Stops at the limits. Throws like `decompressBody`. */
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
    return Buffer.concat(all);
  } finally {
    body.destroy();
  }
}

/** Only the message of an error body is used, and nothing of a redirect's. */
const maxErrorBodyBytes = 64 * 1024;

/** Text of an error response, as far as it arrives; the status is known without it. */
export async function readErrorBody(
  body: Readable,
  contentEncoding: string | undefined,
): Promise<string> {
  const limits = { receivedBytes: maxErrorBodyBytes, decompressedBytes: maxErrorBodyBytes };
  const pieces: Buffer[] = [];
  try {
    for await (const piece of decompressBody(body, contentEncoding, limits)) pieces.push(piece);
  } catch {
    // Too long, damaged, truncated or too slow: use what has arrived.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Drains a short rest, which keeps the connection; a long one closes it. */
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
  // The reader of the last stream receives the errors.
  return pipeline(streams, () => undefined) as unknown as AsyncIterable<Buffer>;
}

/** In the order in which they were applied. */
const namesOf = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');

/** In the reverse order of the encodings. */
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
