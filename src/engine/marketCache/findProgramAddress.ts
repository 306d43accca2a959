import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/isOnCurve.ts';

const programAddressMarker = Buffer.from('ProgramDerivedAddress');
const bytesOfAddresses = new Map<string, Uint8Array>();

/** The address that a program derives from seeds, as on chain; `null` for an unreadable one. */
export function findProgramAddress(
  program: string,
  seeds: readonly (string | { readonly address: string })[],
): string | null {
  const parts: Uint8Array[] = [];
  for (const seed of seeds) {
    const bytes = typeof seed === 'string' ? Buffer.from(seed) : decodeBase58(seed.address);
    if (bytes === null) return null;
    parts.push(bytes);
  }
  const owner = bytesOf(program);
  if (owner === null) return null;
  const seeded = createHash('sha256');
  for (const part of parts) seeded.update(part);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = seeded
      .copy()
      .update(Uint8Array.of(bump))
      .update(owner)
      .update(programAddressMarker)
      .digest();
    if (!isOnCurve(hash)) return encodeBase58(hash);
  }
  return null;
}

/** Programs are few, and asked for again and again. */
function bytesOf(program: string): Uint8Array | null {
  const known = bytesOfAddresses.get(program);
  if (known !== undefined) return known;
  const bytes = decodeBase58(program);
  if (bytes !== null) bytesOfAddresses.set(program, bytes);
  return bytes;
}
