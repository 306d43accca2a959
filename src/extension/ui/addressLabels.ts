import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Symbol of a known mint, otherwise its short address. */
export const mintLabel = (mint: string): string =>
  knownMints.get(mint)?.symbol ?? shortAddress(mint);

/** Name of a known AMM, otherwise the short address of its program. */
export const ammLabel = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);
