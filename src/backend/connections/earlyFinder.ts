import type { FinderParameters } from '../../api/finder.ts';
import type { OperationName } from '../../api/operations.ts';
import { Engine } from '../../engine/engine.ts';
import { parseFinderParameters } from '../../engine/operations/finderParameters.ts';
import { recentWindowSeconds, type SimulatedSource } from '../../engine/sandbox/simulatedSource.ts';
import type { EarlyResponder } from '../connectionBase/connection.ts';
import { memoryStore } from '../engines/sourceConfig.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';

/** Serves a Sandbox's last hours, and its token infos, while the whole day is being indexed. */
export class EarlyFinder implements EarlyResponder {
  readonly #engine: Engine;
  readonly #tokens: ReadonlySet<string>;
  readonly #calls = new Set<Promise<unknown>>();

  private constructor(engine: Engine, tokens: ReadonlySet<string>) {
    this.#engine = engine;
    this.#tokens = tokens;
  }

  static async open(source: SimulatedSource, signal: AbortSignal): Promise<EarlyFinder> {
    const recent = source.recentHistory();
    const engine = await Engine.open({ source: recent, store: memoryStore, signal });
    return new EarlyFinder(engine, new Set(source.tokens().map(({ mint }) => mint)));
  }

  covers(operation: OperationName, parameters: unknown): boolean {
    // The market knows its tokens without any indexed block.
    if (operation === 'tokenInfo') {
      return this.#tokens.has((parameters as { readonly token: string }).token);
    }
    if (operation !== 'finder') return false;
    const { tokensTimeRange, thresholdMaxTimeRange, percentilesTimeRange } = parseFinderParameters(
      parameters as FinderParameters,
    );
    const longest = Math.max(tokensTimeRange, thresholdMaxTimeRange, percentilesTimeRange);
    return longest <= recentWindowSeconds;
  }

  async call(
    operation: OperationName,
    parameters: unknown,
    { signal }: ConnectionCallOptions,
  ): Promise<CallResponse> {
    // TypeScript cannot relate the validated parameters to `operation`.
    const call = this.#engine.service[operation] as (
      value: unknown,
      options: { signal: AbortSignal },
    ) => Promise<unknown>;
    const response = call(parameters, { signal });
    this.#calls.add(response);
    try {
      return { result: await response };
    } finally {
      this.#calls.delete(response);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#calls);
    await this.#engine.close();
  }
}
