import { t } from '@vscode/l10n';
import type { AuthorityRole, TokenContent } from '../messages/token.ts';

/** An authority in words: what it is called and what it allows whoever holds it. */
interface AuthorityDescription {
  readonly name: string;
  /** What it means that somebody holds it. */
  readonly whenHeld: string;
  /** What it means that nobody does. */
  readonly whenRevoked: string;
  /** A holder can hurt who holds or trades the token. */
  readonly isRisk: boolean;
}

export const authorityDescriptions: Readonly<Record<AuthorityRole, AuthorityDescription>> = {
  mint: {
    name: t('Mint authority'),
    whenHeld: t('can make more of the token at any time, which thins out everybody’s share'),
    whenRevoked: t('nobody can make more: the supply is fixed'),
    isRisk: true,
  },
  freeze: {
    name: t('Freeze authority'),
    whenHeld: t('can freeze any account: what it holds can then neither be sold nor sent'),
    whenRevoked: t('nobody can freeze accounts'),
    isRisk: true,
  },
  update: {
    name: t('Update authority'),
    whenHeld: t('can change name, symbol and picture, if the metadata is mutable'),
    whenRevoked: t('nobody can change name, symbol and picture'),
    isRisk: false,
  },
  close: {
    name: t('Close authority'),
    whenHeld: t('can close the mint once its supply is 0, and make another at the same address'),
    whenRevoked: t('nobody can close the mint'),
    isRisk: true,
  },
};

/** What one authority of a token means. */
export function describeAuthority(
  { role, address }: TokenContent['authorities'][number],
  { areAuthoritiesKnown, isMutable }: Pick<TokenContent, 'areAuthoritiesKnown' | 'isMutable'>,
): { readonly words: string; readonly isRisk: boolean } {
  const { whenHeld, whenRevoked, isRisk } = authorityDescriptions[role];
  if (address === null) {
    return areAuthoritiesKnown
      ? { words: whenRevoked, isRisk: false }
      : { words: t('not known: this connection has not read the mint'), isRisk: false };
  }
  if (role === 'update' && isMutable === false) {
    return { words: t('can change nothing any more: the metadata is not mutable'), isRisk: false };
  }
  return { words: whenHeld, isRisk };
}
