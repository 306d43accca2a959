import type { JsonInteger } from '../../api/json.ts';

/** Decimals of a mint, for example. */
export const isU8 = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;

const largestU64 = 2n ** 64n - 1n;

/** Whether a value of `parseJson` can be lamports, for example. */
export const isU64 = (value: unknown): value is JsonInteger =>
  typeof value === 'bigint'
    ? value >= 0n && value <= largestU64
    : Number.isSafeInteger(value) && Number(value) >= 0;
