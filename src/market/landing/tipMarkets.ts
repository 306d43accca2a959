import { finderProviders } from '../../interface/enumerations.ts';
import type { FinderParameters } from '../../interface/finder.ts';
import { wrappedSolMint } from '../../solana/knownMints.ts';
import type { Connection } from '../connections/connection.ts';
import type { TipMarket } from '../landingProtocol.ts';

const windowSeconds = 3_600;
/** A preview waits no longer for what is only good to know. */
const previewPatienceMilliseconds = 3_000;
const labels = ['p25', 'p50', 'p75', 'p95'] as const;

/** Asks the finder of whatever tells of the market. */
export type AskFinder = (parameters: FinderParameters, signal: AbortSignal) => Promise<unknown>;

/** Why a provider's tips are not known: the finder has no such provider, no tips, or no answer. */
export type TipsUnknown = 'provider-not-told' | 'no-tips' | 'no-answer';

export interface TipMarkets {
  readonly markets: readonly TipMarket[];
  readonly unknown: readonly { readonly provider: string; readonly reason: TipsUnknown }[];
}

export interface TipQuestion {
  readonly ask: AskFinder;
  readonly providers: readonly string[];
  readonly patienceMilliseconds?: number;
  readonly signal: AbortSignal;
}

/** What the market paid these providers, and of which of them nobody tells. */
export async function tipMarketsOf(question: TipQuestion): Promise<TipMarkets> {
  const { ask, patienceMilliseconds = previewPatienceMilliseconds } = question;
  const patience = AbortSignal.any([question.signal, AbortSignal.timeout(patienceMilliseconds)]);
  const answers = await Promise.all(
    question.providers.map(async (provider) => ({
      provider,
      told: await tipMarketOf(ask, provider, patience),
    })),
  );
  return {
    markets: answers.flatMap(({ told }) => (typeof told === 'string' ? [] : told)),
    unknown: answers.flatMap(({ provider, told }) =>
      typeof told === 'string' ? { provider, reason: told } : [],
    ),
  };
}

/** The finder of a window's connection; nothing waits behind it. */
export const finderOf =
  (connection: Connection): AskFinder =>
  async (parameters, signal) => {
    const { result } = await connection.call('finder', parameters, {
      signal,
      window: connection,
      priority: 'background',
      onProgress: () => undefined,
    });
    return result;
  };

async function tipMarketOf(
  ask: AskFinder,
  name: string,
  patience: AbortSignal,
): Promise<TipMarket | TipsUnknown> {
  const provider = finderProviders.find((one) => one === name);
  if (provider === undefined) return 'provider-not-told';
  try {
    const tips = await Promise.all(
      labels.map(async (label) => {
        const answer = await ask(
          {
            tokensMint: [wrappedSolMint],
            tokensMax: 1,
            tokensTimeRange: 0,
            percentilesTips: label,
            percentilesProvider: provider,
            percentilesTimeRange: windowSeconds,
          },
          patience,
        );
        return (answer as { tips?: { amount: unknown; transactions: unknown } }).tips;
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
