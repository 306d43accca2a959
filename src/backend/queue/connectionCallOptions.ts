import type { CallPriority } from '../protocol/callProtocol.ts';
import type { CallProgress } from '../protocol/channelProtocol.ts';

export interface ConnectionCallOptions {
  readonly signal: AbortSignal;
  /** The window that asks: turns are fair between windows. */
  readonly window: object;
  readonly priority: CallPriority;
  /** Ask even where a cached response is still good. */
  readonly forceRefresh?: boolean;
  readonly onProgress: (progress: CallProgress) => void;
}
