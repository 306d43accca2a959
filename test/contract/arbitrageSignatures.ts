import { maxArbitrages } from '../../src/api/limits.ts';
import type { HttpMarketClient } from '../../src/client/httpMarketClient.ts';

/** Page by page, sorted. */
export async function arbitrageSignatures({ arbscope }: HttpMarketClient): Promise<string[]> {
  const signatures: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await arbscope.arbitrages({
      limit: maxArbitrages,
      outcomes: ['gain', 'loss', 'unknown'],
      ...(cursor === undefined ? {} : { cursor }),
    });
    const found = page.arbitrages.filter(({ type }) => type === 'arbitrage');
    signatures.push(...found.map(({ signature }) => signature));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return signatures.sort();
}
