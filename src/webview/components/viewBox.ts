export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const maxZoom = 12;

export const formatViewBox = ({ x, y, width, height }: ViewBox): string =>
  `${x} ${y} ${width} ${height}`;

/** `about`: by default the centre. */
export function zoomViewBox(
  { x, y, width, height }: ViewBox,
  whole: ViewBox,
  factor: number,
  about?: { readonly x: number; readonly y: number },
): ViewBox {
  const largest = whole.width;
  const wanted = Math.min(largest * 1.5, Math.max(largest / maxZoom, width * factor));
  const ratio = wanted / width;
  const center = about ?? { x: x + width / 2, y: y + height / 2 };
  return {
    x: center.x - (center.x - x) * ratio,
    y: center.y - (center.y - y) * ratio,
    width: wanted,
    height: height * ratio,
  };
}
