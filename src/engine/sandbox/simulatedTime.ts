import { base58Alphabet } from '../../api/base58.ts';

/** Every day has the same events, by seed and second of the day, except for signature suffixes. */
export const secondsPerDay = 86_400;

/** The slot at Unix time 0; the simulated chain has one slot per second. */
const firstSlot = -1_400_000_000;

export const slotAtSecond = (second: number): number => second + firstSlot;
/** Unix seconds of the last second in a slot's block. */
export const secondAtSlot = (slot: number): number => slot - firstSlot;

const daySignatureSuffixLength = 3;

/** The number of a day in Base58: a signature suffix that distinguishes otherwise equal days. */
export function daySignatureSuffix(day: number): string {
  let mark = '';
  for (
    let rest = day;
    mark.length < daySignatureSuffixLength;
    rest = Math.floor(rest / base58Alphabet.length)
  ) {
    mark = `${base58Alphabet[rest % base58Alphabet.length]}${mark}`;
  }
  return mark;
}
