import type { FastifyInstance, HTTPMethods } from 'fastify';
import { errorBody } from './httpErrorResponse.ts';

/** Paths of an earlier interface that clients still ask for, and what took their place. */
const formerPaths: ReadonlyMap<string, string> = new Map([['/market/tokens', 'GET /finder']]);

/** What a request for a path that does not exist is told. */
export function unknownPathMessage(url: string): string {
  const current = formerPaths.get(url.replace(/\/?(\?.*)?$/s, ''));
  const hint = current === undefined ? '' : `; it is ${current} now`;
  return `No such operation${hint}; /openapi.json lists them`;
}

/**
 * Answers what a path does not take: OPTIONS with the methods that it takes, any other method with
 * 405 and the same list (RFC 9110, 15.5.6). Before the body is read, whatever it is.
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
