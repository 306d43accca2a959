import { base58Alphabet } from '../../api/base58.ts';

/** Every day has the same events, by seed and second of the day, except for signature suffixes. */
export const secondsPerDay = 86_400;

/** The slot at Unix time 0. */
const firstSlot = -1_400_000_000;

export const slotAtSecond = (second: number): number => second + firstSlot;
/** Unix seconds. */
export const secondAtSlot = (slot: number): number => slot - firstSlot;

const daySignatureSuffixLength = 3;

/** In Base58; distinguishes otherwise equal days. */
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
