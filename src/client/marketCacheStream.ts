import { t } from '@vscode/l10n';
import { parseJson } from '../api/json.ts';
import { type ArrayElement, JsonArraySplitter } from '../api/jsonArraySplitter.ts';
import { type MarketCacheEntry, marketCache } from '../api/marketCache.ts';
import { MarketError } from '../api/marketError.ts';
import type { PartialResponse } from '../api/partialResponse.ts';
import { formatPath } from '../api/validation.ts';
import type { HttpResponse } from '../http/httpRequester.ts';
import { findJsonExcess } from '../http/jsonBody.ts';
import { type BodyLimits, decompressBody } from '../http/responseBody.ts';
import { readMarketCacheEntry } from './marketCacheEntry.ts';

export interface MarketCacheProgress {
  readonly entries: number;
  /** Bytes before decompression. */
  readonly receivedBytes: number;
  /** Total of the same bytes; null if the service does not send it. */
  readonly totalBytes: number | null;
}

export interface MarketCacheStreamOptions {
  /** Aborting ends the iteration with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MarketCacheProgress) => void;
  /** Called for each fault, with whether the entry or only a member was dropped. */
  readonly onFault?: (fault: MarketError, omitted: 'entry' | 'member') => void;
}

/** Limit per entry, equal to the splitter's. Beyond it, the response is not a list of entries. */
const maxEntryBytes = 4 * 1024 * 1024;

/** Throws a MarketError of kind `unreadable-answer` if the response is not a list. */
export async function* readMarketCacheEntries(
  response: HttpResponse,
  limits: BodyLimits,
  { onProgress, onFault }: MarketCacheStreamOptions,
): AsyncGenerator<readonly MarketCacheEntry[], void, undefined> {
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
    const part: MarketCacheEntry[] = [];
    for (const element of elements) {
      const { entry, faults } = parseEntry(element);
      for (const fault of faults) {
        firstFault ??= fault;
        onFault?.(fault, entry === null ? 'entry' : 'member');
      }
      if (entry !== null) part.push(entry);
    }
    entries += part.length;
    if (part.length > 0) yield part;
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

/** Further faults are only counted. */
const maxReportedFaults = 20;

/** Throws like `readMarketCacheEntries`. */
export async function collectMarketCache(
  response: HttpResponse,
  limits: BodyLimits,
): Promise<PartialResponse<MarketCacheEntry[]>> {
  const entries: MarketCacheEntry[] = [];
  const errors: MarketError[] = [];
  let more = 0;
  const onFault = (fault: MarketError): void => {
    if (errors.length < maxReportedFaults) errors.push(fault);
    else more += 1;
  };
  for await (const part of readMarketCacheEntries(response, limits, { onFault })) {
    for (const entry of part) entries.push(entry);
  }
  if (more > 0) {
    const { summary } = marketCache;
    errors.push(
      new MarketError('unreadable-answer', t('{0}: {1} more invalid fields', summary, more)),
    );
  }
  return { response: entries, errors };
}

interface ParsedEntry {
  readonly entry: MarketCacheEntry | null;
  readonly faults: readonly MarketError[];
}

function parseEntry({ index, bytes, depth }: ArrayElement): ParsedEntry {
  const lost = (problem: string): ParsedEntry => ({
    entry: null,
    faults: [unreadableError(problem)],
  });
  const excess = bytes === null ? t('too large') : findJsonExcess(bytes, depth);
  if (bytes === null || excess !== null) return lost(`[${index}] ${excess}`);
  let value: unknown;
  try {
    value = parseJson(bytes.toString('utf8'));
  } catch {
    return lost(t('[{0}] is not valid JSON', index));
  }
  const { entry, faults } = readMarketCacheEntry(value, index);
  const told = faults.map(({ path, message }) => unreadableError(`${formatPath(path)} ${message}`));
  return { entry, faults: told };
}

const unreadableError = (problem: string) =>
  new MarketError('unreadable-answer', t('Invalid response: {0}', problem));
