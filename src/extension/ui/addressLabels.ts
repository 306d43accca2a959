import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

export const mintLabel = (mint: string): string =>
  knownMints.get(mint)?.symbol ?? shortAddress(mint);

export const ammLabel = (program: string): string =>
  ammPrograms.get(program)?.name ?? shortAddress(program);
