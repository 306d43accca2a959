import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from './openRequests.ts';

/** A finished request, for logs and metrics. Contains no parameters and no key. */
export interface RequestRecord {
  /** Name of the operation, or `unknown` for an unknown path. */
  readonly operation: string;
  /** 499: the caller disconnected before the response. */
  readonly statusCode: number;
  readonly milliseconds: number;
  /** `null` without a valid key. */
  readonly keyName: string | null;
  /** A stream lasts until its reader disconnects, so its duration means little. */
  readonly isStream: boolean;
}

const clientClosedRequest = 499;

/** Records each request when it ends, even if the caller disconnects early. */
export function recordRequests(
  app: FastifyInstance,
  open: OpenRequests,
  onEnd: (record: RequestRecord) => void,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const started = performance.now();
    const { operation = 'unknown', isStream = false } = request.routeOptions.config;
    open.add(reply.raw, isStream ? 'stream' : 'request');
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw;
      onEnd({
        operation,
        statusCode: headersSent ? statusCode : clientClosedRequest,
        milliseconds: performance.now() - started,
        keyName: request.apiKey?.name ?? null,
        isStream,
      });
    });
  });
}
