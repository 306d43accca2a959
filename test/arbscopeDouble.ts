import type { TSchema } from 'typebox';
import type { ArbitrageEvent, ArbitrageSummary } from '../src/api/arbscope/arbitrages.ts';
import {
  type ArbscopeOperationName,
  type ArbscopeOperations,
  arbscopeOperations,
} from '../src/api/arbscope/arbscopeOperations.ts';
import type { ArbscopeService } from '../src/api/arbscope/arbscopeService.ts';
import type { ParametersOf, ResponseOf } from '../src/api/defineOperation.ts';
import { MarketError } from '../src/api/marketError.ts';
import { type OperationMethods, operationMethods } from '../src/api/marketService.ts';
import { validateSchema } from '../src/api/validation.ts';
import { sampleValue, someSignature } from './contract/schemaSamples.ts';
import { unsignedTransaction } from './fixtures/unsignedTransaction.ts';

const names = Object.keys(arbscopeOperations) as ArbscopeOperationName[];

/** The least that each operation accepts: nothing, except for those listed. */
export const arbscopeParameters = {
  ...Object.fromEntries(names.map((name) => [name, {}])),
  walletGroups: { wallet: '11111111111111111111111111111111' },
  simulate: { transactions: [unsignedTransaction.base64] },
  coverage: { groups: [] },
  replay: { configs: [] },
  competition: { signature: someSignature },
  walletCompetition: { wallet: '11111111111111111111111111111111' },
} as unknown as {
  readonly [Name in ArbscopeOperationName]: ParametersOf<ArbscopeOperations[Name]>;
};

/** The transaction of `arbscopeParameters` has no signature. */
function markUnsigned(sample: unknown): void {
  const { transactions } = sample as { transactions: { record: object; signing: string }[] };
  for (const one of transactions) {
    one.signing = 'unsigned';
    one.record = { ...one.record, signature: '' };
  }
}

/** The smallest valid one, as callers receive it. */
export function arbscopeSample<Name extends ArbscopeOperationName>(
  name: Name,
): ResponseOf<ArbscopeOperations[Name]> {
  const { response } = arbscopeOperations[name];
  const sample = sampleValue(response as object);
  if (name === 'simulate') markUnsigned(sample);
  const { result } = validateSchema<TSchema>(response, sample);
  return result as ResponseOf<ArbscopeOperations[Name]>;
}

const [sample] = arbscopeSample('arbitrages').arbitrages;

export const arbitrageOf = (signature: string): ArbitrageSummary => {
  if (sample === undefined) throw new Error('the sample is empty');
  return { ...sample, signature };
};

const Methods = class {} as unknown as new () => OperationMethods<ArbscopeOperations>;

/**
 * Test double of an engine's Arbscope operations with a test-defined market. A cursor is the number
 * of arbitrages at that time.
 */
export class ArbscopeDouble extends Methods implements ArbscopeService {
  readonly signatures: string[] = [];
  readonly asked: { readonly operation: string; readonly parameters: unknown }[] = [];
  streams = 0;
  handedOut = 0;
  cancelled = 0;
  #isHeld = false;
  /** Thrown by the next requests, and by waiting streams. */
  #failure: MarketError | null = null;
  #changed = Promise.withResolvers<void>();

  constructor() {
    super();
    const others = names.filter((name) => !Object.hasOwn(this, name));
    const answer = (name: ArbscopeOperationName, parameters: unknown) =>
      this.#answer(name, parameters);
    Object.assign(this, operationMethods<ArbscopeOperations>(others, answer));
  }

  publish(...signatures: readonly string[]): void {
    this.signatures.push(...signatures);
    this.#wake();
  }

  /** `null` ends the failure. */
  failWith(failure: MarketError | null): void {
    this.#failure = failure;
    this.#wake();
  }

  override readonly simulate = async (
    parameters: object,
    { signal }: { readonly signal?: AbortSignal } = {},
  ) => {
    const isHeld = this.#isHeld;
    this.#isHeld = false;
    const response = await this.#answer('simulate', parameters);
    if (isHeld) await this.#untilAborted(signal);
    return response;
  };

  override readonly arbitrages = async (parameters: object) => ({
    ...(await this.#answer('arbitrages', parameters)),
    arbitrages: this.signatures.slice(-1).map(arbitrageOf),
    newest: String(this.signatures.length),
  });

  async *streamArbitrages(
    parameters: { readonly cursor?: string },
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<ArbitrageEvent> {
    this.asked.push({ operation: 'streamArbitrages', parameters });
    let at = Number(parameters.cursor ?? this.signatures.length);
    if (!Number.isInteger(at)) {
      throw new MarketError('bad-parameter', 'cursor is unknown', { parameter: 'cursor' });
    }
    this.streams += 1;
    try {
      const aborted = new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
      while (signal?.aborted !== true) {
        if (this.#failure !== null) throw this.#failure;
        const changed = this.#changed.promise;
        if (at < this.signatures.length) {
          const fresh = this.signatures.slice(at);
          at = this.signatures.length;
          this.handedOut += 1;
          yield { arbitrages: fresh.map(arbitrageOf).reverse(), newest: String(at), skipped: 0 };
        } else await Promise.race([changed, aborted]);
      }
    } finally {
      this.streams -= 1;
      this.#wake();
    }
  }

  holdNext(): void {
    this.#isHeld = true;
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#changed.promise;
  }

  async #answer<Name extends ArbscopeOperationName>(operation: Name, parameters: unknown) {
    this.asked.push({ operation, parameters });
    this.#wake();
    if (this.#failure !== null) throw this.#failure;
    return arbscopeSample(operation);
  }

  async #untilAborted(signal: AbortSignal | undefined): Promise<never> {
    if (signal?.aborted !== true) {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    }
    this.cancelled += 1;
    this.#wake();
    throw new MarketError('cancelled', 'Cancelled.');
  }

  #wake(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }
}
