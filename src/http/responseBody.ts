import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { t } from '@vscode/l10n';

/** What a client can unpack, for `accept-encoding`. */
export const acceptedEncodings = 'gzip, br, deflate';

export interface BodyLimits {
  /** Bytes as they come over the line. */
  readonly receivedBytes: number;
  readonly decompressedBytes: number;
}

/** A body that is larger than it may be, or not what its headers say. */
export class ResponseBodyError extends Error {
  override readonly name = 'BadBody';
}

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Nobody packs more than twice; each layer costs memory. */
const maxContentEncodings = 2;

/**
 * The pieces of a body, unpacked. No more than the limits are ever read or held: unpacking waits
 * for whoever takes the pieces. Throws a BadBody; errors of the connection pass as they are.
 */
export async function* decompressBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
  onReceived: (bytes: number) => void = () => undefined,
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
      onReceived(piece.length);
      if (received > limits.receivedBytes) throw new ResponseBodyError(t('it is too large'));
      yield piece;
    }
  };
  let isPacked = false;
  try {
    const layers = decompressorsFor(contentEncoding);
    isPacked = layers.length > 0;
    for await (const piece of isPacked ? decompress(counted(), layers) : counted()) {
      unpacked += piece.length;
      if (unpacked > limits.decompressedBytes) throw new ResponseBodyError(t('it is too large'));
      yield piece;
    }
  } catch (error) {
    if (connectionError !== undefined) throw connectionError;
    if (error instanceof ResponseBodyError || !isPacked) throw error;
    throw new ResponseBodyError(t('its compression is damaged or cut off'));
  } finally {
    body.destroy();
  }
}

function decompress(
  pieces: AsyncIterable<Buffer>,
  layers: readonly (() => Transform)[],
): AsyncIterable<Buffer> {
  const streams = [
    Readable.from(pieces, { objectMode: false }),
    ...layers.map((create) => create()),
  ];
  // Errors come to whoever reads the last stream.
  return pipeline(streams, () => undefined) as unknown as AsyncIterable<Buffer>;
}

/** Named in the order in which they were applied; undone from the last. */
function decompressorsFor(header: string | undefined): (() => Transform)[] {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxContentEncodings) throw new ResponseBodyError(t('it is packed too often'));
  return names.reverse().map((name) => {
    const create = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
    if (create === undefined) throw new ResponseBodyError(t('its compression is not known'));
    return create;
  });
}
