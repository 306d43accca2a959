import { roundCoordinate } from './marks.ts';

export interface PathPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A null breaks the line, and a point between two nulls is a dot. A general path generator takes
 * several times as long, because a page draws once, in unoptimized code.
 */
export function polylinePath(points: readonly (PathPoint | null)[]): string {
  let path = '';
  let length = 0;
  for (const point of points) {
    if (point === null) {
      if (length === 1) path += 'Z';
      length = 0;
      continue;
    }
    path += `${length === 0 ? 'M' : 'L'}${roundCoordinate(point.x)},${roundCoordinate(point.y)}`;
    length++;
  }
  return length === 1 ? `${path}Z` : path;
}
