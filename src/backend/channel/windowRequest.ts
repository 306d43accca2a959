import type { TSchema } from 'typebox';
import type { ConnectionCallOptions } from '../connections/connectionCallOptions.ts';
import { parseRequest, type RequestOf } from '../requests/parseRequest.ts';
import type { RequestHandler, WindowRequest } from './windowConnection.ts';

export const handle =
  <Schema extends TSchema>(
    schema: Schema,
    run: (members: RequestOf<Schema>, request: WindowRequest) => unknown,
  ): RequestHandler =>
  (request) =>
    run(parseRequest(schema, request.parameters), request);

export const callOptions = (
  { window, signal, onProgress }: WindowRequest,
  {
    priority = 'interactive',
    forceRefresh = false,
  }: Partial<Pick<ConnectionCallOptions, 'priority' | 'forceRefresh'>> = {},
): ConnectionCallOptions => ({ signal, window, onProgress, priority, forceRefresh });
