import { render } from 'preact';
import type { ExportFormat } from '../messages.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { LegLight } from './legLight.ts';
import { RouteDrawing } from './routeDrawing.tsx';
import { layoutIn, type RouteView } from './routeView.ts';

import { Waterfall, waterfallSize } from './waterfall.tsx';

const gap = 24;
const titleHeight = 34;
/** Width of the route map in exported files, pixels. */
const exportRoom = 1_000;

/** SVG text or Base64 PNG of the map and the steps, as wide as the map needs. */
export async function exportRoute(
  view: RouteView,
  format: ExportFormat,
  title: string,
): Promise<string> {
  // On the page while it is read, so that it has the styles of the page.
  const place = document.createElement('div');
  place.className = 'unseen';
  place.setAttribute('aria-hidden', 'true');
  render(<ExportDrawing view={view} title={title} />, place);
  document.body.append(place);
  try {
    const drawing = place.querySelector('svg');
    if (drawing === null) throw new TypeError('The export has no drawing');
    return format === 'png' ? renderPngBase64(drawing) : serializeSvg(drawing);
  } finally {
    render(null, place);
    place.remove();
  }
}

interface ExportDrawingProps {
  readonly view: RouteView;
  readonly title: string;
}

function ExportDrawing({ view, title }: ExportDrawingProps) {
  const { route, content, breakdown } = view;
  const steps = waterfallSize(breakdown);
  const map = route.legs.length === 0 ? null : layoutIn(view, exportRoom);
  const stepsLeft = map === null ? 0 : map.layout.box.width + gap;
  const height = Math.max(steps.height, map?.layout.box.height ?? 0);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its title is text in it.
    <svg
      class="export"
      viewBox={`0 0 ${stepsLeft + steps.width} ${height + titleHeight + gap / 2}`}
    >
      <text class="export-title" x={14} y={24}>
        {title}
      </text>
      {map !== null && (
        <RouteDrawing
          {...map}
          route={route}
          isGrey={!content.isSuccess}
          light={new LegLight()}
          position={{ x: 0, y: titleHeight }}
        />
      )}
      <Waterfall breakdown={breakdown} position={{ x: stepsLeft, y: titleHeight }} />
    </svg>
  );
}
