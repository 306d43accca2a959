import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** A token of a pool: its symbol, else its short mint; empty where nothing tells the mint. */
export const poolTokenLabel = (mint: string, symbol: string): string =>
  symbol === '' ? shortAddress(mint) : sanitizeText(symbol, 20);

/** `SOL / USDC`; the pool's own short address where its tokens are not known. */
export function pairLabel({ pool, mintA, mintB, symbolA, symbolB }: PoolRow): string {
  if (mintA === '' && mintB === '') return shortAddress(pool);
  const unknown = t('unknown');
  return `${poolTokenLabel(mintA, symbolA) || unknown} / ${poolTokenLabel(mintB, symbolB) || unknown}`;
}

export const programLabel = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);

/** Makers of a program; empty where they are not known. */
export const familyOf = (program: string): string => ammPrograms.get(program)?.family ?? '';

/** What makers are called; those of unknown programs stand together. */
export const familyLabel = (family: string): string =>
  family === '' ? t('Other programs') : family.charAt(0).toUpperCase() + family.slice(1);
