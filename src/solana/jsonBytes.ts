import { isObject } from '../api/isObject.ts';

export const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

/**
 * Bytes as `JSON.stringify` writes them: a list, a `Uint8Array` (`{"0": 1, "1": 2}`) or a `Buffer`
 * (`{"type": "Buffer", "data": [1, 2]}`). `null` for other values.
 */
export function bytesOfJson(value: unknown): Uint8Array | null {
  if (Array.isArray(value)) return bytesOfList(value);
  if (!isObject(value)) return null;
  if (value['type'] === 'Buffer') return bytesOfJson(value['data']);
  if (!isByte(value['0'])) return null;
  const members = Object.entries(value);
  const areIndexes = members.every(([name], index) => name === String(index));
  return areIndexes ? bytesOfList(members.map(([, byte]) => byte)) : null;
}

const bytesOfList = (list: readonly unknown[]): Uint8Array | null =>
  list.every(isByte) ? Uint8Array.from(list) : null;
