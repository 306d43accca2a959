import type { TSchema } from 'typebox';
import type { ConnectionCallOptions } from '../connections/connectionCallOptions.ts';
import type { ChannelProgress, WindowMethod } from '../protocol/channelProtocol.ts';
import { parseRequest, type RequestOf } from '../requests/parseRequest.ts';
import type { WindowConnection } from './windowConnection.ts';

/** One request of a window. */
export interface WindowRequest {
  readonly window: WindowConnection;
  readonly parameters: unknown;
  readonly signal: AbortSignal;
  /** Told to the window if it wants to hear of it. */
  readonly onProgress: (progress: ChannelProgress) => void;
}

/** Answers a request; throws a MarketError or an UnknownConnectionError. */
export type RequestHandler = (request: WindowRequest) => unknown;
export type RequestHandlers = Readonly<Record<WindowMethod, RequestHandler>>;

/** A handler that gets what its schema lets through. */
export const handle =
  <Schema extends TSchema>(
    schema: Schema,
    run: (members: RequestOf<Schema>, request: WindowRequest) => unknown,
  ): RequestHandler =>
  (request) =>
    run(parseRequest(schema, request.parameters), request);

/** How a connection is called for a request. */
export const callOptions = (
  { window, signal, onProgress }: WindowRequest,
  {
    priority = 'interactive',
    forceRefresh = false,
  }: Partial<Pick<ConnectionCallOptions, 'priority' | 'forceRefresh'>> = {},
): ConnectionCallOptions => ({ signal, window, onProgress, priority, forceRefresh });
