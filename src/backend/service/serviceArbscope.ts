import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperationName } from '../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { MarketError } from '../../api/marketError.ts';
import { callOperation } from '../../api/marketService.ts';
import { rateLimitMessage } from '../../http/statusErrors.ts';
import type { ArbscopeConnection } from '../connectionBase/connection.ts';
import { stringifyWithBigints } from '../protocol/bigintJson.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { ResponseRedactor } from './responseRedactor.ts';

export interface ServiceArbscopeOptions {
  readonly service: ArbscopeService;
  readonly redactor: ResponseRedactor;
  /** Runs one exchange and updates the connection's status from its outcome. */
  readonly measured: <Result>(ask: () => Promise<Result>) => Promise<Result>;
  readonly onError: (error: unknown) => void;
}

/** Wait after a refusal without a retry time. */
const defaultWaitSeconds = 1;

/**
 * Arbscope's own operations of a service. They have no published rates, so they do not queue; after
 * "too many requests", nothing is sent until the service accepts requests again.
 */
export class ServiceArbscope implements ArbscopeConnection {
  readonly #options: ServiceArbscopeOptions;
  /** By the monotonic clock. */
  #blockedUntilMilliseconds = 0;

  constructor(options: ServiceArbscopeOptions) {
    this.#options = options;
  }

  async call(
    operation: ArbscopeOperationName,
    parameters: unknown,
    { signal, priority, forceRefresh = false }: Parameters<ArbscopeConnection['call']>[2],
  ): Promise<CallResponse> {
    const { service, measured } = this.#options;
    // Refresh overrides an earlier pause requested by the service.
    if (forceRefresh && priority === 'interactive') this.#blockedUntilMilliseconds = 0;
    const ask = () => callOperation(service, operation, parameters, { signal });
    this.#requireUnblocked();
    try {
      return { result: this.#redact(await measured(ask)) };
    } catch (error) {
      this.#noteRefusal(error);
      throw error;
    }
  }

  async *stream(
    parameters: ArbitrageStreamParameters,
    signal: AbortSignal,
  ): AsyncGenerator<ArbitrageEvent, void, undefined> {
    const { service, onError } = this.#options;
    this.#requireUnblocked();
    try {
      for await (const event of service.streamArbitrages(parameters, { signal })) {
        yield this.#redact(event);
      }
    } catch (error) {
      this.#noteRefusal(error);
      onError(error);
      throw error;
    }
  }

  #requireUnblocked(): void {
    const seconds = (this.#blockedUntilMilliseconds - performance.now()) / 1_000;
    if (seconds <= 0) return;
    throw new MarketError('rate-limited', rateLimitMessage(Math.ceil(seconds)), {
      retryAfterSeconds: seconds,
    });
  }

  #noteRefusal(error: unknown): void {
    if (!MarketError.is(error, 'rate-limited')) return;
    const waitSeconds = error.retryAfterSeconds ?? defaultWaitSeconds;
    this.#blockedUntilMilliseconds = performance.now() + waitSeconds * 1_000;
  }

  /** Some services repeat request headers in their responses. */
  #redact<Result>(result: Result): Result {
    const clean = this.#options.redactor.redactJson(stringifyWithBigints(result));
    return clean === null ? result : (clean.value as Result);
  }
}
