import { t } from '@vscode/l10n';
import { knownMints } from '../../solana/knownMints.ts';
import type { TimeWindow } from '../base/timeWindow.ts';
import type { SourceToken } from '../chain/blockSource.ts';
import type { LandingChain } from '../chain/landingChain.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import type { StoreReader } from '../store/storeReader.ts';

export type { TimeWindow } from '../base/timeWindow.ts';

export interface OperationContext {
  readonly store: StoreReader;
  /** "Now" in Unix milliseconds, where every time window ends. */
  readonly source: { readonly now: () => number };
  readonly tokens: ReadonlyMap<string, SourceToken>;
  readonly accountReader?: AccountReader | undefined;
  readonly transactionReader?: TransactionReader | undefined;
  /** Takes transactions; a recording takes none. */
  readonly landing?: LandingChain | undefined;
  /** Blocks are of a node, but read from a store, and there is no node to ask. */
  readonly lacksNode?: boolean | undefined;
}

/** The window that ends now and lasts `rangeSeconds`. */
export function windowUntilNow({ source }: OperationContext, rangeSeconds: number): TimeWindow {
  const toSeconds = Math.floor(source.now() / 1_000);
  return { fromSeconds: Math.max(0, toSeconds - rangeSeconds), toSeconds };
}

/** What to do where a server over a store is asked for what takes a node. */
export const noNodeMessage = (): string =>
  t('This server has no node. Start it with --source rpc, or use a Node connection.');

/** Symbol of a mint; empty when unknown. */
export const symbolOf = ({ tokens }: OperationContext, mint: string): string =>
  tokens.get(mint)?.symbol ?? knownMints.get(mint)?.symbol ?? '';
