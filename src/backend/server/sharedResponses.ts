import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { stringifyJson } from '../../api/json.ts';
import { SingleFlight } from '../queue/singleFlight.ts';

export interface SharedResponse {
  readonly body: Buffer;
  /** "Now" of its data in Unix milliseconds; `null` without data. */
  readonly now: number | null;
}

/** Version of the data; responses stay valid while it does not change. */
export interface DataVersion {
  /** Changes when existing data changes, such as after a fork. */
  readonly revision: string;
  /** Changes with each block, and with the end of the time windows. */
  readonly moment: string;
}

/** An aggregate is reused a little longer: see `OperationDefinition`. */
export interface SharedOperation {
  readonly name: string;
  readonly isAggregate?: boolean | undefined;
}

interface HeldResponse extends SharedResponse {
  readonly version: DataVersion | null;
  /** Until this time of `clock`, it may be reused at later moments. */
  readonly reuseUntil: number;
}

export interface SharedResponsesOptions {
  /** `null`: nothing is cached, and only concurrent requests share a response. */
  readonly dataVersion: () => DataVersion | null;
  readonly now: () => number | null;
  /** Called for each request served without its own computation. */
  readonly onShared: (operation: string) => void;
  /** Monotonic, in milliseconds, with any starting point. */
  readonly clock?: () => number;
}

/** Reuse time as a multiple of the computation time. */
const reuseFactor = 25;
export const maxReuseMilliseconds = 3_000;
const maxKeptBytes = 64 * 1024 * 1024;
const maxResponseBytes = 8 * 1024 * 1024;
const longKeyCharacters = 512;

/**
 * Identical requests of all callers share one computation and its text if they run concurrently or
 * no new data has arrived (for aggregates, a little longer).
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

  /** The signal of `compute` aborts when its last caller disconnects. Failures are not cached. */
  async respond(
    { name, isAggregate = false }: SharedOperation,
    parameters: object,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<SharedResponse> {
    const { dataVersion, now, onShared, clock = () => performance.now() } = this.#options;
    const version = dataVersion();
    const key = `${name} ${parametersKey(parameters)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && isUsable(kept, version, isAggregate ? clock() : null)) {
      onShared(name);
      return kept;
    }
    let isOwn = false;
    const moment = isAggregate ? '' : version?.moment;
    const response = await this.#flights.run(
      `${version?.revision} ${moment} ${key}`,
      name,
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
    if (!isOwn) onShared(name);
    else if (version !== null) this.#kept.set(key, response);
    return response;
  }
}

/** `nowOnClock`: `null` if the response must be of the current moment. */
function isUsable(
  kept: HeldResponse,
  version: DataVersion | null,
  nowOnClock: number | null,
): boolean {
  if (version === null || kept.version?.revision !== version.revision) return false;
  if (kept.version.moment === version.moment) return true;
  return nowOnClock !== null && nowOnClock < kept.reuseUntil;
}

/** Equal for equal parameters, in any order. */
function parametersKey(parameters: object): string {
  const sorted = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = stringifyJson(sorted);
  if (text.length <= longKeyCharacters) return text;
  return createHash('sha256').update(text).digest('base64');
}
