import type { TokenRanking } from '../../api/finder.ts';
import { authorityOf, type TokenAuthorities } from '../token/authorityOf.ts';
import { revoked } from './filters/filterFields.ts';
import type { LocalFilters } from './filters/filters.ts';
import type { FinderResponse } from './finderResponse.ts';
import { sortTokens, type TokenOrder } from './tokenOrder.ts';

/** Null: the connection does not know the mint; undefined: it was not asked yet. */
type TokenInfoOf = (mint: string) => TokenAuthorities | null | undefined;

export interface ArrangementOptions {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  readonly filters: LocalFilters;
  readonly infoOf: TokenInfoOf;
}

export interface HiddenTokens {
  readonly failed: number;
  readonly unknown: number;
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
  const { shown, ...hidden } = applyLocalFilters(result.tokens, filters, infoOf);
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
    hiddenTokens: {
      failed: hidden.failed.length,
      unknown: hidden.unknown.length,
      unchecked: hidden.unchecked.length,
    },
  };
}

export interface LocalFilterResult {
  readonly shown: readonly TokenRanking[];
  readonly failed: readonly TokenRanking[];
  /** Tokens whose authorities the connection could not read: they are not shown either. */
  readonly unknown: readonly TokenRanking[];
  /** Tokens without facts yet: they are not shown, since they could fail. */
  readonly unchecked: readonly TokenRanking[];
}

/** Splits the tokens by the local filters; without a filter all of them are shown. */
export function applyLocalFilters(
  tokens: readonly TokenRanking[],
  { isMintRevoked, isFreezeRevoked }: LocalFilters,
  infoOf: TokenInfoOf,
): LocalFilterResult {
  if (!isMintRevoked && !isFreezeRevoked) {
    return { shown: tokens, failed: [], unknown: [], unchecked: [] };
  }
  const shown: TokenRanking[] = [];
  const failed: TokenRanking[] = [];
  const unknown: TokenRanking[] = [];
  const unchecked: TokenRanking[] = [];
  for (const token of tokens) {
    const info = infoOf(token.mint);
    const holders = [
      ...(isMintRevoked ? [authorityOf(info ?? {}, 'mint')] : []),
      ...(isFreezeRevoked ? [authorityOf(info ?? {}, 'freeze')] : []),
    ];
    if (info === undefined) unchecked.push(token);
    else if (holders.some((holder) => typeof holder === 'string')) failed.push(token);
    else (holders.includes(undefined) ? unknown : shown).push(token);
  }
  return { shown, failed, unknown, unchecked };
}
