import type { MarketError } from '../../api/marketError.ts';
import type { OperationName } from '../../api/operations.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type { CallSchema, TransactionSchema } from '../requests/requestSchemas.ts';

/** An interactive call comes before every background one. */
export type CallPriority = 'interactive' | 'background';

export type CallRequest = RequestOf<typeof CallSchema>;
/** What `call` takes: a transaction lands through the requests for landing alone. */
export type CallableOperation = CallRequest['operation'];
export type TransactionRequest = RequestOf<typeof TransactionSchema>;

export interface CallResponse {
  readonly result: unknown;
  /** Members of the answer that could not be read and are left out; in words. */
  readonly faults?: readonly CallErrorData[];
  /** When a cached response was given, Unix milliseconds; absent for one that was just asked for. */
  readonly cachedAtMilliseconds?: number;
  /** "Now" of the data where a service says, Unix milliseconds; never after the response. */
  readonly dataTimeMilliseconds?: number;
}

export interface WaitingProgress {
  readonly kind: 'waiting';
  readonly operation: OperationName;
  /** When it is expected to be sent, Unix milliseconds, and how long that is from now. */
  readonly nextCallAtMilliseconds: number;
  readonly nextCallInSeconds: number;
  /** The service has refused a request of this operation: too many (HTTP 429). */
  readonly isRefused: boolean;
}

/** `data` of a response error: a MarketError across the channel. */
export interface CallErrorData {
  readonly kind: string;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterSeconds?: number;
  readonly statusCode?: number;
  readonly unprovenOrigin?: string;
}

export const toCallErrorData = ({
  kind,
  message,
  parameter,
  retryAfterSeconds,
  statusCode,
  unprovenOrigin,
}: MarketError): CallErrorData => ({
  kind,
  message,
  ...(parameter === undefined ? {} : { parameter }),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  ...(statusCode === undefined ? {} : { statusCode }),
  ...(unprovenOrigin === undefined ? {} : { unprovenOrigin }),
});

/** The picture as a `data:` URI, or why there is none. */
export interface ImageResponse {
  readonly dataUri: string | null;
  readonly reason: string | null;
}

export interface LookupTableResponse {
  /** `null` for an address that is none, and where the connection has no chain to ask. */
  readonly addresses: number | null;
}

/** What the model gets, twice: for clients that read text, and for those that read JSON. */
export interface ToolResponse {
  /** What untrusted parties wrote is marked in it. */
  readonly text: string;
  /** JSON of an object that matches the tool's output schema; raw amounts have every digit. */
  readonly structuredJson: string;
}
