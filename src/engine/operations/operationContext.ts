import { t } from '@vscode/l10n';
import { knownMints } from '../../solana/knownMints.ts';
import type { TimeWindow } from '../base/timeWindow.ts';
import type { SourceToken } from '../chain/blockSource.ts';
import type { LandingChain } from '../chain/landingChain.ts';
import type { SlotReader } from '../chain/slotReader.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import type { StoreReader } from '../store/storeReader.ts';

export type { TimeWindow } from '../base/timeWindow.ts';

export interface OperationContext {
  readonly store: StoreReader;
  /** "Now" in Unix milliseconds, where every time window ends. */
  readonly source: { readonly now: () => number };
  readonly tokens: ReadonlyMap<string, SourceToken>;
  readonly accountReader?: AccountReader | undefined;
  /** Of a source that creates lookup tables itself: their addresses; `null` for any other address. */
  readonly lookupTable?: ((address: string) => readonly string[] | null) | undefined;
  readonly transactionReader?: TransactionReader | undefined;
  readonly landing?: LandingChain | undefined;
  readonly slotReader?: SlotReader | undefined;
  readonly lacksNode?: boolean | undefined;
}

export function windowUntilNow({ source }: OperationContext, rangeSeconds: number): TimeWindow {
  const toSeconds = Math.floor(source.now() / 1_000);
  return { fromSeconds: Math.max(0, toSeconds - rangeSeconds), toSeconds };
}

export const noNodeMessage = (): string =>
  t('This server has no node. Start it with --source rpc, or use a Node connection.');

/** Empty if unknown. */
export const symbolOf = ({ tokens }: Pick<OperationContext, 'tokens'>, mint: string): string =>
  tokens.get(mint)?.symbol ?? knownMints.get(mint)?.symbol ?? '';
