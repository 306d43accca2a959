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

/** All unknown programs share one label. */
export const familyLabel = (family: string): string =>
  family === '' ? t('Other programs') : family.charAt(0).toUpperCase() + family.slice(1);
