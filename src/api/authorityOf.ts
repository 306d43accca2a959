import type { TokenInfo } from './tokenInfo.ts';

export type AuthorityRole = keyof TokenInfo['authorities'];
/** May lack members; null if the connection does not know the mint. */
export type TokenAuthorities = Partial<Pick<TokenInfo, 'authorities' | 'unknown_members'>> | null;

/** Null if revoked, undefined if it could not be read. */
export const authorityOf = (
  info: TokenAuthorities,
  role: AuthorityRole,
): string | null | undefined =>
  info?.unknown_members?.includes(`authorities.${role}`) ? undefined : info?.authorities?.[role];
