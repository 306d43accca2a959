import type { StatisticsProvider } from '../../../interface/enumerations.ts';
import { walletsPerRequest, walletTransactionsReturned } from '../../../interface/limits.ts';
import { MarketError } from '../../../interface/marketError.ts';
import type { MarketService } from '../../../interface/marketService.ts';
import type { WalletOverviewEntry } from '../../../interface/walletOverview.ts';
import type { WalletTransaction } from '../../../interface/walletTransactions.ts';
import { asMarketError } from '../../errors/remedy.ts';

/** A call of which nothing came, and the wallets that are missing with it. */
export interface WalletFailure {
  readonly wallets: readonly string[];
  readonly error: MarketError;
}

export interface Overviews {
  readonly entries: ReadonlyMap<string, WalletOverviewEntry>;
  readonly failures: readonly WalletFailure[];
}

export interface Transactions {
  /** Newest first. */
  readonly transactions: readonly WalletTransaction[];
  readonly failures: readonly WalletFailure[];
}

export interface WalletCallOptions {
  readonly signal?: AbortSignal;
  /** Wallets whose call has come back, well or not: there may be minutes between two. */
  readonly onPart?: (answered: number) => void;
}

/** The wallets in calls that the interface allows. */
export function batchesOf(wallets: readonly string[]): string[][] {
  const unique = [...new Set(wallets)];
  return Array.from({ length: Math.ceil(unique.length / walletsPerRequest) }, (_, index) =>
    unique.slice(index * walletsPerRequest, (index + 1) * walletsPerRequest),
  );
}

/**
 * The last 24 hours of any number of wallets. A call that fails takes none of the others with it;
 * a cancelled one rejects with a MarketError of kind `cancelled`.
 */
export async function walletOverviews(
  service: Pick<MarketService, 'walletOverview'>,
  wallets: readonly string[],
  provider: StatisticsProvider | null,
  options: WalletCallOptions = {},
): Promise<Overviews> {
  const entries = new Map<string, WalletOverviewEntry>();
  const failures = await eachBatch(wallets, options, async (batch, callOptions) => {
    const parameters = { wallets: batch, ...(provider === null ? {} : { provider }) };
    const answer = await service.walletOverview(parameters, callOptions);
    for (const wallet of batch) {
      const entry = Object.hasOwn(answer, wallet) ? answer[wallet] : undefined;
      if (entry !== undefined) entries.set(wallet, entry);
    }
  });
  return { entries, failures };
}

/**
 * The last transactions of any number of wallets, at most as many as one call answers: older ones
 * of one call would stand beside gaps of another.
 */
export async function walletTransactions(
  service: Pick<MarketService, 'walletTransactions'>,
  wallets: readonly string[],
  isSuccess: boolean | null,
  options: WalletCallOptions = {},
): Promise<Transactions> {
  const found = new Map<string, WalletTransaction>();
  const failures = await eachBatch(wallets, options, async (batch, callOptions) => {
    const parameters = { wallets: batch, ...(isSuccess === null ? {} : { isSuccess }) };
    for (const each of await service.walletTransactions(parameters, callOptions)) {
      found.set(each.signature, each);
    }
  });
  const transactions = [...found.values()]
    .sort((first, second) => newestFirst(first, second))
    .slice(0, walletTransactionsReturned);
  return { transactions, failures };
}

const newestFirst = (first: WalletTransaction, second: WalletTransaction): number =>
  Date.parse(second.timestamp) - Date.parse(first.timestamp) ||
  second.block_number - first.block_number;

/** All calls at once: the market process spreads them over the budget. */
async function eachBatch(
  wallets: readonly string[],
  { signal, onPart }: WalletCallOptions,
  call: (batch: string[], options: { readonly signal?: AbortSignal }) => Promise<void>,
): Promise<WalletFailure[]> {
  let answered = 0;
  const callOptions = signal === undefined ? {} : { signal };
  const failures = await Promise.all(
    batchesOf(wallets).map(async (batch): Promise<WalletFailure[]> => {
      try {
        await call(batch, callOptions);
        return [];
      } catch (error) {
        return [{ wallets: batch, error: asMarketError(error) }];
      } finally {
        answered += batch.length;
        if (signal?.aborted !== true) onPart?.(answered);
      }
    }),
  );
  if (signal?.aborted === true) throw new MarketError('cancelled', 'Cancelled.');
  return failures.flat();
}
