import type { FastifyInstance } from 'fastify';
import type { RecentlyOmitted } from '../../engine/chain/blockSource.ts';
import type { OmissionCause } from '../../engine/decode/arbitrageRecord.ts';
import { errorBody } from './httpErrorResponse.ts';
import { refuseOtherMethods } from './otherMethods.ts';

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

export interface HealthRoutesOptions {
  /** Why requests fail at the moment; `null` if the server is ready. */
  readonly notReady: () => string | null;
  /** `null` if unknown. */
  readonly recentlyOmitted: () => RecentlyOmitted | null;
  readonly metrics: (() => Promise<MetricsText>) | undefined;
}

/** Without a new block for so long, a server that follows a chain is not ready. */
export const readyWithinSeconds = 120;

export const startingMessage = 'The engine is starting';

/** The reasons in the status and the log may name the node or quote it. */
const omissionReasons: Readonly<Record<OmissionCause, string>> = {
  missing: 'the node does not return the block, or returns a part of it',
  unreadable: 'most transactions of the block are unreadable',
  implausible: "the block's slot or time contradicts this machine's clock or earlier blocks",
  'not-stored': 'the store failed',
};

const describeOmitted = ({ blocks, cause }: RecentlyOmitted) => ({
  blocks,
  newest_reason: cause === null ? null : omissionReasons[cause],
});

/** Probes reveal almost nothing and need no key. Metrics contain the names of keys and need a key for them. */
export function addHealthRoutes(app: FastifyInstance, options: HealthRoutesOptions): void {
  const probe = (operation: string) => ({ config: { open: true, anyHost: true, operation } });
  app.get('/healthz', probe('healthz'), () => ({ status: 'ok' }));
  app.get('/readyz', probe('readyz'), (_request, reply) => {
    const reason = options.notReady();
    const omitted = options.recentlyOmitted();
    const more = omitted === null ? {} : { left_out_last_hour: describeOmitted(omitted) };
    if (reason !== null) return reply.code(503).send({ ...errorBody(503, reason), ...more });
    return { status: 'ready', ...more };
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
