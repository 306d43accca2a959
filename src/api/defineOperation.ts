import type { Static, TSchema } from 'typebox';

export interface OperationDefinition<Parameters extends TSchema, Result extends TSchema> {
  readonly method: 'GET' | 'POST';
  /** Path appended to `{base_url}`, or to `{landing_url}` for the landing operation. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: Parameters;
  readonly response: Result;
}

export const defineOperation = <Parameters extends TSchema, Result extends TSchema>(
  definition: OperationDefinition<Parameters, Result>,
): OperationDefinition<Parameters, Result> => definition;

export type ParametersOf<Operation> =
  Operation extends OperationDefinition<infer Parameters, TSchema> ? Static<Parameters> : never;
export type ResponseOf<Operation> =
  Operation extends OperationDefinition<TSchema, infer Result> ? Static<Result> : never;
