import type { TokenPrice } from '../prices/priceTracker.ts';
import type { EngineMetrics } from './engineMetrics.ts';

export interface EngineStatus extends EngineMetrics {
  readonly state: 'starting' | 'ready' | 'failed';
  /** Progress of the start in words, or what went wrong last; empty when all is well. */
  readonly message: string;
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  readonly arbitrages: number;
  /** Kind of the source, or the origin that its blocks come from. */
  readonly source: string;
  /** Slots behind the source's newest; `null` where that is not known or means nothing. */
  readonly lagSlots: number | null;
  /** The same in time, by how long slots take at present. */
  readonly lagMilliseconds: number | null;
  /** No block has come for 10 s. */
  readonly isStalled: boolean;
  /** Part of the newest day's blocks that is indexed; below 1 counts are too low. */
  readonly indexedFraction: number;
  /** What SOL cost in the newest swaps; `null` before any showed it. */
  readonly solPrice: TokenPrice | null;
}
