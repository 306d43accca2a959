import {
  applyLocalFilters,
  type LocalFilters,
  localFilterParameters,
} from './filters/localFilters.ts';
import type { FinderResponse } from './finderResponse.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import { sortTokens, type TokenOrder } from './tokenOrder.ts';

export interface ArrangementOptions {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  readonly localFilters: LocalFilters;
  readonly infoOf: (mint: string) => KnownTokenInfo | undefined;
}

/** Tokens that the local filters keep back. */
export interface HiddenTokens {
  readonly failed: number;
  readonly unchecked: number;
}

export interface ArrangedResponse {
  /** The answer with the tokens that are shown, in their order. */
  readonly response: FinderResponse;
  readonly hiddenTokens: HiddenTokens;
}

/** What of an answer is shown, and in which order; exports take it from here as well. */
export function arrangeResponse(answer: FinderResponse, how: ArrangementOptions): ArrangedResponse {
  const { shown, failed, unchecked } = applyLocalFilters(
    answer.result.tokens,
    how.localFilters,
    how.infoOf,
  );
  const tokens = [...sortTokens(shown, how.order, how.pins)];
  const localFilters = localFilterParameters(how.localFilters);
  return {
    response: {
      ...answer,
      result: { ...answer.result, tokens },
      ...(localFilters === undefined ? {} : { localFilters }),
    },
    hiddenTokens: { failed: failed.length, unchecked: unchecked.length },
  };
}
