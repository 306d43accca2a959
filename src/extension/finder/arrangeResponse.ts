import type { TokenRanking } from '../../api/finder.ts';
import { revoked } from './filters/filterFields.ts';
import type { LocalFilters } from './filters/filters.ts';
import type { FinderResponse } from './finderResponse.ts';
import type { KnownTokenInfo } from './tokenInfoLoader.ts';
import { sortTokens, type TokenOrder } from './tokenOrder.ts';

type TokenInfoOf = (mint: string) => Pick<KnownTokenInfo, 'authorities'> | undefined;

export interface ArrangementOptions {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  readonly filters: LocalFilters;
  readonly infoOf: TokenInfoOf;
}

export interface HiddenTokens {
  readonly failed: number;
  readonly unchecked: number;
}

export interface ArrangedResponse {
  /** The response with the tokens that are shown, in their order. */
  readonly response: FinderResponse;
  readonly hiddenTokens: HiddenTokens;
}

/** The part of a response that is shown, in its order; exports take it from here as well. */
export function arrangeResponse(
  response: FinderResponse,
  { order, pins, filters, infoOf }: ArrangementOptions,
): ArrangedResponse {
  const { result } = response;
  const { shown, failed, unchecked } = applyLocalFilters(result.tokens, filters, infoOf);
  const tokens = [...sortTokens(shown, order, pins)];
  const { isMintRevoked, isFreezeRevoked } = filters;
  const localFilters = {
    ...(isMintRevoked ? { mintAuthority: revoked } : {}),
    ...(isFreezeRevoked ? { freezeAuthority: revoked } : {}),
  };
  return {
    response: {
      ...response,
      result: { ...result, tokens },
      ...(isMintRevoked || isFreezeRevoked ? { localFilters } : {}),
    },
    hiddenTokens: { failed: failed.length, unchecked: unchecked.length },
  };
}

export interface LocalFilterResult {
  readonly shown: readonly TokenRanking[];
  readonly failed: readonly TokenRanking[];
  /** Tokens without facts yet: they are not shown, since they could fail. */
  readonly unchecked: readonly TokenRanking[];
}

/** Splits the tokens by the local filters; without a filter all of them are shown. */
export function applyLocalFilters(
  tokens: readonly TokenRanking[],
  { isMintRevoked, isFreezeRevoked }: LocalFilters,
  infoOf: TokenInfoOf,
): LocalFilterResult {
  if (!isMintRevoked && !isFreezeRevoked) return { shown: tokens, failed: [], unchecked: [] };
  const shown: TokenRanking[] = [];
  const failed: TokenRanking[] = [];
  const unchecked: TokenRanking[] = [];
  for (const token of tokens) {
    const authorities = infoOf(token.mint)?.authorities;
    if (authorities === undefined) unchecked.push(token);
    else {
      const isRefused =
        (isMintRevoked && authorities.mint !== null) ||
        (isFreezeRevoked && authorities.freeze !== null);
      (isRefused ? failed : shown).push(token);
    }
  }
  return { shown, failed, unchecked };
}
