import type { TokenRanking } from '../../../api/finder.ts';
import type { TokenInfo } from '../../../api/tokenInfo.ts';

/** Filters that no service has: they are applied to what it answers. */
export interface LocalFilters {
  /** Nobody can mint more. */
  readonly isMintRevoked: boolean;
  /** Nobody can freeze an account of the token. */
  readonly isFreezeRevoked: boolean;
}

/** Those that are set, by the names of their fields; undefined without any. */
export function localFilterParameters({
  isMintRevoked,
  isFreezeRevoked,
}: LocalFilters): Readonly<Record<string, string>> | undefined {
  if (!isMintRevoked && !isFreezeRevoked) return undefined;
  return {
    ...(isMintRevoked ? { mintAuthority: 'revoked' } : {}),
    ...(isFreezeRevoked ? { freezeAuthority: 'revoked' } : {}),
  };
}

export interface LocalFilterResult {
  readonly shown: readonly TokenRanking[];
  /** Tokens that fail a filter. */
  readonly failed: readonly TokenRanking[];
  /** Tokens of which nothing is known yet: they are not shown, since they could fail. */
  readonly unchecked: readonly TokenRanking[];
}

/** What of an answer is shown; without a filter all of it is, whatever is known. */
export function applyLocalFilters(
  tokens: readonly TokenRanking[],
  filters: LocalFilters,
  infoOf: (mint: string) => Pick<TokenInfo, 'authorities'> | undefined,
): LocalFilterResult {
  if (!filters.isMintRevoked && !filters.isFreezeRevoked) {
    return { shown: tokens, failed: [], unchecked: [] };
  }
  const shown: TokenRanking[] = [];
  const failed: TokenRanking[] = [];
  const unchecked: TokenRanking[] = [];
  for (const token of tokens) {
    const authorities = infoOf(token.mint)?.authorities;
    if (authorities === undefined) unchecked.push(token);
    else {
      const isRefused =
        (filters.isMintRevoked && authorities.mint !== null) ||
        (filters.isFreezeRevoked && authorities.freeze !== null);
      (isRefused ? failed : shown).push(token);
    }
  }
  return { shown, failed, unchecked };
}
