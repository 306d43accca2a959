import { setImmediate } from 'node:timers/promises';
import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';

/**
 * Begins with an event without arbitrages, so that the client knows that the stream is open and
 * where to resume it. Errors that the engine reports at once are thrown before that event.
 */
export async function* openArbitrageStream(
  service: Pick<ArbscopeService, 'arbitrages' | 'streamArbitrages'>,
  parameters: ArbitrageStreamParameters,
  outer: AbortSignal,
): AsyncGenerator<ArbitrageEvent, void, undefined> {
  // While the engine's iterator waits for a block, only a signal can end it.
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  const cursor =
    // Without the filter, for which the page could search long.
    parameters.cursor ?? (await service.arbitrages({ limit: 1 }, { signal })).newest;
  const events = service.streamArbitrages({ ...parameters, cursor }, { signal });
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    // The race or the `await` below reports the error.
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
