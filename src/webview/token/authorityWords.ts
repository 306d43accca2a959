import type { AuthorityRole, TokenContent } from '../messages/token.ts';

/** An authority in words: what it is called and what it allows whoever holds it. */
export interface AuthorityWords {
  readonly name: string;
  /** What it means that somebody holds it. */
  readonly held: string;
  /** What it means that nobody does. */
  readonly gone: string;
  /** A holder can hurt who holds or trades the token. */
  readonly isRisk: boolean;
}

export const authorityWords: Readonly<Record<AuthorityRole, AuthorityWords>> = {
  mint: {
    name: 'Mint authority',
    held: 'can make more of the token at any time, which thins out everybody’s share',
    gone: 'nobody can make more: the supply is fixed',
    isRisk: true,
  },
  freeze: {
    name: 'Freeze authority',
    held: 'can freeze any account: what it holds can then neither be sold nor sent',
    gone: 'nobody can freeze accounts',
    isRisk: true,
  },
  update: {
    name: 'Update authority',
    held: 'can change name, symbol and picture, if the metadata is mutable',
    gone: 'nobody can change name, symbol and picture',
    isRisk: false,
  },
  close: {
    name: 'Close authority',
    held: 'can close the mint once its supply is 0, and make another at the same address',
    gone: 'nobody can close the mint',
    isRisk: true,
  },
};

/** What one authority of a token means. */
export function meaningOf(
  { role, address }: TokenContent['authorities'][number],
  { areAuthoritiesKnown, isMutable }: Pick<TokenContent, 'areAuthoritiesKnown' | 'isMutable'>,
): { readonly words: string; readonly isRisk: boolean } {
  const { held, gone, isRisk } = authorityWords[role];
  if (address === null) {
    return areAuthoritiesKnown
      ? { words: gone, isRisk: false }
      : { words: 'not known: this connection has not read the mint', isRisk: false };
  }
  if (role === 'update' && isMutable === false) {
    return { words: 'can change nothing any more: the metadata is not mutable', isRisk: false };
  }
  return { words: held, isRisk };
}
