import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** The short mint if there is no symbol; empty if the mint is unknown. */
export const poolTokenLabel = (mint: string, symbol: string): string =>
  symbol === '' ? shortAddress(mint) : sanitizeText(symbol, 20);

/** `SOL / USDC`; the pool's short address if its tokens are unknown. */
export function pairLabel({ pool, mintA, mintB, symbolA, symbolB }: PoolRow): string {
  if (mintA === '' && mintB === '') return shortAddress(pool);
  const unknown = t('unknown');
  return `${poolTokenLabel(mintA, symbolA) || unknown} / ${poolTokenLabel(mintB, symbolB) || unknown}`;
}

export const programLabel = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);

/** Empty if unknown. */
export const familyOf = (program: string): string => ammPrograms.get(program)?.family ?? '';

/**
 * The family in the spelling of its programs, such as `SolFi`. All unknown programs share one label.
 */
export const familyLabel = (family: string): string =>
  family === '' ? t('Other programs') : (familySpellings.get(family) ?? capitalize(family));

/** The first word or words of a program's name, if they begin with the family. */
const familySpellings: ReadonlyMap<string, string> = new Map(
  [...ammPrograms.values()].flatMap(({ name, family }) => {
    const words = name.split(' ').slice(0, family.split('-').length).join(' ');
    return words.toLowerCase().replaceAll(' ', '-').startsWith(family) ? [[family, words]] : [];
  }),
);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
