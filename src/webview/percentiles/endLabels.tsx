import { Fragment } from 'preact';
import { roundCoordinate } from '../charts/marks.ts';
import { spreadLabels } from '../charts/spreadLabels.ts';
import { SeriesElement } from './highlight.tsx';
import { colorClass, type Plot } from './plot.ts';

const labelHeight = 15;
const maxCharacters = 15;

/** Names at the ends of the lines, moved apart if they would overlap. */
export function EndLabels({ plot: { lines, scale, area } }: { readonly plot: Plot }) {
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  const ends = lines.flatMap((line) => {
    const end = line.points.findLast((point) => point !== null);
    return end ? [{ line, x: end.x, y: scale.position(end.amount) }] : [];
  });
  // Too many names would overlap; the legend has all of them.
  if (ends.length > 1 + area.height / (labelHeight - 3)) return null;
  const places = spreadLabels(
    ends.map(({ y }) => y),
    labelHeight,
    area.y + 4,
    bottom - 2,
  );
  return (
    <>
      {ends.map(({ line: { key, style, label }, x, y }, at) => {
        const to = places[at] ?? y;
        // A line from a single point to the edge would look like a trend.
        const hasLeader = x > right - area.width / 4;
        const start = `${roundCoordinate(x + 7)} ${roundCoordinate(y)}`;
        const end = `${roundCoordinate(right + 8)} ${roundCoordinate(to)}`;
        return (
          <Fragment key={key}>
            {hasLeader && (
              <SeriesElement
                tag="path"
                class={`leader ${colorClass(style)}`}
                d={`M${start}L${end}`}
                data-series={key}
              />
            )}
            <SeriesElement
              tag="text"
              class="end-label"
              x={hasLeader ? right + 11 : x + 11}
              y={to + 4}
              data-series={key}
            >
              {label.length <= maxCharacters ? label : `${label.slice(0, maxCharacters - 1)}…`}
            </SeriesElement>
          </Fragment>
        );
      })}
    </>
  );
}
