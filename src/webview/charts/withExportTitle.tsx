import { render } from 'preact';

const lineHeight = 16;
const padding = 14;

/** Puts lines above a copy of a drawing; the copy is on the page while `read` runs. */
export async function withExportTitle<Result>(
  chart: SVGSVGElement,
  lines: readonly string[],
  read: (drawing: SVGSVGElement) => Result | Promise<Result>,
): Promise<Result> {
  const { width, height } = chart.viewBox.baseVal;
  const top = padding + lines.length * lineHeight + padding;
  const copy = chart.cloneNode(true) as SVGSVGElement;
  for (const [name, value] of Object.entries({ x: padding, y: top, width, height })) {
    copy.setAttribute(name, String(value));
  }
  const place = document.createElement('div');
  place.className = 'unseen';
  place.ariaHidden = 'true';
  document.body.append(place);
  try {
    render(
      // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, and its first line is its title.
      <svg class="picture" viewBox={`0 0 ${width + 2 * padding} ${top + height + padding}`}>
        {lines.map((line, at) => (
          <text
            key={at}
            class={at === 0 ? 'plot-title' : 'note'}
            x={padding}
            y={padding + (at + 1) * lineHeight}
          >
            {line}
          </text>
        ))}
      </svg>,
      place,
    );
    const drawing = place.firstElementChild as SVGSVGElement;
    drawing.append(copy);
    return await read(drawing);
  } finally {
    place.remove();
  }
}
