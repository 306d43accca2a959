import type { ParametersOf, ResponseOf } from './defineOperation.ts';
import type { OperationName, Operations } from './operations.ts';

export interface MarketCallOptions {
  /** Aborting rejects the call with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
}

/**
 * The ten operations as typed methods. Everything that a user sees reads through this; an embedded
 * engine or a remote service stands behind it. Every failure is a MarketError.
 */
export type MarketService = {
  readonly [Name in OperationName]: (
    parameters: ParametersOf<Operations[Name]>,
    options?: MarketCallOptions,
  ) => Promise<ResponseOf<Operations[Name]>>;
};
