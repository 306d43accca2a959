import { minuteStart } from '../minute.ts';
import type { MinuteCoverage } from '../sources/blockSource.ts';
import type { RestoredState } from './savedState.ts';

/** Minutes in order with the blocks that are indexed and those left out; none if none were. */
export function coverageOf(
  blocks: RestoredState['blocks'],
  leftOut: RestoredState['leftOut'],
): MinuteCoverage[] {
  if (leftOut.size === 0) return [];
  const taken = new Map<number, number>();
  for (const { timeSeconds } of blocks.values()) {
    const minute = minuteStart(timeSeconds);
    taken.set(minute, (taken.get(minute) ?? 0) + 1);
  }
  return [...new Set([...taken.keys(), ...leftOut.keys()])]
    .sort((first, second) => first - second)
    .map((minute) => ({
      minute,
      taken: taken.get(minute) ?? 0,
      left: leftOut.get(minute) ?? 0,
    }));
}
