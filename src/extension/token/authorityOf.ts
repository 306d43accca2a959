import type { TokenInfo } from '../../api/tokenInfo.ts';

export type AuthorityRole = keyof TokenInfo['authorities'];
/** Of a response that may lack a member. */
export type TokenAuthorities = Partial<Pick<TokenInfo, 'authorities' | 'unknown_members'>>;

/** Who holds an authority: `null` where it was revoked, undefined where that could not be read. */
export function authorityOf(
  { authorities, unknown_members: unknown = [] }: TokenAuthorities,
  role: AuthorityRole,
): string | null | undefined {
  const holder = unknown.includes(`authorities.${role}`) ? undefined : authorities?.[role];
  return holder === '' ? null : holder;
}
