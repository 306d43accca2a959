import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceColors } from '../../../scripts/screenshots/palette.ts';

/** Opaque; each color repeated `times` times. */
const picture = (...colors: readonly (readonly [number, number, number, times: number])[]) =>
  Uint8ClampedArray.from(
    colors.flatMap(([red, green, blue, times]) =>
      Array.from({ length: times }, () => [red, green, blue, 255]).flat(),
    ),
  );
const colorsOf = (pixels: Uint8ClampedArray) =>
  new Set(new Uint32Array(pixels.buffer, 0, pixels.length / 4)).size;

test('a picture with few colours is unchanged', () => {
  const pixels = picture([31, 31, 31, 90], [204, 204, 204, 9], [55, 148, 255, 1]);
  const before = pixels.slice();
  reduceColors(pixels, 3);
  assert.deepEqual(pixels, before);
});

test('reducing colours keeps the most frequent ones, and every pixel stays close to its original', () => {
  const shades = Array.from({ length: 100 }, (_, at) => [at, at, at, 1] as const);
  const pixels = picture([0, 120, 212, 500], [31, 31, 31, 5_000], ...shades);
  const before = pixels.slice();
  reduceColors(pixels, 16);
  assert.ok(colorsOf(pixels) <= 16);
  assert.deepEqual([...pixels.slice(0, 4)], [0, 120, 212, 255]);
  assert.deepEqual([...pixels.slice(2_000, 2_004)], [31, 31, 31, 255]);
  const furthest = Math.max(...pixels.map((value, at) => Math.abs(value - (before[at] ?? 0))));
  assert.ok(furthest < 30, `${furthest}`);
});
