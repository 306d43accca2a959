import type { ParametersOf, ResponseOf } from '../defineOperation.ts';
import type { MarketCallOptions } from '../marketService.ts';
import type { ArbitrageEvent, ArbitrageStreamParameters } from './arbitrages.ts';
import type { ArbscopeOperationName, ArbscopeOperations } from './arbscopeOperations.ts';

/**
 * Arbscope's own operations, of an engine or of an Arbscope `serve`. Every failure is a MarketError;
 * its kind is `not-offered` where what stands behind the connection knows none of them.
 */
export type ArbscopeService = {
  readonly [Name in ArbscopeOperationName]: (
    parameters: ParametersOf<ArbscopeOperations[Name]>,
    options?: MarketCallOptions,
  ) => Promise<ResponseOf<ArbscopeOperations[Name]>>;
} & {
  /**
   * Arbitrages as they become visible, at most one event per second, from `cursor` on. Each comes
   * once, also to a caller who continues with the newest cursor that it saw. Ends by `return`, the
   * signal (without an error), or with a MarketError.
   */
  streamArbitrages(
    parameters: ArbitrageStreamParameters,
    options?: MarketCallOptions,
  ): AsyncIterable<ArbitrageEvent>;
};
