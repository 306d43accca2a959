import { randomInt } from 'node:crypto';

const versionShift = 56n;
const randomBits = 14n;
const latestMilliseconds = (1n << (versionShift - randomBits)) - 1n;
export const highestBlockVersion = 255;

/**
 * The id of an attempt to write a block, unique within its slot, so made that the largest one of a
 * slot is the one that counts (`schema.ts`): its first 8 bits are how often the slot's block was
 * replaced; the next 42 fall with time, so that of two ingesters the first one's stays; 14 are random.
 */
export function makeBlockCopy(version: number, nowMilliseconds: number): bigint {
  const early = latestMilliseconds - BigInt(Math.max(0, Math.floor(nowMilliseconds)));
  const random = BigInt(randomInt(1 << Number(randomBits)));
  return (
    (BigInt(Math.min(version, highestBlockVersion)) << versionShift) |
    (early << randomBits) |
    random
  );
}

/** How often the block of the slot had been replaced. */
export const versionOfCopy = (copy: bigint): number => Number(copy >> versionShift);
