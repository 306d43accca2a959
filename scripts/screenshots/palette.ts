/*
 * Screenshots of an editor consist of flat colours and edges of letters. Lossless encoding with few
 * colours makes smaller files than lossy encoding, and letters stay sharp.
 */

interface Color {
  readonly channels: readonly [number, number, number];
  readonly pixels: number;
}

interface Box {
  readonly colors: readonly Color[];
  /**
   * The channel with the largest spread; `mean` and `spread` (sum of squared deviations) are its.
   */
  readonly channel: number;
  readonly mean: number;
  readonly spread: number;
}

/** Reduces a picture to at most `count` colours in place. Pixels are opaque RGBA. */
export function reduceColors(pixels: Uint8ClampedArray, count: number): void {
  const whole = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const counts = new Map<number, number>();
  for (const pixel of whole) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const boxes = [boxOf([...counts].map(([pixel, many]) => toColor(pixel, many)))];
  while (boxes.length < count) {
    const widest = boxes.reduce((one, other) => (other.spread > one.spread ? other : one));
    if (widest.spread === 0) break;
    boxes.splice(boxes.indexOf(widest), 1, ...halves(widest));
  }
  const replacements = new Map<number, number>();
  for (const { colors } of boxes) {
    const shared = sharedColor(colors);
    for (const color of colors) replacements.set(toPixel(color.channels), toPixel(shared));
  }
  for (const [at, pixel] of whole.entries()) whole[at] = replacements.get(pixel) ?? pixel;
}

const toColor = (pixel: number, pixels: number): Color => ({
  channels: [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff],
  pixels,
});

const toPixel = ([red, green, blue]: Color['channels']): number =>
  ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function boxOf(colors: readonly Color[]): Box {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const mean = meanOf(colors, channel);
    const spread = colors.reduce(
      (sum, { channels, pixels }) => sum + pixels * ((channels[channel] ?? 0) - mean) ** 2,
      0,
    );
    return { colors, channel, mean, spread };
  }) as [Box, Box, Box];
  return [green, blue].reduce((one, other) => (other.spread > one.spread ? other : one), red);
}

const meanOf = (colors: readonly Color[], channel: number): number =>
  colors.reduce((sum, { channels, pixels }) => sum + (channels[channel] ?? 0) * pixels, 0) /
  colors.reduce((sum, { pixels }) => sum + pixels, 0);

const halves = ({ colors, channel, mean }: Box): readonly Box[] =>
  [true, false].map((isLow) =>
    boxOf(colors.filter(({ channels }) => (channels[channel] ?? 0) <= mean === isLow)),
  );

/** The colour of most pixels, such as a theme's background; without a majority, the mean. */
function sharedColor(colors: readonly Color[]): Color['channels'] {
  const most = colors.reduce((one, other) => (other.pixels > one.pixels ? other : one));
  if (most.pixels * 2 > colors.reduce((sum, { pixels }) => sum + pixels, 0)) return most.channels;
  const [red, green, blue] = [0, 1, 2].map((channel) => Math.round(meanOf(colors, channel)));
  return [red ?? 0, green ?? 0, blue ?? 0];
}
