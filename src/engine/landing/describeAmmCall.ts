import { t } from '@vscode/l10n';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import type { AmmInstructionDecoder } from '../../solana/landing/decodedInstruction.ts';
import { findSwapLayout } from '../decode/ammLayouts.ts';

/** Calls of known AMMs by what their swap instructions look like: the pools they name. */
export const describeAmmCall: AmmInstructionDecoder = ({ program, accounts, data }) => {
  const layout = ammPrograms.has(program) ? findSwapLayout(program, { data }) : null;
  if (layout === null) return null;
  return {
    name: layout.pools.length > 1 ? t('Swap through two pools') : t('Swap'),
    details: layout.pools.map((position, at) => [
      layout.pools.length > 1 ? t('pool {0}', at + 1) : t('pool'),
      accounts[position] ?? t('not resolved'),
    ]),
  };
};
