import type { OperationName } from '../../api/operations.ts';

/** An interactive call comes before every background one. */
export type CallPriority = 'interactive' | 'background';

/** What `call` takes: a transaction lands through the requests for landing alone, checked first. */
export type CallableOperation = Exclude<OperationName, 'landTransaction'>;

/** Request `call`: one operation of the interface. Its progress is `WaitingProgress`. */
export interface CallRequest {
  readonly connectionId: string;
  readonly operation: CallableOperation;
  readonly parameters: unknown;
  /** Interactive unless it says otherwise. */
  readonly priority?: CallPriority;
  /** Ask even where a cached response is still good: somebody pressed "refresh". */
  readonly forceRefresh?: boolean;
  readonly progressToken?: string;
}

export interface CallResponse {
  readonly result: unknown;
  /** Members of the answer that could not be read and are left out; in words. */
  readonly faults?: readonly CallErrorData[];
  /** When a cached response was given, Unix milliseconds; absent for one that was just asked for. */
  readonly cachedAtMilliseconds?: number;
}

/** The call waits for its turn within the service's limits. */
export interface WaitingProgress {
  readonly kind: 'waiting';
  readonly operation: OperationName;
  /** When it is expected to be sent, Unix milliseconds, and how long that is from now. */
  readonly nextCallAtMilliseconds: number;
  readonly nextCallInSeconds: number;
}

/** `data` of a response error: a MarketError across the channel. */
export interface CallErrorData {
  readonly kind: string;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Request `fetchImage`: the picture at an address that the maker of a token chose. Only https to
 * the public internet, only PNG, JPEG, GIF and WebP, at most 512 kB; of no connection, and asked
 * for only when somebody wants to see it.
 */
export interface ImageRequest {
  readonly url: string;
}

/** The picture as a `data:` URI, or why there is none. */
export interface ImageResponse {
  readonly dataUri: string | null;
  readonly reason: string | null;
}
