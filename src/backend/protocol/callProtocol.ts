import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import type { MarketError } from '../../api/marketError.ts';
import type { OperationName } from '../../api/operations.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type {
  CallSchema,
  CompetitionSchema,
  TransactionSchema,
} from '../requests/requestSchemas.ts';

/** Interactive calls are sent before all background calls. */
export type CallPriority = 'interactive' | 'background';

export type CallRequest = RequestOf<typeof CallSchema>;
/** Operations of `call`; transactions land only through the landing requests. */
export type CallableOperation = CallRequest['operation'];
export type CompetitionRequest = RequestOf<typeof CompetitionSchema>;
/** A transaction that never reached a block, and the slot in which it would have landed. */
export type Unlanded = Required<Pick<CompetitionRequest['parameters'], 'transaction' | 'slot'>>;
export type TransactionRequest = RequestOf<typeof TransactionSchema>;

export interface CallResponse {
  readonly result: unknown;
  /** Errors of unreadable members, which are missing from the result. */
  readonly faults?: readonly CallErrorData[];
  /** Time of a cached response, Unix milliseconds; absent for a new one. */
  readonly cachedAtMilliseconds?: number;
  /** "Now" of the data if the service reports it, Unix milliseconds; never after the response. */
  readonly dataTimeMilliseconds?: number;
}

/** Of `readTransaction`. */
export interface NodeTransactionResponse extends CallResponse {
  readonly names: RecordedNames;
}

export interface WaitingProgress {
  readonly kind: 'waiting';
  readonly operation: OperationName;
  /** When it will probably be sent, Unix milliseconds, and the time until then. */
  readonly nextCallAtMilliseconds: number;
  readonly nextCallInSeconds: number;
  /** The service refused a request of this operation with HTTP 429. */
  readonly isRefused: boolean;
}

/** A call reads blocks of a chain. */
export interface BlocksProgress {
  readonly kind: 'blocks';
  readonly read: number;
  readonly of: number;
}

/** `data` of a response error: a MarketError sent over the channel. */
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
  /** `null` for an invalid address, and if the connection has no chain. */
  readonly addresses: number | null;
}

export interface ProgramSlotsResponse {
  /** By program, without those that cannot be upgraded; `null` if the connection has no chain. */
  readonly slots: Readonly<Record<string, number>> | null;
}

/** A tool's result in two forms: for clients that read text, and for those that read JSON. */
export interface ToolResponse {
  /** Marks text from untrusted parties. */
  readonly text: string;
  /** JSON of an object that matches the tool's output schema; raw amounts have every digit. */
  readonly structuredJson: string;
}
