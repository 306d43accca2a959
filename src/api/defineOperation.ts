import type { Static, TProperties, TSchema } from 'typebox';

/** A tool for language models that calls the operation: its texts for the model, in English. */
export interface OperationTool {
  readonly name: `arbscope_${string}`;
  readonly title: string;
  /** The result, and when to use the tool. */
  readonly description: string;
  /** How to request the part that a shortened response omits, besides raising `maxTokens`. */
  readonly more?: string;
  /** Parameters with narrower limits than the operation's. */
  readonly parameters?: TProperties;
}

/**
 * Routes, clients, checks, the OpenAPI document, the channel and the tools follow the definition and
 * the registry that lists it: `operations` or `arbscopeOperations`.
 */
export interface OperationDefinition<Parameters extends TSchema, Result extends TSchema> {
  readonly method: 'GET' | 'POST';
  /** Path appended to `{base_url}`, or to `{landing_url}` for the landing operation. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: Parameters;
  readonly response: Result;
  /**
   * Sums and ranks over windows of minutes to days, in which one more block changes little. A server
   * reuses slow ones a little beyond the next block, so that each takes only a small part of a core,
   * whatever the size of the store.
   */
  readonly isAggregate?: boolean;
  /** Identical requests share no response: it depends on more than the stored data, or is large. */
  readonly isUnshared?: boolean;
  /** A request waits for no other request of its key. */
  readonly isImmediate?: boolean;
  /** Accepted by a server; its limit for every operation by default. */
  readonly maxBodyBytes?: number;
  /** For the OpenAPI document, by status, besides those of every operation. */
  readonly failures?: Readonly<Record<number, string>>;
  /** For the OpenAPI document, if the response needs an explanation. */
  readonly responseDescription?: string;
  readonly tool?: OperationTool;
}

export const defineOperation = <Parameters extends TSchema, Result extends TSchema>(
  definition: OperationDefinition<Parameters, Result>,
): OperationDefinition<Parameters, Result> => definition;

export type ParametersOf<Operation> =
  Operation extends OperationDefinition<infer Parameters, TSchema> ? Static<Parameters> : never;
export type ResponseOf<Operation> =
  Operation extends OperationDefinition<TSchema, infer Result> ? Static<Result> : never;
