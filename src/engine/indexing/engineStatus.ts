import type { RecentlyOmitted } from '../chain/blockSource.ts';
import type { TokenPrice } from '../prices/priceTracker.ts';
import type { EngineMetrics } from './engineMetrics.ts';

export interface EngineStatus extends EngineMetrics {
  readonly state: 'starting' | 'ready' | 'failed';
  /** Progress of the start, or the last error; empty if all is well. */
  readonly message: string;
  /** Whether the message is about a problem, not only progress. */
  readonly isProblem: boolean;
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  readonly arbitrages: number;
  /** Kind of the source, or origin of its blocks. */
  readonly source: string;
  /** Slots behind the source's newest; `null` if unknown or not applicable. */
  readonly lagSlots: number | null;
  readonly lagMilliseconds: number | null;
  /** No block has arrived for 10 s. */
  readonly isStalled: boolean;
  /** See `SourceProgress`; below 1, counts are too low. `null` if other processes index the blocks. */
  readonly indexedFraction: number | null;
  /** `null` if other processes index the blocks, or no node delivers them. */
  readonly recentlyOmitted: RecentlyOmitted | null;
  readonly solPrice: TokenPrice | null;
}
