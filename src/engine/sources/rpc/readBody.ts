import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { t } from '@vscode/l10n';

const gunzipAsync = promisify(gunzip);

/** Large pieces: each is a way to the thread that unpacks and back. */
const chunkBytes = 2 * 1024 * 1024;

export interface BodyLimits {
  /** As it comes over the line. */
  readonly receivedBytes: number;
  readonly unpackedBytes: number;
}

/** A body that is larger than it may be, or not what its headers say. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

/** Reads a body whole, unpacking gzip off this thread. Throws a BodyError. */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  contentEncoding: string,
  limits: BodyLimits,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > limits.receivedBytes) throw new BodyError(t('it is too large'));
    pieces.push(piece);
  }
  const received = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, bytes);
  if (contentEncoding === '' || contentEncoding === 'identity') {
    if (bytes > limits.unpackedBytes) throw new BodyError(t('it is too large'));
    return Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  }
  if (contentEncoding !== 'gzip') throw new BodyError(t('its encoding is not known'));
  try {
    return await gunzipAsync(received, {
      chunkSize: chunkBytes,
      maxOutputLength: limits.unpackedBytes,
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw new BodyError(
      code === 'ERR_BUFFER_TOO_LARGE' ? t('it is too large') : t('its gzip is damaged or cut off'),
    );
  }
}
