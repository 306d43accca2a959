import type { ParametersOf, ResponseOf } from './defineOperation.ts';
import type { OperationName, Operations } from './operations.ts';

export interface MarketCallOptions {
  /** Aborting rejects the call with a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal;
}

/** Every failure is a MarketError. */
export type MarketService = {
  readonly [Name in OperationName]: (
    parameters: ParametersOf<Operations[Name]>,
    options?: MarketCallOptions,
  ) => Promise<ResponseOf<Operations[Name]>>;
};
