import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent } from 'undici';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import type { Bench } from './benchResult.ts';
import { median } from './percentile.ts';

const rounds = { warmUp: 500, measured: 3_000 } as const;
const mint = 'So11111111111111111111111111111111111111112';

/**
 * Median overhead of the client over bare undici for a small response (token info). Both send
 * requests in turn to a server in a separate process.
 */
export const bench: Bench = async () => {
  const server = fork(join(import.meta.dirname, 'clientServer.ts'), { stdio: 'inherit' });
  const agent = new Agent({ allowH2: true });
  let client: HttpMarketClient | undefined;
  try {
    const [url] = (await once(server, 'message')) as [string];
    client = new HttpMarketClient({
      baseUrl: url,
      apiKey: 'bench-key',
      isTrustedLoopback: () => true,
    });
    const { service } = client;
    const path = `/tokens/infos?token=${mint}`;
    const headers = { 'content-type': 'application/json', 'x-api-key': 'bench' };
    const bare = async () => {
      const { body } = await agent.request({ origin: url, path, method: 'GET', headers });
      JSON.parse(await body.text());
    };
    const ours = async () => {
      await service.tokenInfo({ token: mint });
    };
    const times = { bare: [] as number[], ours: [] as number[] };
    for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
      const first = await milliseconds(bare);
      const second = await milliseconds(ours);
      if (round < 0) continue;
      times.bare.push(first);
      times.ours.push(second);
    }
    const reference = median(times.bare);
    const overhead = median(times.ours) - reference;
    console.log(
      `client: ${median(times.ours).toFixed(3)} ms, bare undici ${reference.toFixed(3)} ms`,
    );
    return [
      {
        name: 'client.overhead',
        value: overhead,
        unit: 'ms over bare undici at the median',
        reference: { name: 'bare undici, the whole request', value: reference },
        ratio: reference / overhead,
      },
    ];
  } finally {
    await client?.close();
    await agent.destroy();
    server.disconnect();
  }
};

async function milliseconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
