import { authorityOf, type TokenAuthorities } from '../../api/authorityOf.ts';
import type { TokenRanking } from '../../api/finder.ts';
import { revoked } from './filters/filterFields.ts';
import type { LocalFilters } from './filters/filters.ts';
import { sortTokens, type TokenOrder } from './filters/tokenOrder.ts';
import type { FinderResponse } from './finderResponse.ts';

/** Undefined: not requested yet. */
type TokenInfoOf = (mint: string) => TokenAuthorities | undefined;

export interface ArrangementOptions {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  readonly filters: LocalFilters;
  readonly infoOf: TokenInfoOf;
}

export interface HiddenTokens {
  readonly failed: readonly TokenRanking[];
  /** Tokens whose authorities are unknown. */
  readonly unknown: readonly TokenRanking[];
  /** Tokens whose authorities were not requested yet. */
  readonly unchecked: readonly TokenRanking[];
}

export const noHiddenTokens: HiddenTokens = { failed: [], unknown: [], unchecked: [] };

export interface ArrangedResponse {
  /** The response with only the shown tokens, in their order. */
  readonly response: FinderResponse;
  readonly hiddenTokens: HiddenTokens;
}

export function arrangeResponse(
  response: FinderResponse,
  { order, pins, filters, infoOf }: ArrangementOptions,
): ArrangedResponse {
  const { result } = response;
  const { shown, ...hiddenTokens } = applyLocalFilters(result.tokens, filters, infoOf);
  const tokens = [...sortTokens(shown, { order, pins, growths: response.growths })];
  const { isMintRevoked, isFreezeRevoked } = filters;
  const localFilters = {
    ...(isMintRevoked && { mintAuthority: revoked }),
    ...(isFreezeRevoked && { freezeAuthority: revoked }),
  };
  return {
    response: {
      ...response,
      result: { ...result, tokens },
      ...((isMintRevoked || isFreezeRevoked) && { localFilters }),
    },
    hiddenTokens,
  };
}

export interface LocalFilterResult extends HiddenTokens {
  readonly shown: readonly TokenRanking[];
}

export function applyLocalFilters(
  tokens: readonly TokenRanking[],
  { isMintRevoked, isFreezeRevoked }: LocalFilters,
  infoOf: TokenInfoOf,
): LocalFilterResult {
  const stateOf = ({ mint }: TokenRanking): keyof LocalFilterResult => {
    if (!isMintRevoked && !isFreezeRevoked) return 'shown';
    const info = infoOf(mint);
    if (info === undefined) return 'unchecked';
    const holders = [
      isMintRevoked ? authorityOf(info, 'mint') : null,
      isFreezeRevoked ? authorityOf(info, 'freeze') : null,
    ];
    if (holders.some(Boolean)) return 'failed';
    return holders.includes(undefined) ? 'unknown' : 'shown';
  };
  return { shown: [], ...noHiddenTokens, ...Object.groupBy(tokens, stateOf) };
}
