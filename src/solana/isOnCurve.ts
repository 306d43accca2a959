/** Whether an address is an Ed25519 point (can have a secret key). Libraries for this are large. */

const p = 2n ** 255n - 19n;
const d =
  37_095_705_934_669_439_343_138_083_508_754_565_189_542_113_879_843_219_016_388_785_533_085_940_283_555n;

const modulo = (value: bigint) => ((value % p) + p) % p;

function modularPower(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = modulo(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}

/** False unless 32 bytes. */
export function isOnCurve(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  let y = 0n;
  for (let index = 31; index >= 0; index--) {
    y = (y << 8n) | BigInt(bytes[index] ?? 0);
  }
  // The highest bit is the sign of x. As on chain, y is reduced modulo p.
  y &= 2n ** 255n - 1n;
  // x² = (y² - 1) / (d y² + 1); y belongs to a point if this has a square root.
  const ySquared = (y * y) % p;
  const above = modulo(ySquared - 1n);
  if (above === 0n) return true;
  const below = modulo(d * ySquared + 1n);
  return modularPower(above * below, (p - 1n) / 2n) === 1n;
}
