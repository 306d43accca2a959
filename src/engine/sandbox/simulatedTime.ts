import { base58Alphabet } from '../../api/base58.ts';

/** Days are alike: events follow from the seed and the second of the day, but for their marks. */
export const secondsPerDay = 86_400;

/** The simulated chain makes one slot a second; this is the slot at Unix time 0. */
const firstSlot = -1_400_000_000;

export const slotAtSecond = (second: number): number => second + firstSlot;
/** Unix seconds of the last second that a slot's block holds. */
export const secondAtSlot = (slot: number): number => slot - firstSlot;

const daySignatureSuffixLength = 3;

/** The number of a day in Base58: the end of its signatures, which are else those of every day. */
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
