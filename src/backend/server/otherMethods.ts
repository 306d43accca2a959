import type { FastifyInstance, HTTPMethods } from 'fastify';
import { errorBody } from './httpErrorResponse.ts';

/** Paths of an earlier interface that clients still request, with their replacements. */
const formerPaths: ReadonlyMap<string, string> = new Map([['/market/tokens', 'GET /finder']]);

export function unknownPathMessage(url: string): string {
  const current = formerPaths.get(url.replace(/\/?(\?.*)?$/s, ''));
  const hint = current === undefined ? '' : `; it is ${current} now`;
  return `No such operation${hint}; /openapi.json lists them`;
}

/**
 * Handles other methods of a path: OPTIONS returns the allowed methods, any other method gets 405
 * with the same list (RFC 9110, 15.5.6). Responds before reading the body.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly HTTPMethods[],
): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  app.route({
    method: (app.supportedMethods as HTTPMethods[]).filter((method) => !methods.includes(method)),
    url,
    onRequest: (request, reply) => {
      reply.header('allow', allow);
      if (request.method === 'OPTIONS') reply.code(204).send();
      else reply.code(405).send(errorBody(405, `${request.method} is not allowed; use ${allow}`));
    },
    handler: () => undefined,
  });
}
