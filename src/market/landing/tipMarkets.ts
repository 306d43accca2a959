import { finderProviders } from '../../interface/enumerations.ts';
import { wrappedSolMint } from '../../solana/knownMints.ts';
import type { Connection } from '../connections/connection.ts';
import type { TipMarket } from '../landingProtocol.ts';

const windowSeconds = 3_600;
/** A preview waits no longer for what is only good to know. */
const patienceMilliseconds = 3_000;
const labels = ['p25', 'p50', 'p75', 'p95'] as const;

/** What the market paid these providers; one that nobody tells of is left out. */
export async function tipMarketsOf(
  connection: Connection,
  providers: readonly string[],
  signal: AbortSignal,
): Promise<TipMarket[]> {
  const known = providers.filter((one) => finderProviders.some((other) => other === one));
  const markets = await Promise.all(known.map((one) => tipMarketOf(connection, one, signal)));
  return markets.flatMap((market) => market ?? []);
}

async function tipMarketOf(
  connection: Connection,
  provider: string,
  signal: AbortSignal,
): Promise<TipMarket | null> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
  try {
    const tips = await Promise.all(
      labels.map(async (label) => {
        const { result } = await connection.call(
          'finder',
          {
            tokensMint: [wrappedSolMint],
            tokensMax: 1,
            tokensTimeRange: 0,
            percentilesTips: label,
            percentilesProvider: provider,
            percentilesTimeRange: windowSeconds,
          },
          {
            signal: patience,
            window: connection,
            priority: 'background',
            onProgress: () => undefined,
          },
        );
        return (result as { tips?: { amount: unknown; transactions: unknown } }).tips;
      }),
    );
    const amounts = tips.map((each) => toBigint(each?.amount));
    const [p25, p50, p75, p95] = amounts;
    const transactions = Number(tips[0]?.transactions ?? 0);
    if (!(transactions > 0) || p25 == null || p50 == null || p75 == null || p95 == null) {
      return null;
    }
    return { provider, windowSeconds, transactions, p25, p50, p75, p95 };
  } catch {
    return null;
  }
}

function toBigint(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}
