import { setImmediate } from 'node:timers/promises';
import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';

/**
 * An engine's stream, with an event without arbitrages before the others: whoever waits for the
 * first arbitrage knows that the stream is open, and from which cursor to continue after a break.
 * Throws before that event what the engine refuses at once. Ends with the signal, without an error.
 */
export async function* openArbitrageStream(
  service: Pick<ArbscopeService, 'arbitrages' | 'streamArbitrages'>,
  parameters: ArbitrageStreamParameters,
  outer: AbortSignal,
): AsyncGenerator<ArbitrageEvent, void, undefined> {
  // The engine's iterator ends only with a signal while it waits for a block.
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  const cursor =
    parameters.cursor ?? (await service.arbitrages({ ...parameters, limit: 1 }, { signal })).newest;
  const events = service.streamArbitrages({ ...parameters, cursor }, { signal });
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    // Told by the race, or when it is awaited below.
    next.catch(() => undefined);
    await Promise.race([next, setImmediate()]);
    yield { arbitrages: [], newest: cursor, skipped: 0 };
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      yield value;
      next = iterator.next();
    }
  } finally {
    ending.abort();
    await iterator.return?.();
  }
}
