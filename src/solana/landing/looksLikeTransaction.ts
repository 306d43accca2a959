const signatureBytes = 64;
const versionFlag = 0x80;
/** Maximum number of signatures in 1,232 bytes. */
const maxSignatures = 19;

/** A quick check; only `decodeTransactionBytes` is certain. */
export function looksLikeTransaction(bytes: Uint8Array): boolean {
  const count = bytes[0] ?? 0;
  if (count === (versionFlag | 1)) {
    const signers = bytes[1] ?? 0;
    return signers > 0 && bytes.length > signers * signatureBytes + 40;
  }
  if (count === 0 || count > maxSignatures) return false;
  const message = 1 + count * signatureBytes;
  const isVersioned = ((bytes[message] ?? 0) & versionFlag) !== 0;
  return bytes[isVersioned ? message + 1 : message] === count;
}
