import type { FastifyInstance } from 'fastify';
import { errorBody } from './httpErrorResponse.ts';
import { refuseOtherMethods } from './otherMethods.ts';

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

export interface HealthRoutesOptions {
  /** Why requests fail at the moment; `null` if the server is ready. */
  readonly notReady: () => string | null;
  readonly metrics: (() => Promise<MetricsText>) | undefined;
}

/** Without a new block for so long, a server that follows a chain is not ready. */
export const readyWithinSeconds = 120;

export const startingMessage = 'The engine is starting';

/** Probes reveal almost nothing and need no key. Metrics contain the names of keys and need a key for them. */
export function addHealthRoutes(app: FastifyInstance, options: HealthRoutesOptions): void {
  const probe = (operation: string) => ({ config: { open: true, anyHost: true, operation } });
  app.get('/healthz', probe('healthz'), () => ({ status: 'ok' }));
  app.get('/readyz', probe('readyz'), (_request, reply) => {
    const reason = options.notReady();
    if (reason !== null) return reply.code(503).send(errorBody(503, reason));
    return { status: 'ready' };
  });
  for (const path of ['/healthz', '/readyz']) refuseOtherMethods(app, path, ['GET', 'HEAD']);
  const { metrics } = options;
  if (metrics === undefined) return;
  const config = { keyAsBearer: true, scope: 'metrics', operation: 'metrics' } as const;
  app.get('/metrics', { config }, async (_request, reply) => {
    const { contentType, text } = await metrics();
    return reply.type(contentType).send(text);
  });
  refuseOtherMethods(app, '/metrics', ['GET', 'HEAD']);
}
