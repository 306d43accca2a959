import type { MarketCallOptions } from '../../api/marketService.ts';
import type { CallPriority } from '../protocol/callProtocol.ts';
import type { CallProgress } from '../protocol/channelProtocol.ts';

export interface ConnectionCallOptions {
  readonly signal: AbortSignal;
  /** Queued requests alternate between windows. */
  readonly window: object;
  readonly priority: CallPriority;
  /** Send a request even if a cached response is still valid. */
  readonly forceRefresh?: boolean;
  readonly onProgress: (progress: CallProgress) => void;
}

/** For an operation of the engine. */
export const marketCallOptions = ({
  signal,
  onProgress,
}: Pick<ConnectionCallOptions, 'signal'> &
  Partial<Pick<ConnectionCallOptions, 'onProgress'>>): MarketCallOptions => ({
  signal,
  onBlocks: (read, of) => onProgress?.({ kind: 'blocks', read, of }),
});
