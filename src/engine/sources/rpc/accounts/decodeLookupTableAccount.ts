import { addressLookupTableProgram } from '../../../../solana/knownPrograms.ts';
import type { AccountInfo } from '../../accountReader.ts';
import { ByteReader, readOrNull } from './byteReader.ts';

const tableType = 1;
const headBytes = 56;
const addressesMaximum = 256;

/** The addresses of a lookup table; `null` for an account that is none. */
export function decodeLookupTableAccount({ owner, data }: AccountInfo): string[] | null {
  if (owner !== addressLookupTableProgram) return null;
  return readOrNull(() => {
    if (new ByteReader(data).u32() !== tableType) return null;
    const reader = new ByteReader(data, headBytes);
    const count = Math.min(addressesMaximum, Math.floor(reader.remaining / 32));
    return Array.from({ length: count }, () => reader.address());
  });
}
