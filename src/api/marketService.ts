import type { ParametersOf, ResponseOf } from './defineOperation.ts';
import type { Operations } from './operations.ts';

export interface MarketCallOptions {
  /** Aborting rejects the call with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
  /** Of a call that reads blocks of a chain: after each, how many of how many were read. */
  readonly onBlocks?: ((read: number, of: number) => void) | undefined;
}

/** A method for each operation of a registry. Every failure is a MarketError. */
export type OperationMethods<Definitions, Options = MarketCallOptions> = {
  readonly [Name in keyof Definitions]: (
    parameters: ParametersOf<Definitions[Name]>,
    options?: Options,
  ) => Promise<ResponseOf<Definitions[Name]>>;
};

export type MarketService = OperationMethods<Operations>;

/** The methods of a registry, each of which makes the same call with its own name. */
export function operationMethods<Definitions, Options = MarketCallOptions>(
  names: readonly (keyof Definitions)[],
  call: (name: keyof Definitions, parameters: unknown, options?: Options) => Promise<unknown>,
): OperationMethods<Definitions, Options> {
  const methods = names.map((name) => [
    name,
    (parameters: unknown, options?: Options) => call(name, parameters, options),
  ]);
  // `Object.fromEntries` loses that each name has its own parameters and result.
  return Object.fromEntries(methods) as OperationMethods<Definitions, Options>;
}

/** Calls an operation by name. Its schema must have accepted the parameters. */
export function callOperation<Name extends PropertyKey, Options>(
  service: { readonly [Each in Name]: (parameters: never, options?: Options) => Promise<unknown> },
  name: Name,
  parameters: unknown,
  options: Options,
): Promise<unknown> {
  // TypeScript cannot relate the parameters to the name.
  const call = service[name] as (value: unknown, given: Options) => Promise<unknown>;
  return call(parameters, options);
}
