import type { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { PoolPart } from '../../engine/marketCache/poolIndex.ts';
import type { MarketCacheEntry } from '../../interface/marketCache.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { OperationName, Operations } from '../../interface/operations.ts';
import type { CallAnswer } from '../callProtocol.ts';
import type { OperationBudget } from '../connectionProtocol.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import type { Connection, StatusChange } from '../connections/connection.ts';
import { errorData } from '../errorData.ts';
import { writeExact } from '../exactJson.ts';
import { ConnectionPools, type ConnectionPoolsOptions } from '../pools/connectionPools.ts';
import { servicePools } from '../pools/servicePools.ts';
import { SymbolBook } from '../pools/symbolBook.ts';
import { Admission, waitingProgress } from './admission.ts';
import type { AnswerCache } from './answerCache.ts';
import { callKey } from './callKey.ts';
import type { HiddenSecret } from './hiddenSecret.ts';
import type { KeyBudget } from './requestBudgets.ts';
import { type SharedCall, SharedCalls } from './sharedCalls.ts';

export interface ServiceConnectionOptions {
  readonly client: HttpMarketClient;
  readonly budget: KeyBudget;
  /** The same, unless landings have an origin and a key of their own. */
  readonly landingBudget: KeyBudget;
  readonly cache: AnswerCache;
  readonly secret: HiddenSecret;
  readonly poolTable: Pick<ConnectionPoolsOptions, 'path' | 'tables'>;
  readonly onStatus: (change: StatusChange) => void;
  /** Called last when the connection closes. */
  readonly onClosed?: () => Promise<void>;
}

/** Hundreds of megabytes are loaded once a day unless somebody asks for them again. */
const poolsFreshMilliseconds = 86_400_000;
/** Failures of one request that say something of the whole connection. */
const troubles: ReadonlySet<string> = new Set([
  'unauthorized',
  'service-failing',
  'unreachable',
  'unreadable-answer',
]);

/**
 * A remote service as a connection: kept answers where they are as good as new ones, one request
 * for all who ask the same, and each within the limits of its key.
 */
export class ServiceConnection implements Connection {
  readonly pools: ConnectionPools;
  readonly landing = null;
  readonly #options: ServiceConnectionOptions;
  readonly #symbols = new SymbolBook();
  readonly #shared: SharedCalls<CallAnswer>;
  readonly #stopListening: readonly (() => void)[];

  constructor(options: ServiceConnectionOptions) {
    this.#options = options;
    const { budget, landingBudget, onStatus } = options;
    this.pools = new ConnectionPools({
      ...options.poolTable,
      freshMilliseconds: poolsFreshMilliseconds,
      symbols: this.#symbols,
      source: {
        parts: (call, withAggregator) => this.#poolParts(call, withAggregator),
        entries: (mints, asked) => this.#poolEntries(mints, asked),
      },
    });
    for (const [parameters, result] of options.cache.tokens()) {
      this.#symbols.learn('tokenInfo', parameters, result);
    }
    this.#shared = new SharedCalls(({ operation }) => budget.queue(operation).changed());
    const isLanding = ({ operation }: OperationBudget) => operation === 'landTransaction';
    const tell = (): void =>
      onStatus({
        budgets: [
          ...budget.state().filter((each) => !isLanding(each)),
          ...landingBudget.state().filter(isLanding),
        ],
      });
    this.#stopListening = [...new Set([budget, landingBudget])].map((each) => each.onChange(tell));
    tell();
  }

  async call(
    operation: OperationName,
    parameters: unknown,
    options: AskOptions,
  ): Promise<CallAnswer> {
    // Each landing is one of its own: never shared, kept, or sent a second time.
    if (operation === 'landTransaction') return await this.#land(parameters, options);
    const key = callKey(operation, parameters);
    const kept = options.isFresh === true ? null : this.#options.cache.find(operation, key);
    if (kept !== null) return kept;
    return await this.#shared.join(
      key,
      operation,
      async (call) => {
        const answer = this.#keep(operation, key, await this.#ask(operation, parameters, call));
        this.#symbols.learn(operation, parameters, answer.result);
        return answer;
      },
      options,
    );
  }

  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await this.#options.client.close();
    await this.pools.close();
    await this.#options.onClosed?.();
  }

  async #ask(operation: OperationName, parameters: unknown, call: SharedCall): Promise<CallAnswer> {
    const { budget, client } = this.#options;
    const admission = new Admission(budget, call);
    try {
      const { parts, faults } = await admission.send((admitted) =>
        this.#watched(() =>
          client.readParts(
            operation,
            parameters as ParametersOf<Operations[OperationName]>,
            admitted,
          ),
        ),
      );
      return faults.length === 0
        ? { result: parts }
        : { result: parts, faults: faults.map(errorData) };
    } finally {
      admission.end();
    }
  }

  /**
   * The whole market cache, as one request within the limits; with the aggregator's own part once
   * more as a second, since entries do not tell where they are from.
   */
  async *#poolParts(call: SharedCall, withAggregator: boolean): AsyncGenerator<PoolPart> {
    const { budget, client } = this.#options;
    const admission = new Admission(budget, call);
    try {
      for (const onlyAggregator of withAggregator ? [false, true] : [false]) {
        yield* admission.stream((admitted) =>
          servicePools(client, call, { ...admitted, onlyAggregator }),
        );
      }
    } catch (error) {
      this.#tellTrouble(error);
      throw error;
    } finally {
      admission.end();
    }
  }

  async #poolEntries(
    mints: readonly string[],
    options: AskOptions,
  ): Promise<readonly MarketCacheEntry[]> {
    const { result } = await this.call(
      'marketCache',
      { tokens: [...mints], accounts: true },
      options,
    );
    // The client has checked it.
    return result as readonly MarketCacheEntry[];
  }

  async #land(parameters: unknown, options: AskOptions): Promise<CallAnswer> {
    const { landingBudget: budget, client } = this.#options;
    const turn = await budget.queue('landTransaction').take({
      ...options,
      onExpected: (at) => options.onProgress(waitingProgress(budget, 'landTransaction', at)),
    });
    try {
      const result = await this.#watched(() =>
        client.service.landTransaction(parameters as ParametersOf<Operations['landTransaction']>, {
          signal: options.signal,
        }),
      );
      return { result };
    } finally {
      turn.done();
    }
  }

  /** Tells what one exchange says of the service: how quick it is, or what is wrong with it. */
  async #watched<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { onStatus } = this.#options;
    const start = performance.now();
    try {
      const result = await ask();
      const latencyMilliseconds = Math.round(performance.now() - start);
      onStatus({ latencyMilliseconds, message: '', error: null });
      return result;
    } catch (error) {
      this.#tellTrouble(error);
      throw error;
    }
  }

  #tellTrouble(error: unknown): void {
    if (!MarketError.is(error) || !troubles.has(error.kind)) return;
    this.#options.onStatus({ message: error.message, error: errorData(error) });
  }

  #keep(operation: OperationName, key: string, answer: CallAnswer): CallAnswer {
    const { cache, secret } = this.#options;
    const text = writeExact(answer.result);
    const clean = secret.cleanJson(text);
    const told = clean === null ? answer : { ...answer, result: clean.value };
    cache.add(operation, key, told, clean?.text ?? text);
    return told;
  }
}
