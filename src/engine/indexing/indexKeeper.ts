import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import type { BlockSource } from '../chain/blockSource.ts';
import type { EngineMetricsCollector } from './engineMetrics.ts';
import type { EngineStatus } from './engineStatus.ts';

export interface IndexKeeperOptions {
  readonly source: BlockSource;
  readonly metrics: EngineMetricsCollector;
  /** Ends the start and the following. */
  readonly signal: AbortSignal;
  readonly report: (state: EngineStatus['state'], message: string) => void;
}

/** Keeps what an engine answers from up to date. */
export interface IndexKeeper {
  /** Resolved when the first block that was followed is stored. */
  readonly firstBlock: Promise<void>;
  /** Resolves when there is something to answer from. */
  start(): Promise<void>;
  /** Ends with the signal, or with the source; never rejects. */
  follow(): Promise<void>;
}

/** Between two attempts, doubled with each failure. */
export const retryDelayMilliseconds = { first: 1_000, longest: 30_000 } as const;

export function asMarketError(error: unknown, signal: AbortSignal): MarketError {
  if (MarketError.is(error)) return error;
  if (signal.aborted) {
    return new MarketError('cancelled', t('Start cancelled.'), { cause: error });
  }
  return new MarketError('service-failing', errorMessage(error), { cause: error });
}
