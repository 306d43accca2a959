import { t } from '@vscode/l10n';
import type { TSchema } from 'typebox';
import {
  type ArbitrageEvent,
  type ArbitrageStreamParameters,
  arbitrageStream,
} from '../api/arbscope/arbitrages.ts';
import {
  type ArbscopeOperationName,
  type ArbscopeOperations,
  arbscopeOperations,
} from '../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeService } from '../api/arbscope/arbscopeService.ts';
import { failureEvent } from '../api/arbscope/eventStream.ts';
import type { SimulatedTransaction, Simulation } from '../api/arbscope/simulate.ts';
import { withAbort } from '../api/cancellation.ts';
import type { OperationDefinition, ParametersOf } from '../api/defineOperation.ts';
import { parseJson } from '../api/json.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { type MarketCallOptions, operationMethods } from '../api/marketService.ts';
import { checkParameters, checkResponse } from '../api/validation.ts';
import { findJsonExcess } from '../http/jsonBody.ts';
import { errorFromResponse } from '../http/statusErrors.ts';
import { encodeBase58 } from '../solana/base58.ts';
import { parseTransactionTexts } from '../solana/landing/parseTransactionTexts.ts';
import { decodeTransactionBytes, type WireTransaction } from '../solana/wireTransaction.ts';
import { signingState, withoutSignatures } from '../solana/withoutSignatures.ts';
import { readEventStream, type ServerSentEvent } from './eventStream.ts';

/** An operation without side effects, whatever its method. */
export type ReadOperation = Pick<OperationDefinition<TSchema, TSchema>, 'method' | 'path'>;

/** Every failure is a MarketError. */
export interface ArbscopeTransport {
  /** Requests an operation and converts the response with `read`. Redacts keys in errors. */
  readonly read: <Result>(
    operation: ReadOperation,
    parameters: unknown,
    options: MarketCallOptions,
    read: (value: unknown) => Result,
  ) => Promise<Result>;
  /** Chunks of a stream of server-sent events, until the signal aborts. */
  readonly stream: (
    operation: ReadOperation,
    parameters: unknown,
    signal: AbortSignal,
  ) => AsyncIterable<Buffer>;
  /** Removes keys from an error. Needed for events, whose error text comes from the service. */
  readonly redact: (error: MarketError) => MarketError;
}

/** Errors of the status request that mean the service is not an Arbscope. */
const foreignKinds: ReadonlySet<MarketErrorKind> = new Set([
  'not-found',
  'not-offered',
  'bad-parameter',
  'unreadable-answer',
]);
/** Statuses of the other paths that mean an Arbscope lacks the operation. */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/**
 * Arbscope's own operations over HTTP. It detects once whether the service is an Arbscope, and never
 * sends a secret key or a signature of a transaction to simulate.
 */
export class ArbscopeClient {
  readonly service: ArbscopeService;
  readonly #transport: ArbscopeTransport;
  /** Resolves if the service is an Arbscope; null before the first check. */
  #recognition: Promise<void> | null = null;

  constructor(transport: ArbscopeTransport) {
    this.#transport = transport;
    const names = Object.keys(arbscopeOperations) as ArbscopeOperationName[];
    this.service = {
      ...operationMethods<ArbscopeOperations>(names, (...call) => this.#call(...call)),
      streamArbitrages: (parameters, options) => this.#stream(parameters, options),
    };
  }

  async #call(
    name: ArbscopeOperationName,
    parameters: unknown,
    options: MarketCallOptions = {},
  ): Promise<unknown> {
    const operation = arbscopeOperations[name];
    const checked = checkParameters(operation, parameters);
    if (name === 'status') return await this.#readStatus(options);
    if (name === 'simulate') return await this.#simulate(checked as SimulateParameters, options);
    if (name === 'competition') assertNoBytes(checked as CompetitionParameters);
    await this.#requireArbscope(options.signal);
    return await this.#asking(() =>
      this.#transport.read(operation, checked, options, (value) => checkResponse(operation, value)),
    );
  }

  async #readStatus(options: MarketCallOptions) {
    const { status } = arbscopeOperations;
    try {
      const response = await this.#transport.read(status, {}, options, (value) =>
        checkResponse<typeof status>(status, value),
      );
      this.#recognition ??= Promise.resolve();
      return response;
    } catch (error) {
      throw MarketError.is(error) && foreignKinds.has(error.kind) ? notOfferedError() : error;
    }
  }

  /**
   * Sends only the transactions found in the texts, so that a secret key is never sent, and without
   * their signatures, so that the service cannot land them. The response gets the signatures back.
   */
  async #simulate(
    { transactions: texts }: SimulateParameters,
    options: MarketCallOptions,
  ): Promise<Simulation> {
    const { simulate } = arbscopeOperations;
    const given = parseTransactionTexts(texts).map((bytes) => ({
      bytes,
      transaction: decodeTransactionBytes(bytes),
    }));
    const transactions = given.map((one) => Buffer.from(withoutSignatures(one)).toString('base64'));
    await this.#requireArbscope(options.signal);
    const simulation = await this.#asking(() =>
      this.#transport.read(simulate, { transactions }, options, (value) =>
        checkResponse<typeof simulate>(simulate, value),
      ),
    );
    return {
      ...simulation,
      transactions: simulation.transactions.map((simulated, at) => {
        const transaction = given[at]?.transaction;
        return transaction === undefined ? simulated : withSigning(simulated, transaction);
      }),
    };
  }

  /** Throws a MarketError of kind `not-offered` if the service is not an Arbscope. */
  async #requireArbscope(signal: AbortSignal | undefined): Promise<void> {
    // Shared by concurrent callers, so no caller's signal cancels it.
    this.#recognition ??= this.#readStatus({}).then(
      () => undefined,
      (error: unknown) => {
        if (!MarketError.is(error, 'not-offered')) this.#recognition = null;
        throw error;
      },
    );
    await withAbort(this.#recognition, signal);
  }

  async *#stream(
    parameters: ArbitrageStreamParameters,
    { signal: outer }: MarketCallOptions = {},
  ): AsyncGenerator<ArbitrageEvent, void, undefined> {
    const checked = checkParameters<typeof arbitrageStream>(arbitrageStream, parameters);
    // Aborts the request if the caller ends the iteration between events.
    const ending = new AbortController();
    const signal = outer === undefined ? ending.signal : AbortSignal.any([outer, ending.signal]);
    try {
      await this.#requireArbscope(signal);
      const pieces = this.#transport.stream(arbitrageStream, checked, signal);
      for await (const event of readEventStream(pieces)) yield readArbitrageEvent(event);
      throw new MarketError('unreachable', t('The service ended the stream.'));
    } catch (error) {
      if (outer?.aborted === true) return;
      throw toMissingError(MarketError.is(error) ? this.#transport.redact(error) : error);
    } finally {
      ending.abort();
    }
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      throw toMissingError(error);
    }
  }
}

type SimulateParameters = ParametersOf<ArbscopeOperations['simulate']>;
type CompetitionParameters = ParametersOf<ArbscopeOperations['competition']>;

/** With its signature, the service could land what has not landed. */
function assertNoBytes({ transaction }: CompetitionParameters): void {
  if (transaction === undefined) return;
  throw new MarketError(
    'not-offered',
    t(
      'A transaction that never reached a block is not sent to a service. Use the Sandbox or a Node connection.',
    ),
  );
}

function withSigning(
  simulated: SimulatedTransaction,
  transaction: WireTransaction,
): SimulatedTransaction {
  const signing = signingState(transaction);
  const [first] = transaction.signatures;
  const signature = signing === 'unsigned' || first === undefined ? '' : encodeBase58(first);
  const { record } = simulated;
  return { ...simulated, signing, record: record === null ? null : { ...record, signature } };
}

const toMissingError = (error: unknown): unknown =>
  MarketError.is(error) && missingStatuses.has(error.statusCode)
    ? new MarketError(
        'not-offered',
        t(
          'This Arbscope server does not offer this: it is older, has no node, or serves recorded blocks.',
        ),
      )
    : error;

const notOfferedError = () =>
  new MarketError(
    'not-offered',
    t('This service is not an Arbscope server and does not offer this.'),
  );

/** Throws the error of a failure event, or a MarketError of kind `unreadable-answer`. */
function readArbitrageEvent({ event, data }: ServerSentEvent): ArbitrageEvent {
  const excess = findJsonExcess(Buffer.from(data));
  if (excess !== null) throw unreadableError(excess);
  let value: unknown;
  try {
    value = parseJson(data);
  } catch {
    throw unreadableError(t('not valid JSON'));
  }
  if (event !== failureEvent) return checkResponse<typeof arbitrageStream>(arbitrageStream, value);
  const statusCode = Number(Object(value).statusCode);
  throw errorFromResponse({
    statusCode: Number.isInteger(statusCode) ? statusCode : 500,
    retryAfter: undefined,
    body: data,
  });
}

const unreadableError = (problem: string) =>
  new MarketError('unreadable-answer', t('Invalid response: {0}', problem));
