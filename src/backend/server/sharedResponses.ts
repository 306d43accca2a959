import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { stringifyJson } from '../../api/json.ts';
import { SingleFlight } from '../queue/singleFlight.ts';

/** A response as it is sent. */
export interface SharedResponse {
  readonly body: Buffer;
  /** "Now" of its data in Unix milliseconds; `null` without data. */
  readonly now: number | null;
}

/** What responses are made of: as long as it is the same, so are they. */
export interface DataVersion {
  /** Changes when something that was there is no longer so, as a block of a fork that was left. */
  readonly revision: string;
  /** Changes with each block, and with the time at which windows end. */
  readonly moment: string;
}

interface HeldResponse extends SharedResponse {
  readonly version: DataVersion | null;
  /** Until then it serves for later moments too, on the clock of the options. */
  readonly reuseUntil: number;
}

export interface SharedResponsesOptions {
  /** `null`: nothing is kept, and only requests at the same moment share a response. */
  readonly dataVersion: () => DataVersion | null;
  readonly now: () => number | null;
  /** A request was answered without a computation of its own. */
  readonly onShared: (operation: string) => void;
  /** In milliseconds, from any beginning; never goes back. */
  readonly clock?: () => number;
}

/**
 * Sums and ranks over windows of minutes to days, in which one more block shows little. One that took
 * long serves a little longer than until the next block: however large the store, each of them takes
 * a small part of a core.
 */
const aggregates: ReadonlySet<string> = new Set([
  'finder',
  'tipsByComputeUnit',
  'tipsByGains',
  'feesByComputeUnit',
  'walletRanking',
  'history',
  'coverage',
  'replay',
]);
/** Times as long as it took. */
const reuseFactor = 25;
export const maxReuseMilliseconds = 3_000;
/** Of all responses that are kept. */
const maxKeptBytes = 64 * 1024 * 1024;
const maxResponseBytes = 8 * 1024 * 1024;
const longKeyCharacters = 512;

/**
 * Identical requests, whoever sends them, share one computation and its text: those at the same
 * moment, and those that come until there is new data (aggregates: a little longer).
 */
export class SharedResponses {
  readonly #options: SharedResponsesOptions;
  readonly #flights = new SingleFlight<HeldResponse, string>();
  readonly #kept = new LRUCache<string, HeldResponse>({
    maxSize: maxKeptBytes,
    maxEntrySize: maxResponseBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  });

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  /**
   * The response to checked parameters. `compute` may serve several callers: its signal is aborted
   * when the last of them has gone. Rejects as `compute` does; failures are not kept.
   */
  async respond(
    operation: string,
    parameters: object,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<SharedResponse> {
    const { dataVersion, now, onShared, clock = () => performance.now() } = this.#options;
    const version = dataVersion();
    const isAggregate = aggregates.has(operation);
    const key = `${operation} ${parametersKey(parameters)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && isUsable(kept, version, isAggregate ? clock() : null)) {
      onShared(operation);
      return kept;
    }
    let isOwn = false;
    const moment = isAggregate ? '' : version?.moment;
    const response = await this.#flights.run(
      `${version?.revision} ${moment} ${key}`,
      operation,
      async (call) => {
        isOwn = true;
        const started = clock();
        const dataTime = now();
        const body = Buffer.from(stringifyJson(await compute(call.signal)));
        const ended = clock();
        const reuse = Math.min(maxReuseMilliseconds, reuseFactor * (ended - started));
        return { body, now: dataTime, version, reuseUntil: ended + reuse };
      },
      { signal, window: this, priority: 'interactive', onProgress: () => undefined },
    );
    if (!isOwn) onShared(operation);
    else if (version !== null) this.#kept.set(key, response);
    return response;
  }
}

/** `nowOnClock`: `null` for what has to be of this very moment. */
function isUsable(
  kept: HeldResponse,
  version: DataVersion | null,
  nowOnClock: number | null,
): boolean {
  if (version === null || kept.version?.revision !== version.revision) return false;
  if (kept.version.moment === version.moment) return true;
  return nowOnClock !== null && nowOnClock < kept.reuseUntil;
}

/** Equal for parameters that are equal, in whatever order they came. */
function parametersKey(parameters: object): string {
  const sorted = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = stringifyJson(sorted);
  if (text.length <= longKeyCharacters) return text;
  return createHash('sha256').update(text).digest('base64');
}
