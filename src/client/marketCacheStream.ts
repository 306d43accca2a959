import { t } from '@vscode/l10n';
import { parseJson } from '../api/json.ts';
import { JsonArraySplitter } from '../api/jsonArraySplitter.ts';
import { MarketCacheEntry } from '../api/marketCache.ts';
import { MarketError } from '../api/marketError.ts';
import { formatPath, validateSchema } from '../api/validation.ts';
import type { HttpResponse } from '../http/httpRequester.ts';
import { findJsonExcess } from '../http/jsonBody.ts';
import { type BodyLimits, decompressBody } from '../http/responseBody.ts';

export interface MarketCacheProgress {
  readonly entries: number;
  /** Bytes on the line; compressed where the service compresses. */
  readonly receivedBytes: number;
  /** Of the same bytes; null where the service does not say. */
  readonly totalBytes: number | null;
}

export interface MarketCacheStreamOptions {
  /** Aborting ends the iteration with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MarketCacheProgress) => void;
  /** An entry that cannot be read is told here and left out. */
  readonly onInvalidEntry?: (fault: MarketError) => void;
}

/** Beyond what the splitter keeps of one entry: what comes is no list of entries. */
const maxEntryBytes = 4 * 1024 * 1024;

/** The entries of a market cache. Throws a MarketError of kind `unreadable-answer` for no list. */
export async function* readMarketCacheEntries(
  response: HttpResponse,
  limits: BodyLimits,
  { onProgress, onInvalidEntry }: MarketCacheStreamOptions,
): AsyncGenerator<MarketCacheEntry, void, undefined> {
  const splitter = new JsonArraySplitter();
  let receivedBytes = 0;
  let entries = 0;
  let sinceEntry = 0;
  let firstFault: MarketError | undefined;
  const pieces = decompressBody(response.body, response.contentEncoding, limits, {
    onReceived: (bytes) => {
      receivedBytes += bytes;
    },
  });
  for await (const piece of pieces) {
    const elements = splitter.push(piece);
    sinceEntry = elements.length === 0 ? sinceEntry + piece.length : 0;
    if (sinceEntry > maxEntryBytes) throw unreadableError(t('an entry is too large'));
    for (const { index, bytes } of elements) {
      const entry = parseEntry(index, bytes);
      if (MarketError.is(entry)) {
        firstFault ??= entry;
        onInvalidEntry?.(entry);
      } else {
        entries += 1;
        yield entry;
      }
    }
    onProgress?.({ entries, receivedBytes, totalBytes: response.contentLength });
  }
  const { end } = splitter.end();
  if (end === 'cut-off') throw unreadableError(t('cut off after {0} entries; try again', entries));
  if (end !== 'whole' || splitter.hasTrailingData) {
    throw new MarketError(
      'unreadable-answer',
      t('The response is not a list of pools. Check the service’s address.'),
    );
  }
  if (entries === 0 && firstFault !== undefined) throw firstFault;
}

function parseEntry(index: number, bytes: Buffer | null): MarketCacheEntry | MarketError {
  const excess = bytes === null ? t('too large') : findJsonExcess(bytes);
  if (bytes === null || excess !== null) return unreadableError(`[${index}] ${excess}`);
  let value: unknown;
  try {
    value = parseJson(bytes.toString('utf8'));
  } catch {
    return unreadableError(t('[{0}] is not valid JSON', index));
  }
  const { result, fault } = validateSchema(MarketCacheEntry, value);
  return fault === null
    ? result
    : unreadableError(`${formatPath([index, ...fault.path])} ${fault.message}`);
}

const unreadableError = (problem: string) =>
  new MarketError('unreadable-answer', t('Invalid response: {0}', problem));
