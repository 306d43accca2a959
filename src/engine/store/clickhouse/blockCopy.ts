import { randomInt } from 'node:crypto';

const versionShift = 56n;
const randomBits = 14n;
const latestMilliseconds = (1n << (versionShift - randomBits)) - 1n;
export const highestBlockVersion = 255;

/**
 * Id of an attempt to write a block, unique within its slot; the largest id of a slot is the valid
 * one (`schema.ts`). The first 8 bits count how often the slot's block was replaced; the next 42
 * fall with time, so that the first of two ingesters wins; the last 14 are random.
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

/** SQL of the time when a copy was made, Unix milliseconds of its ingester. */
export const madeMilliseconds = (copy: string): string =>
  `(${latestMilliseconds} - bitAnd(bitShiftRight(${copy}, ${randomBits}), ${latestMilliseconds}))`;

export const versionOfCopy = (copy: bigint): number => Number(copy >> versionShift);
