import type { MarketCallOptions, OperationMethods } from '../marketService.ts';
import type { ArbitrageEvent, ArbitrageStreamParameters } from './arbitrages.ts';
import type { ArbscopeOperations } from './arbscopeOperations.ts';

/**
 * Arbscope's own operations, of an engine or an Arbscope `serve`. Every failure is a MarketError,
 * of kind `not-offered` if the connection supports none of them.
 */
export type ArbscopeService = OperationMethods<ArbscopeOperations> & {
  /**
   * Arbitrages as they become visible, from `cursor` on, at most one event per second. Each occurs
   * once, also for a caller that resumes from the newest cursor it received. Ends on `return`, on
   * abort (without an error), or with a MarketError.
   */
  streamArbitrages(
    parameters: ArbitrageStreamParameters,
    options?: MarketCallOptions,
  ): AsyncIterable<ArbitrageEvent>;
};
