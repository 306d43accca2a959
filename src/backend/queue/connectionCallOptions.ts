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
