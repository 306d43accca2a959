import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Symbol of a token, otherwise its short mint; empty if the mint is unknown. */
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

/** AMM family of a program; empty if unknown. */
export const familyOf = (program: string): string => ammPrograms.get(program)?.family ?? '';

/** Label of a family; all unknown programs share one. */
export const familyLabel = (family: string): string =>
  family === '' ? t('Other programs') : family.charAt(0).toUpperCase() + family.slice(1);
