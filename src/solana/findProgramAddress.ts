import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58 } from './base58.ts';
import { isOnCurve } from './isOnCurve.ts';

const programAddressMarker = Buffer.from('ProgramDerivedAddress');
const bytesOfAddresses = new Map<string, Uint8Array>();

export type ProgramAddressSeed = string | { readonly address: string };

/** As on chain; `null` if the program's address is invalid. */
export function findProgramAddress(
  program: string,
  seeds: readonly ProgramAddressSeed[],
): string | null {
  return findProgramAddressAndBump(program, seeds)?.address ?? null;
}

export function findProgramAddressAndBump(
  program: string,
  seeds: readonly ProgramAddressSeed[],
): { readonly address: string; readonly bump: number } | null {
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
    if (!isOnCurve(hash)) return { address: encodeBase58(hash), bump };
  }
  return null;
}

function bytesOf(program: string): Uint8Array | null {
  const known = bytesOfAddresses.get(program);
  if (known !== undefined) return known;
  const bytes = decodeBase58(program);
  if (bytes !== null) bytesOfAddresses.set(program, bytes);
  return bytes;
}
