import type { ArbitrageEvent } from '../../api/arbscope/arbitrages.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type { ArbscopeCallSchema, WatchArbitragesSchema } from '../requests/requestSchemas.ts';

/**
 * Arbscope's own operations over the channel. `arbscopeCall` is answered like `call`.
 * `watchArbitrages` runs until it is cancelled or fails; its events are sent as progress, the first
 * as soon as the stream is open, maybe without arbitrages. The backend only requests the next event
 * when the previous one has left the process, so nothing piles up for a window that does not read.
 */
export const arbscopeMethods = {
  arbscopeCall: 'arbscopeCall',
  watchArbitrages: 'watchArbitrages',
} as const;

export type ArbscopeCallRequest = RequestOf<typeof ArbscopeCallSchema>;
export type WatchArbitragesRequest = RequestOf<typeof WatchArbitragesSchema>;

export interface ArbitragesProgress {
  readonly kind: 'arbitrages';
  readonly event: ArbitrageEvent;
}
