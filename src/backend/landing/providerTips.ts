import { finderProviders } from '../../api/enumerations.ts';
import type { FinderParameters } from '../../api/finder.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { Connection } from '../connectionBase/connection.ts';
import type { ProviderTipPercentiles } from '../protocol/landingProtocol.ts';

const windowSeconds = 3_600;
/** Limit for a preview, which is useful without tips too. */
const previewTimeoutMilliseconds = 3_000;
const labels = ['p25', 'p50', 'p75', 'p95'] as const;

export type FinderQuery = (parameters: FinderParameters, signal: AbortSignal) => Promise<unknown>;

/** Why tips are unknown: the finder lacks the provider, has no tips of it, or did not respond. */
export type TipsUnavailableReason = 'provider-not-told' | 'no-tips' | 'no-answer';

export async function loadProviderTips({
  queryFinder,
  providers,
  timeoutMilliseconds = previewTimeoutMilliseconds,
  signal,
}: {
  readonly queryFinder: FinderQuery;
  readonly providers: readonly string[];
  readonly timeoutMilliseconds?: number;
  readonly signal: AbortSignal;
}) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
  const markets: ProviderTipPercentiles[] = [];
  const unknown: { readonly provider: string; readonly reason: TipsUnavailableReason }[] = [];
  const results = await Promise.all(
    providers.map((provider) => loadTipPercentiles(queryFinder, provider, limited)),
  );
  for (const [at, provider] of providers.entries()) {
    const result = results[at] ?? 'no-answer';
    if (typeof result === 'string') unknown.push({ provider, reason: result });
    else markets.push(result);
  }
  return { markets, unknown };
}

export const finderQueryFor =
  (connection: Connection): FinderQuery =>
  async (parameters, signal) => {
    const { result } = await connection.call('finder', parameters, {
      signal,
      window: connection,
      priority: 'background',
      onProgress: () => undefined,
    });
    return result;
  };

async function loadTipPercentiles(
  queryFinder: FinderQuery,
  name: string,
  signal: AbortSignal,
): Promise<ProviderTipPercentiles | TipsUnavailableReason> {
  const provider = finderProviders.find((one) => one === name);
  if (provider === undefined) return 'provider-not-told';
  try {
    const tips = await Promise.all(
      labels.map(async (label) => {
        const response = await queryFinder(
          {
            tokensMint: [wrappedSolMint],
            tokensMax: 1,
            tokensTimeRange: 0,
            percentilesTips: label,
            percentilesProvider: provider,
            percentilesTimeRange: windowSeconds,
          },
          signal,
        );
        return (response as { tips?: { amount: unknown; transactions: unknown } }).tips;
      }),
    );
    const amounts = tips.map((each) => toBigint(each?.amount));
    const [p25, p50, p75, p95] = amounts;
    const transactions = Number(tips[0]?.transactions ?? 0);
    if (!(transactions > 0) || p25 == null || p50 == null || p75 == null || p95 == null) {
      return 'no-tips';
    }
    return { provider, windowSeconds, transactions, p25, p50, p75, p95 };
  } catch {
    return 'no-answer';
  }
}

function toBigint(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}
