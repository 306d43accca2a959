import { MarketError } from '../../api/marketError.ts';

export function fileError(path: string, reason: string, cause?: unknown): MarketError {
  return new MarketError('bad-parameter', `${path}: ${reason}`, { parameter: 'FILE', cause });
}

/** Code of a system or zlib error; empty text for other errors. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export function describeReadError(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder; name the files in it';
  return `it cannot be read (${code || 'unknown reason'})`;
}
