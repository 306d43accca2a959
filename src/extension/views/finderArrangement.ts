import type { FinderAnswer } from './finderAnswer.ts';
import { filterLocally, type LocalFilters, localWords } from './localFilters.ts';
import type { TokenFact } from './tokenFacts.ts';
import { orderTokens, type TokenOrder } from './tokenOrder.ts';

export interface Arrangement {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  readonly local: LocalFilters;
  readonly factOf: (mint: string) => TokenFact | undefined;
}

/** Tokens that the local filters keep back. */
export interface HiddenTokens {
  readonly failed: number;
  readonly unchecked: number;
}

export interface Arranged {
  /** The answer with the tokens that are shown, in their order. */
  readonly answer: FinderAnswer;
  readonly hidden: HiddenTokens;
}

/** What of an answer is shown, and in which order; exports take it from here as well. */
export function arrange(answer: FinderAnswer, how: Arrangement): Arranged {
  const { shown, failed, unchecked } = filterLocally(answer.result.tokens, how.local, how.factOf);
  const tokens = [...orderTokens(shown, how.order, how.pins)];
  const localFilters = localWords(how.local);
  return {
    answer: {
      ...answer,
      result: { ...answer.result, tokens },
      ...(localFilters === undefined ? {} : { localFilters }),
    },
    hidden: { failed: failed.length, unchecked: unchecked.length },
  };
}
