import { chmod, lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { errorMessage } from '../../../../api/errorMessage.ts';
import { MarketError } from '../../../../api/marketError.ts';
import { errorCode } from '../../../base/fileError.ts';

const privateMode = 0o600;

/** DuckDB's write-ahead log, with data not yet in the file. */
const logOf = (file: string): string => `${file}.wal`;

/** Also applies to a file created elsewhere and to the log of a killed process. */
export async function makePrivate(file: string): Promise<void> {
  await chmod(file, privateMode);
  await chmod(logOf(file), privateMode).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/** Throws if it is not a regular file; creates the folder if it is missing. */
export async function checkFile(file: string): Promise<boolean> {
  try {
    const exists = await isOrdinaryFile(file);
    const hasLog = await isOrdinaryFile(logOf(file));
    if (!exists && hasLog) {
      throw new MarketError(
        'bad-parameter',
        t(
          'The store {0} is missing, but its log {1} is there. Put the store back, or move the log.',
          file,
          logOf(file),
        ),
      );
    }
    if (hasLog) await checkLog(file);
    if (!exists) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return exists;
  } catch (error) {
    throw toOpenError(file, error);
  }
}

/** False if nothing exists. Links are refused, as DuckDB would write to their target. */
async function isOrdinaryFile(file: string): Promise<boolean> {
  const found = await lstat(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found?.isSymbolicLink() === true) {
    throw new MarketError(
      'bad-parameter',
      t('The store {0} is a symbolic link. Use the path of the file itself.', file),
    );
  }
  if (found?.isFile() === false) {
    throw new MarketError(
      'bad-parameter',
      t('The store {0} is not a file. Use another path.', file),
    );
  }
  return found !== null;
}

/** First bytes of every log. DuckDB silently ignores a log without them and loses its blocks. */
const logStart = Buffer.from([0x64, 0x00, 0x62, 0x65, 0x00]);

async function checkLog(file: string): Promise<void> {
  const log = await open(logOf(file));
  try {
    const { bytesRead, buffer } = await log.read(Buffer.alloc(logStart.length), 0);
    if (!buffer.subarray(0, bytesRead).equals(logStart.subarray(0, bytesRead))) {
      throw damagedLogError(file, t('not a log of a store'));
    }
  } finally {
    await log.close();
  }
}

export type StoreHolder = 'own' | 'other';

const lockedErrors = new WeakMap<MarketError, StoreHolder>();

/** Which process has the store open; null if the error has another reason. */
export const storeHolder = (error: unknown): StoreHolder | null =>
  (MarketError.is(error) && lockedErrors.get(error)) || null;

export function createLockedError(file: string, holder: StoreHolder, cause?: unknown): MarketError {
  const error = new MarketError(
    'service-failing',
    t('Another process uses the store {0}. Close it, or use another path.', file),
    { cause },
  );
  lockedErrors.set(error, holder);
  return error;
}

export function toOpenError(file: string, error: unknown): MarketError {
  if (MarketError.is(error)) return error;
  // Thrown by the stub (esbuild.mjs) that replaces DuckDB if the package lacks this platform's
  // build.
  if (errorCode(error) === 'NO_DUCKDB') {
    return new MarketError(
      'service-failing',
      t(
        'This package has no DuckDB build for this machine: Sandbox and Node connections do not work. Use a Service connection.',
      ),
      { cause: error },
    );
  }
  const text = errorMessage(error);
  if (/could not set lock|conflicting lock|being used by another process/i.test(text)) {
    return createLockedError(file, 'other', error);
  }
  if (/permission denied|EACCES|EPERM|read-only file system|no space left|EROFS/i.test(text)) {
    return new MarketError(
      'service-failing',
      t(
        'Could not open the store {0}: {1}. Check the permissions of the file and its folder.',
        file,
        firstLine(text),
      ),
      { cause: error },
    );
  }
  if (/\bWAL\b/.test(text)) return damagedLogError(file, firstLine(text), error);
  return new MarketError(
    'service-failing',
    t(
      'The store {0} is damaged or not a store: {1}. Move it or use another path to rebuild it.',
      file,
      firstLine(text),
    ),
    { cause: error },
  );
}

const damagedLogError = (file: string, reason: string, cause?: unknown) =>
  new MarketError(
    'service-failing',
    t(
      'The log {0} is damaged: {1}. Move it to open the store without its newest blocks.',
      logOf(file),
      reason,
    ),
    { cause },
  );

/** DuckDB appends stack traces and advice to its messages. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
