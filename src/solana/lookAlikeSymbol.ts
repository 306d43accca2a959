import { knownMints } from './knownMints.ts';

/**
 * Characters that resemble a Latin letter: Cyrillic, Greek, Armenian and Cherokee letters, digits
 * and signs known from spoofing. Normalization already reduces full-width, mathematical and
 * accented forms.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  A: 'АΑᎪ4@',
  B: 'ВΒᏴ8',
  C: 'СϹᏟ¢',
  D: 'ᎠԀ',
  E: 'ЕΕᎬ3€',
  F: 'Ϝ',
  G: 'ԌᏀ6',
  H: 'НΗᎻ',
  I: 'ІΙӀᏆL1|!',
  J: 'ЈᎫ',
  K: 'КΚᏦ',
  M: 'МΜᎷ',
  N: 'ΝՆ',
  O: 'ОΟՕ0Ө',
  P: 'РΡᏢ',
  Q: 'Ԛ',
  R: 'ᎡᏒ',
  S: 'ЅՏ5$Ꮪ',
  T: 'ТΤᎢ7',
  U: 'Ս',
  V: 'ᏙѴ',
  W: 'ԜᎳ',
  X: 'ХΧ',
  Y: 'УΥҮ',
  Z: 'ΖᏃ2',
};

const latinByLookAlike = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    Array.from(others, (other): [string, string] => [other, latin]),
  ),
);

const maxSkeletonLength = 64;

/** Symbols with the same skeleton are easily confused. */
function skeletonOf(symbol: string): string {
  const plain = symbol
    .slice(0, maxSkeletonLength)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}\p{DI}\p{Z}._-]/gu, '')
    .toUpperCase();
  return Array.from(plain, (character) => latinByLookAlike.get(character) ?? character).join('');
}

let knownSymbolBySkeleton: ReadonlyMap<string, string> | null = null;

/** Built on first use, to keep startup fast. */
function knownBySkeleton(): ReadonlyMap<string, string> {
  // The first symbol of a skeleton wins: the table begins with the best known.
  knownSymbolBySkeleton ??= new Map(
    [...knownMints].reverse().map(([, { symbol }]) => [skeletonOf(symbol), symbol]),
  );
  return knownSymbolBySkeleton;
}

/** `null` if none. */
export function lookAlikeSymbol(mint: string, symbol: string): string | null {
  if (symbol === '' || knownMints.has(mint)) return null;
  const skeleton = skeletonOf(symbol);
  const known = knownBySkeleton().get(skeleton) ?? null;
  // One or two letters resemble too much.
  return skeleton.length > 2 || known === symbol ? known : null;
}
