import { constants, createReadStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { stdin } from 'node:process';
import { addAbortSignal, type Readable } from 'node:stream';
import { MarketError } from '../../api/marketError.ts';
import { describeReadError, fileError } from './fileError.ts';

export interface ReadLimits {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const chunkBytes = 1024 * 1024;

/** For messages. */
export const inputName = (path: string): string => (path === '-' ? 'standard input' : path);

/**
 * The bytes of a file, or of standard input for `-`. Enforces the limit while reading, since pipes
 * and devices report no size. Throws a MarketError with the path.
 */
export async function readLimited(path: string, { maxBytes, signal }: ReadLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const stream = await openInput(path);
    for await (const chunk of signal === undefined ? stream : addAbortSignal(signal, stream)) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw MarketError.is(error) ? error : fileError(path, describeReadError(error), error);
  }
  if (size > maxBytes) {
    throw fileError(inputName(path), `it is larger than the limit of ${formatBytes(maxBytes)}`);
  }
  return Buffer.concat(chunks);
}

async function openInput(path: string): Promise<Readable> {
  if (path === '-') return stdin;
  if (!(await stat(path)).isFIFO()) return createReadStream(path, { highWaterMark: chunkBytes });
  // A blocking open waits for a writer in a thread, which also keeps the process from exiting.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

export const formatBytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MiB`;
