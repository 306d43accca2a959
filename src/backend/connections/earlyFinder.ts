import type { FinderParameters } from '../../api/finder.ts';
import type { OperationName } from '../../api/operations.ts';
import { Engine } from '../../engine/engine.ts';
import { parseFinderParameters } from '../../engine/operations/finderParameters.ts';
import {
  recentWindowSeconds,
  type SimulatedSource,
} from '../../engine/sources/simulated/simulatedSource.ts';
import { memoryStore } from '../openEngine.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { EarlyResponder } from './connection.ts';
import type { ConnectionCallOptions } from './connectionCallOptions.ts';

/** The Finder of a Sandbox over its last hours, while the whole day is indexed beside it. */
export class EarlyFinder implements EarlyResponder {
  readonly #engine: Engine;
  readonly #calls = new Set<Promise<unknown>>();

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Throws a MarketError. */
  static async open(source: SimulatedSource, signal: AbortSignal): Promise<EarlyFinder> {
    const recent = source.recentHistory();
    return new EarlyFinder(await Engine.open({ source: recent, store: memoryStore, signal }));
  }

  covers(operation: OperationName, parameters: unknown): boolean {
    if (operation !== 'finder') return false;
    const { tokensTimeRange, thresholdMaxTimeRange, percentilesTimeRange } = parseFinderParameters(
      parameters as FinderParameters,
    );
    const longest = Math.max(tokensTimeRange, thresholdMaxTimeRange, percentilesTimeRange);
    return longest <= recentWindowSeconds;
  }

  async call(
    _operation: OperationName,
    parameters: unknown,
    { signal }: ConnectionCallOptions,
  ): Promise<CallResponse> {
    const finder = this.#engine.service.finder(parameters as FinderParameters, { signal });
    this.#calls.add(finder);
    try {
      return { result: await finder };
    } finally {
      this.#calls.delete(finder);
    }
  }

  /** Once nobody waits for it any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#calls);
    await this.#engine.close();
  }
}
