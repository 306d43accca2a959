/** Exports a drawing of the page in its current look as a standalone file. */

/** Computed styles that are written into the copy, which has no style sheet. */
const presentationAttributes = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'visibility',
] as const;

const drawnElements = new Set([
  'path',
  'circle',
  'rect',
  'line',
  'text',
  'tspan',
  'polygon',
  'g',
  'ellipse',
]);

export function serializeSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, original] of originals.entries()) {
    const target = copies[index];
    if (target === undefined) continue;
    for (const name of ['class', 'tabindex', 'role', 'data-leg', 'data-mint']) {
      target.removeAttribute(name);
    }
    if (!drawnElements.has(original.localName)) continue;
    const style = getComputedStyle(original);
    if (style.display === 'none') target.setAttribute('visibility', 'hidden');
    for (const property of presentationAttributes) {
      const value = style.getPropertyValue(property);
      if (value !== '') target.setAttribute(property, toRgb(value));
    }
  }
  const { width, height, x, y } = drawing.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    background.setAttribute(name, String(value));
  }
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  const isBehind = (node: Element) => !['title', 'desc', 'defs'].includes(node.localName);
  copy.insertBefore(background, Array.from(copy.children).find(isBehind) ?? null);
  return new XMLSerializer().serializeToString(copy);
}

/** Converts a mixed colour to a format that every SVG reader supports. */
function toRgb(value: string): string {
  const [, red, green, blue] = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(value) ?? [];
  if (red === undefined) return value;
  const parts = [red, green, blue].map((part) => Math.round(Number(part) * 255));
  return `rgb(${parts.join(', ')})`;
}

const pngScale = 2;

/** Throws an Error if the browser cannot draw it. */
export async function renderPngBase64(drawing: SVGSVGElement): Promise<string> {
  const { width, height } = drawing.viewBox.baseVal;
  return await renderPngOf({ text: serializeSvg(drawing), width, height });
}

export async function renderPngOf({
  text,
  width,
  height,
}: {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}): Promise<string> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * pngScale);
    canvas.height = Math.round(height * pngScale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').replace('data:image/png;base64,', '');
  } finally {
    URL.revokeObjectURL(url);
  }
}
