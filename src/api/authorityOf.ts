import type { TokenInfo } from './tokenInfo.ts';

export type AuthorityRole = keyof TokenInfo['authorities'];
/** From a response that may lack a member; null for a mint that the connection does not know. */
export type TokenAuthorities = Partial<Pick<TokenInfo, 'authorities' | 'unknown_members'>> | null;

/** Address of an authority; null if revoked, undefined if it could not be read. */
export const authorityOf = (
  info: TokenAuthorities,
  role: AuthorityRole,
): string | null | undefined =>
  info?.unknown_members?.includes(`authorities.${role}`) ? undefined : info?.authorities?.[role];
