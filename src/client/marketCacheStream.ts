import { t } from '@vscode/l10n';
import { JsonArraySplitter } from '../interface/jsonArraySplitter.ts';
import { MarketCacheEntry, marketCache } from '../interface/marketCache.ts';
import { MarketError } from '../interface/marketError.ts';
import { check, parseWire, pathText } from '../interface/wire.ts';
import { type BodyLimits, unpackedBody } from './answerBody.ts';
import type { OpenAnswer } from './exchange.ts';
import { isTooDeep } from './jsonDepth.ts';

/** How far a market cache has come. */
export interface CacheProgress {
  readonly entries: number;
  /** Bytes on the line; compressed where the service compresses. */
  readonly receivedBytes: number;
  /** Of the same bytes; null where the service does not say. */
  readonly totalBytes: number | null;
}

export interface CacheStreamOptions {
  /** Aborting ends the iteration with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
  /** Called after each piece that arrives. */
  readonly onProgress?: (progress: CacheProgress) => void;
  /** An entry that cannot be read is told here and left out. */
  readonly onFault?: (fault: MarketError) => void;
}

const { summary } = marketCache;
/** Beyond what the splitter keeps of one entry: what comes is no list of entries. */
const entryBytesMaximum = 4 * 1024 * 1024;

/**
 * The entries of a market cache while they arrive, with the memory of one entry and one piece.
 * Throws a MarketError of kind `unreadable-answer` for what is no list, for one that is cut off,
 * and at the end where no entry at all could be read.
 */
export async function* cacheEntries(
  answer: OpenAnswer,
  limits: BodyLimits,
  { onProgress, onFault }: CacheStreamOptions,
): AsyncGenerator<MarketCacheEntry, void, undefined> {
  const splitter = new JsonArraySplitter();
  let receivedBytes = 0;
  let entries = 0;
  let sinceEntry = 0;
  let firstFault: MarketError | undefined;
  const count = (bytes: number) => {
    receivedBytes += bytes;
  };
  for await (const piece of unpackedBody(answer.body, answer.contentEncoding, limits, count)) {
    const elements = splitter.push(piece);
    sinceEntry = elements.length === 0 ? sinceEntry + piece.length : 0;
    if (sinceEntry > entryBytesMaximum) throw unreadable(t('an entry is too long'));
    for (const { index, bytes } of elements) {
      const entry = readEntry(index, bytes);
      if (MarketError.is(entry)) {
        firstFault ??= entry;
        onFault?.(entry);
      } else {
        entries += 1;
        yield entry;
      }
    }
    onProgress?.({ entries, receivedBytes, totalBytes: answer.contentLength });
  }
  const { end } = splitter.end();
  if (end === 'cut-off') throw unreadable(t('it is cut off after {0} entries; ask again', entries));
  if (end !== 'whole' || splitter.hasMore) {
    throw unreadable(t("it is no list of pools; check the service's address"));
  }
  if (entries === 0 && firstFault !== undefined) throw firstFault;
}

/** The entry, or what is wrong with it. */
function readEntry(index: number, bytes: Buffer | null): MarketCacheEntry | MarketError {
  if (bytes === null || isTooDeep(bytes))
    return unreadable(t('[{0}] is too large or too deep', index));
  let value: unknown;
  try {
    value = parseWire(bytes.toString('utf8'));
  } catch {
    return unreadable(t('[{0}] is not valid JSON', index));
  }
  const { result, fault } = check(MarketCacheEntry, value);
  return fault === null
    ? result
    : unreadable(t('its member {0} {1}', pathText([index, ...fault.path]), fault.words));
}

const unreadable = (words: string) =>
  new MarketError('unreadable-answer', t('{0}: the answer cannot be read: {1}', summary, words));
