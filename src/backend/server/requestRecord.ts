import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from './openRequests.ts';

/** One request when its response is over, for logs and metrics. It holds no parameter and no key. */
export interface RequestRecord {
  /** Name of the operation, or `unknown` for a path that none has. */
  readonly operation: string;
  /** 499: the caller went away before there was a response. */
  readonly statusCode: number;
  readonly milliseconds: number;
  /** `null` where no valid key came. */
  readonly keyName: string | null;
  /** A stream lasts as long as its reader likes. */
  readonly isStream: boolean;
}

const clientClosedRequest = 499;

/** Follows each request to its end, also where the caller goes away before. */
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
