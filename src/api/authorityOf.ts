import type { TokenInfo } from './tokenInfo.ts';

export type AuthorityRole = keyof TokenInfo['authorities'];
/** Of a response that may lack a member; `null` for a mint that the connection does not know. */
export type TokenAuthorities = Partial<Pick<TokenInfo, 'authorities' | 'unknown_members'>> | null;

/** Who holds an authority: `null` where it was revoked, undefined where that could not be read. */
export const authorityOf = (
  info: TokenAuthorities,
  role: AuthorityRole,
): string | null | undefined =>
  info?.unknown_members?.includes(`authorities.${role}`) ? undefined : info?.authorities?.[role];
