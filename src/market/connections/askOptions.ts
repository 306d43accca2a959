import type { CallPriority } from '../callProtocol.ts';
import type { ChannelProgress } from '../protocol.ts';

/** Who asks, and how it is told of what happens meanwhile. */
export interface AskOptions {
  readonly signal: AbortSignal;
  /** The window that asks: turns are fair between windows. */
  readonly window: object;
  readonly priority: CallPriority;
  /** Ask even where a kept answer is still good. */
  readonly isFresh?: boolean;
  readonly onProgress: (progress: ChannelProgress) => void;
}
