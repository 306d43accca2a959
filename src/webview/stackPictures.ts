export interface StackedPicture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const gap = 16;

/** Combines complete SVG files vertically into one, each in its own width. */
export function stackPictures(pictures: readonly StackedPicture[]): StackedPicture {
  const width = Math.max(0, ...pictures.map((picture) => picture.width));
  let top = 0;
  const parts = pictures.map(({ text, height }) => {
    const placed = text.replace('<svg ', `<svg y="${top}" `);
    top += height + gap;
    return placed;
  });
  const height = Math.max(0, top - gap);
  return {
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
    width,
    height,
  };
}
