import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperationName } from '../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCacheEntry } from '../../api/marketCache.ts';
import { MarketError } from '../../api/marketError.ts';
import { callOperation } from '../../api/marketService.ts';
import type { OperationName, Operations } from '../../api/operations.ts';
import type { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { PoolChunk } from '../../engine/marketCache/poolIndex.ts';
import { rateLimitMessage } from '../../http/statusErrors.ts';
import type { ArbscopeConnection, Connection, StatusUpdate } from '../connectionBase/connection.ts';
import { ConnectionPools, type ConnectionPoolsOptions } from '../connectionBase/connectionPools.ts';
import { streamServicePools } from '../connectionBase/servicePools.ts';
import { SymbolCache } from '../connectionBase/symbolCache.ts';
import { stringifyWithBigints } from '../protocol/bigintJson.ts';
import { type CallResponse, toCallErrorData } from '../protocol/callProtocol.ts';
import type { OperationBudget } from '../protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import { type InFlightCall, SingleFlight } from '../queue/singleFlight.ts';
import type { KeyBudget } from './requestBudgets.ts';
import { callKey, type ResponseCache } from './responseCache.ts';
import type { ResponseRedactor } from './responseRedactor.ts';
import { sendWithinRate, streamWithinRate, waitingProgress } from './withinRate.ts';

export interface ServiceConnectionOptions {
  readonly client: HttpMarketClient;
  readonly budget: KeyBudget;
  /** The same as `budget`, unless landings have another origin and key. */
  readonly landingBudget: KeyBudget;
  readonly cache: ResponseCache;
  readonly redactor: ResponseRedactor;
  readonly poolTable: Pick<ConnectionPoolsOptions, 'path' | 'tables'>;
  readonly onStatus: (change: StatusUpdate) => void;
  readonly onClosed?: () => Promise<void>;
}

/** Hundreds of megabytes: reloaded once a day, unless the user requests it. */
const maxPoolAgeMilliseconds = 86_400_000;
/** Pause of Arbscope's own operations after a refusal without a retry time. */
const defaultPauseSeconds = 1;
/** Errors of one request that concern the whole connection. */
const connectionErrorKinds: ReadonlySet<string> = new Set([
  'unauthorized',
  'rate-limited',
  'service-failing',
  'unreachable',
  'unreadable-answer',
]);

/**
 * A remote service as a connection: caches, merges equal requests, and keeps the rate limits. Every
 * response passes here, so the user's key is removed from it, and the connection's status and
 * symbols are learned from it.
 */
export class ServiceConnection implements Connection {
  readonly arbscope: ArbscopeConnection;
  readonly pools: ConnectionPools;
  readonly landing = null;
  readonly #options: ServiceConnectionOptions;
  readonly #symbols = new SymbolCache();
  readonly #singleFlight: SingleFlight<CallResponse>;
  readonly #unsubscribe: readonly (() => void)[];
  /** Arbscope's own operations, by the monotonic clock. */
  #pausedUntilMilliseconds = 0;

  constructor(options: ServiceConnectionOptions) {
    this.#options = options;
    const { budget, landingBudget, onStatus } = options;
    this.arbscope = {
      call: (operation, parameters, call) => this.#callArbscope(operation, parameters, call),
      stream: (parameters, signal) => this.#streamArbitrages(parameters, signal),
    };
    this.pools = new ConnectionPools({
      ...options.poolTable,
      maxAgeMilliseconds: maxPoolAgeMilliseconds,
      symbols: this.#symbols,
      source: {
        batches: (call, withAggregator) => this.#poolBatches(call, withAggregator),
        entries: (mints, asked) => this.#poolEntries(mints, asked),
      },
    });
    for (const [parameters, result] of options.cache.persistedTokenInfos()) {
      this.#symbols.learn('tokenInfo', parameters, result);
    }
    this.#singleFlight = new SingleFlight(({ operation }) => budget.queue(operation).reschedule());
    const isLanding = ({ operation }: OperationBudget) => operation === 'landTransaction';
    const tell = (): void =>
      onStatus({
        budgets: [
          ...budget.state().filter((each) => !isLanding(each)),
          ...landingBudget.state().filter(isLanding),
        ],
      });
    this.#unsubscribe = [...new Set([budget, landingBudget])].map((each) => each.onChange(tell));
    tell();
  }

  async call(
    operation: OperationName,
    parameters: unknown,
    options: ConnectionCallOptions,
  ): Promise<CallResponse> {
    // Each landing is separate: never shared, cached or retried.
    if (operation === 'landTransaction') return await this.#land(parameters, options);
    const key = callKey(operation, parameters);
    const { forceRefresh = false, priority } = options;
    const kept = forceRefresh ? null : this.#options.cache.get(operation, key);
    if (kept !== null) return kept;
    // Refresh overrides an earlier pause requested by the service.
    if (forceRefresh && priority === 'interactive') {
      this.#options.budget.queue(operation).unblock();
    }
    return await this.#singleFlight.run(
      key,
      operation,
      async (call) => {
        const answer = this.#cacheResponse(
          operation,
          key,
          await this.#request(operation, parameters, call),
        );
        this.#symbols.learn(operation, parameters, answer.result);
        return answer;
      },
      options,
    );
  }

  async close(): Promise<void> {
    for (const stop of this.#unsubscribe) stop();
    await this.#options.client.close();
    await this.pools.close();
    await this.#options.onClosed?.();
  }

  async #request(
    operation: OperationName,
    parameters: unknown,
    call: InFlightCall,
  ): Promise<CallResponse> {
    const { budget, client } = this.#options;
    const { response, errors, dataTimeMilliseconds } = await sendWithinRate(
      budget.queue(operation),
      call,
      (admitted) =>
        this.#measured(() =>
          client.callPartial(
            operation,
            parameters as ParametersOf<Operations[OperationName]>,
            admitted,
          ),
        ),
    );
    return {
      result: response,
      ...(errors.length === 0 ? {} : { faults: errors.map(toCallErrorData) }),
      ...(dataTimeMilliseconds === undefined
        ? {}
        : { dataTimeMilliseconds: Math.min(dataTimeMilliseconds, Date.now()) }),
    };
  }

  /** A second request finds the aggregator's own pools, because entries do not mark them. */
  async *#poolBatches(call: InFlightCall, withAggregator: boolean): AsyncGenerator<PoolChunk> {
    const { budget, client } = this.#options;
    const queue = budget.queue('marketCache');
    if (call.forceRefresh) queue.unblock();
    try {
      for (const onlyAggregator of withAggregator ? [false, true] : [false]) {
        yield* streamWithinRate(queue, call, (admitted) =>
          streamServicePools(client, call, { ...admitted, onlyAggregator }),
        );
      }
    } catch (error) {
      this.#reportError(error);
      throw error;
    }
  }

  async #poolEntries(
    mints: readonly string[],
    options: ConnectionCallOptions,
  ): Promise<readonly MarketCacheEntry[]> {
    const { result } = await this.call(
      'marketCache',
      { tokens: [...mints], accounts: true },
      options,
    );
    // The client has validated it.
    return result as readonly MarketCacheEntry[];
  }

  async #land(parameters: unknown, options: ConnectionCallOptions): Promise<CallResponse> {
    const { landingBudget, client } = this.#options;
    const queue = landingBudget.queue('landTransaction');
    const turn = await queue.acquire({
      ...options,
      onExpected: (at) => options.onProgress(waitingProgress(queue, 'landTransaction', at)),
    });
    try {
      const result = await this.#measured(() =>
        client.service.landTransaction(parameters as ParametersOf<Operations['landTransaction']>, {
          signal: options.signal,
        }),
      );
      return { result };
    } finally {
      turn.release();
    }
  }

  /**
   * Arbscope's own operations have no published rates, so they do not queue; after "too many
   * requests", nothing is sent until the service accepts requests again.
   */
  async #callArbscope(
    operation: ArbscopeOperationName,
    parameters: unknown,
    { signal, priority, forceRefresh = false }: Parameters<ArbscopeConnection['call']>[2],
  ): Promise<CallResponse> {
    const { client, redactor } = this.#options;
    // Refresh overrides an earlier pause requested by the service.
    if (forceRefresh && priority === 'interactive') this.#pausedUntilMilliseconds = 0;
    this.#requireUnpaused();
    try {
      const ask = () => callOperation(client.arbscope, operation, parameters, { signal });
      return { result: withoutKey(redactor, await this.#measured(ask)) };
    } catch (error) {
      this.#noteRefusal(error);
      throw error;
    }
  }

  async *#streamArbitrages(
    parameters: ArbitrageStreamParameters,
    signal: AbortSignal,
  ): AsyncGenerator<ArbitrageEvent, void, undefined> {
    const { client, redactor } = this.#options;
    this.#requireUnpaused();
    try {
      for await (const event of client.arbscope.streamArbitrages(parameters, { signal })) {
        yield withoutKey(redactor, event);
      }
    } catch (error) {
      this.#noteRefusal(error);
      this.#reportError(error);
      throw error;
    }
  }

  #requireUnpaused(): void {
    const seconds = (this.#pausedUntilMilliseconds - performance.now()) / 1_000;
    if (seconds <= 0) return;
    throw new MarketError('rate-limited', rateLimitMessage(Math.ceil(seconds)), {
      retryAfterSeconds: seconds,
    });
  }

  #noteRefusal(error: unknown): void {
    if (!MarketError.is(error, 'rate-limited')) return;
    const pauseSeconds = error.retryAfterSeconds ?? defaultPauseSeconds;
    this.#pausedUntilMilliseconds = performance.now() + pauseSeconds * 1_000;
  }

  async #measured<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { onStatus } = this.#options;
    const start = performance.now();
    try {
      const result = await ask();
      const latencyMilliseconds = Math.round(performance.now() - start);
      onStatus({ latencyMilliseconds, message: '', error: null });
      return result;
    } catch (error) {
      this.#reportError(error);
      throw error;
    }
  }

  #reportError(error: unknown): void {
    if (!MarketError.is(error) || !connectionErrorKinds.has(error.kind)) return;
    this.#options.onStatus({ message: error.message, error: toCallErrorData(error) });
  }

  #cacheResponse(operation: OperationName, key: string, answer: CallResponse): CallResponse {
    const { cache, redactor } = this.#options;
    const text = stringifyWithBigints(answer.result);
    const clean = redactor.redactJson(text);
    const told = clean === null ? answer : { ...answer, result: clean.value };
    cache.set(operation, key, told, clean?.text ?? text);
    return told;
  }
}

/** Some services repeat request headers in their responses. */
function withoutKey<Result>(redactor: ResponseRedactor, result: Result): Result {
  const clean = redactor.redactJson(stringifyWithBigints(result));
  return clean === null ? result : (clean.value as Result);
}
