import { minuteStart } from '../minute.ts';
import type { MinuteCoverage } from '../sources/blockSource.ts';
import type { StoreState } from './storeState.ts';

/** Minutes in order with the blocks that are indexed and those left out; none if none were. */
export function computeMinuteCoverage(
  blocks: StoreState['blocks'],
  leftOut: StoreState['omittedBlocks'],
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
      indexed: taken.get(minute) ?? 0,
      omitted: leftOut.get(minute) ?? 0,
    }));
}
