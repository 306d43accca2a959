import type { LandingChain } from '../landing/landingChain.ts';
import type { AccountReader, TransactionReader } from '../sources/accountReader.ts';
import type { BlockSource, SourceToken } from '../sources/blockSource.ts';
import type { Store } from '../store/store.ts';

export interface OperationContext {
  readonly store: Store;
  readonly source: Pick<BlockSource, 'now' | 'progress'>;
  readonly tokens: ReadonlyMap<string, SourceToken>;
  readonly accountReader?: AccountReader | undefined;
  readonly transactionReader?: TransactionReader | undefined;
  /** Takes transactions; a recording takes none. */
  readonly landing?: LandingChain | undefined;
}

/** First second of a window that ends now and lasts `rangeSeconds`; both ends belong to it. */
export function windowStart({ source }: OperationContext, rangeSeconds: number): number {
  return Math.max(0, Math.floor(source.now() / 1_000) - rangeSeconds);
}
