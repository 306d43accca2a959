import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { stringifyJson } from '../../api/json.ts';
import { SingleFlight } from '../service/singleFlight.ts';

/** A response as it is sent. */
export interface SharedResponse {
  readonly body: Buffer;
  /** "Now" of its data in Unix milliseconds; `null` without data. */
  readonly now: number | null;
}

interface HeldResponse extends SharedResponse {
  readonly version: string;
}

export interface SharedResponsesOptions {
  /**
   * Names what responses are made of: as long as it is the same, so are they. `null`: nothing is kept,
   * and only requests at the same moment share a response.
   */
  readonly dataVersion: () => string | null;
  readonly now: () => number | null;
  /** A request was answered without a computation of its own. */
  readonly onShared: (operation: string) => void;
}

/** Of all responses that are kept. */
const maxKeptBytes = 64 * 1024 * 1024;
const maxResponseBytes = 8 * 1024 * 1024;
const longKeyCharacters = 512;

/**
 * Identical requests, whoever sends them, share one computation and its text: those at the same
 * moment, and those that come until there is new data.
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
    const version = this.#options.dataVersion();
    const key = `${operation} ${parametersKey(parameters)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.version === version) {
      this.#options.onShared(operation);
      return kept;
    }
    let isOwn = false;
    const response = await this.#flights.run(
      `${version} ${key}`,
      operation,
      async (call) => {
        isOwn = true;
        const now = this.#options.now();
        const result = await compute(call.signal);
        return { body: Buffer.from(stringifyJson(result)), now, version: version ?? '' };
      },
      { signal, window: this, priority: 'interactive', onProgress: () => undefined },
    );
    if (!isOwn) this.#options.onShared(operation);
    else if (version !== null) this.#kept.set(key, response);
    return response;
  }
}

/** Equal for parameters that are equal, in whatever order they came. */
function parametersKey(parameters: object): string {
  const sorted = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = stringifyJson(sorted);
  if (text.length <= longKeyCharacters) return text;
  return createHash('sha256').update(text).digest('base64');
}
