import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58 } from '../../../../solana/base58.ts';
import { isOnCurve } from '../../../../solana/curve.ts';

const marker = Buffer.from('ProgramDerivedAddress');

/** The address that a program derives from seeds (with the highest bump that is off the curve). */
export function programAddress(program: string, seeds: readonly Uint8Array[]): string | null {
  const owner = decodeBase58(program);
  if (owner === null) return null;
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256');
    for (const seed of seeds) hash.update(seed);
    const bytes = hash.update(Uint8Array.of(bump)).update(owner).update(marker).digest();
    if (!isOnCurve(bytes)) return encodeBase58(bytes);
  }
  return null;
}
