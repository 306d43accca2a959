import { element, setAttributes, svgElement } from '../dom.ts';

const lineHeight = 16;
const padding = 14;

/** The chart is on the page while `read` runs. */
export async function withExportTitle<Result>(
  chart: SVGSVGElement,
  lines: readonly string[],
  read: (drawing: SVGSVGElement) => Result | Promise<Result>,
): Promise<Result> {
  const { width, height } = chart.viewBox.baseVal;
  const top = padding + lines.length * lineHeight + padding;
  const copy = chart.cloneNode(true) as SVGSVGElement;
  setAttributes(copy, { x: padding, y: top, width, height });
  const viewBox = `0 0 ${width + 2 * padding} ${top + height + padding}`;
  const drawing = svgElement('svg', { class: 'picture', viewBox }, [
    ...lines.map((line, at) =>
      svgElement(
        'text',
        { class: at === 0 ? 'plot-title' : 'note', x: padding, y: padding + (at + 1) * lineHeight },
        line,
      ),
    ),
    copy,
  ]);
  const place = element('div', { class: 'unseen', 'aria-hidden': 'true' }, drawing);
  document.body.append(place);
  try {
    return await read(drawing);
  } finally {
    place.remove();
  }
}
