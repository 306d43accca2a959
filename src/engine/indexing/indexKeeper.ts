import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import type { BlockSource } from '../chain/blockSource.ts';
import type { EngineMetricsCollector } from './engineMetrics.ts';
import type { EngineStatus } from './engineStatus.ts';

export interface IndexKeeperOptions {
  readonly source: BlockSource;
  readonly metrics: EngineMetricsCollector;
  /** Ends `start` and `follow`. */
  readonly signal: AbortSignal;
  readonly report: (state: EngineStatus['state'], message: string) => void;
}

export interface IndexKeeper {
  /** Resolves when the first followed block is stored. */
  readonly firstBlock: Promise<void>;
  /** Resolves when the engine has data to respond with. */
  start(): Promise<void>;
  /** Ends on abort or with the source; never rejects. */
  follow(): Promise<void>;
}

/** Delay between attempts, doubled after each failure. */
export const retryDelayMilliseconds = { first: 1_000, longest: 30_000 } as const;

export function asMarketError(error: unknown, signal: AbortSignal): MarketError {
  if (MarketError.is(error)) return error;
  if (signal.aborted) {
    return new MarketError('cancelled', t('Start cancelled.'), { cause: error });
  }
  return new MarketError('service-failing', errorMessage(error), { cause: error });
}
