import type { ArbitrageEvent } from '../../api/arbscope/arbitrages.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type { ArbscopeCallSchema, WatchArbitragesSchema } from '../requests/requestSchemas.ts';

/**
 * Arbscope's own operations over the channel. `arbscopeCall` is answered as a `call` is.
 * `watchArbitrages` lasts until it is cancelled or fails; its events come as progress. The first
 * comes as soon as the stream is open, maybe without arbitrages. The next is asked for when the one
 * before has left the process, so nothing piles up for a window that does not read.
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
