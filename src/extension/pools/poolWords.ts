import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import type { PoolRow } from '../../market/poolProtocol.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** A token of a pool: its symbol, else its short mint; empty where nothing tells the mint. */
export const tokenName = (mint: string, symbol: string): string =>
  symbol === '' ? shortAddress(mint) : visibleText(symbol, 20);

/** `SOL / USDC`; the pool's own short address where its tokens are not known. */
export function pairName({ pool, mintA, mintB, symbolA, symbolB }: PoolRow): string {
  if (mintA === '' && mintB === '') return shortAddress(pool);
  const unknown = t('unknown');
  return `${tokenName(mintA, symbolA) || unknown} / ${tokenName(mintB, symbolB) || unknown}`;
}

export const programName = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);

/** Makers of a program; empty where they are not known. */
export const familyOf = (program: string): string => ammPrograms.get(program)?.family ?? '';

/** What makers are called; those of unknown programs stand together. */
export const familyName = (family: string): string =>
  family === '' ? t('Other programs') : family.charAt(0).toUpperCase() + family.slice(1);
