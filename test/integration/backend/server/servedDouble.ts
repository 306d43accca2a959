import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { MarketService } from '../../../../src/api/marketService.ts';
import { ApiKeys } from '../../../../src/backend/server/apiKeys.ts';
import {
  createHttpServer,
  type HttpServerOptions,
} from '../../../../src/backend/server/httpServer.ts';
import { responseSchema, sampleValue } from '../../../contract/schemaSamples.ts';

export const servedKey = 'served-key-0123456789';

/** The HTTP server of `serve` in this process, over a service that knows one token. */
export async function openServed(
  context: TestContext,
  {
    apiKey = servedKey,
    ...options
  }: Partial<HttpServerOptions> & { readonly apiKey?: string; readonly port?: number } = {},
): Promise<{ readonly url: string; readonly port: number; readonly log: readonly string[] }> {
  const log: string[] = [];
  const app = createHttpServer({
    keys: ApiKeys.ofOne(apiKey),
    version: '0.0.0',
    service: () =>
      ({
        tokenInfo: async () => sampleValue(responseSchema('tokenInfo')),
      }) as unknown as MarketService,
    arbscope: () => null,
    onUnexpected: (error) => log.push(String(error)),
    ...options,
  });
  context.after(() => app.close());
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, log };
}
