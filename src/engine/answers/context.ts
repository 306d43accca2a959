import type { LandingChain } from '../landing/landingChain.ts';
import type { BlockSource, SourcedToken } from '../sources/blockSource.ts';
import type { ChainAccounts } from '../sources/chainAccounts.ts';
import type { ChainTransactions } from '../sources/chainTransactions.ts';
import type { Store } from '../store/store.ts';

/** What an answer is made from. */
export interface AnswerContext {
  readonly store: Store;
  readonly source: Pick<BlockSource, 'now' | 'progress'>;
  /** Tokens that the source knows by itself, by mint. */
  readonly tokens: ReadonlyMap<string, SourcedToken>;
  /** What the chain tells of accounts on demand, where the source is one. */
  readonly chain?: ChainAccounts;
  /** Transactions that the chain tells, where the source is one. */
  readonly transactions?: ChainTransactions;
  /** Takes transactions; a recording takes none. */
  readonly landing?: LandingChain;
}

/** First second of a window that ends now and lasts `rangeSeconds`; both ends belong to it. */
export function windowStart({ source }: AnswerContext, rangeSeconds: number): number {
  return Math.max(0, Math.floor(source.now() / 1_000) - rangeSeconds);
}
