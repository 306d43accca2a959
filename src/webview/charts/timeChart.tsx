import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { formatDuration } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { useStateOf } from '../components/useStateOf.ts';
import { useWidth } from '../components/useWidth.ts';
import { formatTimeRange } from './formatTimeRange.ts';
import { readInterval } from './readInterval.ts';
import { intervalStart, type TimeChartData } from './timeChartData.ts';
import { timeLayout } from './timeLayout.ts';
import { TimePlot } from './timePlot.tsx';
import { intervalAt, selectBetween, selectByKey, type TimeSelection } from './timeSelection.ts';

/** Pixels: a narrower page cuts the drawing off. */
export const minChartWidth = 240;

interface TimeChartProps {
  /** The same object as long as the figures are the same: another one is drawn. */
  readonly data: TimeChartData;
  /** Accessible name of the range selector. */
  readonly label: string;
  readonly selection: TimeSelection | null;
  /** Called when the pointer is released, or on a key. */
  readonly onSelect: (selection: TimeSelection | null) => void;
}

/**
 * Dragging or keys select a range through all rows. A line and the text below show the figures of
 * the interval under the pointer, or of a single selected interval.
 */
export function TimeChart({ data, label, selection: chosen, onSelect }: TimeChartProps) {
  const count = data.isUnknown.length;
  const [place, placeWidth] = useWidth<HTMLDivElement>();
  const layout = useMemo(
    () => (placeWidth === null ? null : timeLayout(data, Math.max(minChartWidth, placeWidth))),
    [data, placeWidth],
  );
  /** Intervals at the start and at the end of dragging. */
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const selection = drag === null ? chosen : selectBetween(drag.from, drag.to);

  const pointerInterval = ({ clientX, currentTarget }: SurfaceEvent): number | null => {
    if (layout === null || count === 0) return null;
    const x = clientX - currentTarget.getBoundingClientRect().left;
    return intervalAt(x, layout.xOf, count);
  };
  const onPointerDown = (event: SurfaceEvent) => {
    const at = pointerInterval(event);
    if (event.button !== 0 || at === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: at, to: at });
  };
  const onPointerMove = (event: SurfaceEvent) => {
    const at = pointerInterval(event);
    setPointed(at);
    if (at !== null) setDrag((started) => started && { ...started, to: at });
  };
  const endDrag = (isDone: boolean) => {
    setDrag(null);
    if (isDone && drag !== null) onSelect(selection);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = { key: event.key, isShift: event.shiftKey };
    const next = selectByKey(selection, key, count);
    if (next === undefined) return;
    event.preventDefault();
    // The text follows the keys until the pointer moves again.
    setPointed(null);
    onSelect(next);
  };

  const single = selection !== null && selection.first === selection.last ? selection.first : null;
  const range = selection === null ? t('nothing selected') : selectionLabel(data, selection);
  const read = pointed !== null && pointed < count ? pointed : single;
  return (
    <div class="time-chart-box">
      <div class="time-chart-frame">
        <div class="time-chart-place" ref={place}>
          {layout !== null && <TimePlot {...{ data, layout, selection, read }} />}
        </div>
        <div
          class="time-surface"
          tabIndex={0}
          role="slider"
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, count)}
          aria-valuenow={(selection?.last ?? count - 1) + 1}
          aria-valuetext={single === null ? range : readInterval(data, single)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => endDrag(true)}
          onPointerCancel={() => endDrag(false)}
          onPointerLeave={() => setPointed(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="reading">
        {read === null
          ? t('Point at the chart, or move with the arrow keys.')
          : readInterval(data, read)}
      </p>
    </div>
  );
}

type SurfaceEvent = PointerEvent & { readonly currentTarget: HTMLElement };

/** A chart whose selection only shows figures as text. */
export function ReadTimeChart({ data, label }: Pick<TimeChartProps, 'data' | 'label'>) {
  const [selection, setSelection] = useStateOf<TimeSelection | null>(data, null);
  return <TimeChart {...{ data, label, selection }} onSelect={setSelection} />;
}

/** `2026-01-02 11:15 – 12:00 UTC (45 min)`. */
function selectionLabel(data: TimeChartData, { first, last }: TimeSelection): string {
  const [from, to] = [intervalStart(data, first), intervalStart(data, last + 1)];
  return joinNote(formatTimeRange(from, to), formatDuration((to - from) / 1_000));
}
