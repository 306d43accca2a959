import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { addListeners, element, replaceContent, setAttributes } from '../dom.ts';
import { type DrawnTimeChart, drawTimeChart, selectionRect } from './drawTimeChart.ts';
import { formatTimeRange } from './formatTimeRange.ts';
import { readInterval } from './readInterval.ts';
import { intervalStart, type TimeChartData } from './timeChartData.ts';
import { intervalAt, selectBetween, selectByKey, type TimeSelection } from './timeSelection.ts';

const minWidth = 240;

export interface TimeChartOptions {
  /** Accessible name of the range selector. */
  readonly label: string;
  /** Called when the pointer is released, or on a key. */
  readonly onSelect: (selection: TimeSelection | null) => void;
  readonly onResize?: (width: number) => void;
}

/**
 * Dragging or keys select a range through all rows. Text below shows the figures of the interval
 * under the pointer, or of a single selected interval.
 */
export class TimeChart {
  readonly element: HTMLElement;
  readonly #options: TimeChartOptions;
  /** Focusable; kept when the chart is redrawn. */
  readonly #surface: HTMLElement;
  readonly #place = element('div', { class: 'time-chart-place' });
  readonly #reading = element('p', { class: 'reading' });
  #data: TimeChartData | null = null;
  #selection: TimeSelection | null = null;
  #drawn: DrawnTimeChart | null = null;
  #drawnWidth = 0;
  #dragFrom: number | null = null;

  constructor(options: TimeChartOptions) {
    this.#options = options;
    this.#surface = addListeners(
      element('div', {
        class: 'time-surface',
        tabindex: 0,
        role: 'slider',
        'aria-label': options.label,
        'aria-valuemin': 1,
      }),
      {
        pointerdown: (event) => this.#onPointerDown(event),
        pointermove: (event) => this.#onPointerMove(event),
        pointerup: () => this.#endDrag(true),
        pointercancel: () => this.#endDrag(false),
        pointerleave: () => this.#read(),
        keydown: (event) => this.#onKeyDown(event),
      },
    );
    this.element = element('div', { class: 'time-chart-box' }, [
      element('div', { class: 'time-chart-frame' }, [this.#place, this.#surface]),
      this.#reading,
    ]);
    new ResizeObserver(() => {
      // The observer also fires at its start, when the chart is already drawn.
      if (this.#data === null || !this.isVisible || this.width === this.#drawnWidth) return;
      this.#draw(this.#data);
      this.#options.onResize?.(this.#drawnWidth);
    }).observe(this.#place);
  }

  get isVisible(): boolean {
    return this.#place.clientWidth > 0;
  }

  get width(): number {
    return Math.max(minWidth, Math.floor(this.#place.clientWidth));
  }

  /** Null before the first drawing. */
  get svg(): SVGSVGElement | null {
    return this.#drawn?.svg ?? null;
  }

  show(data: TimeChartData, selection: TimeSelection | null): void {
    this.#data = data;
    // Keep the selection that is being dragged.
    if (this.#dragFrom === null) this.#selection = selection;
    this.#draw(data);
  }

  #draw(data: TimeChartData): void {
    this.#drawnWidth = this.width;
    this.#drawn = drawTimeChart(data, this.#drawnWidth, this.#selection);
    replaceContent(this.#place, this.#drawn.svg);
    this.#read();
  }

  #select(selection: TimeSelection | null): void {
    this.#selection = selection;
    this.#drawn?.svg.querySelector('.selection')?.remove();
    if (selection !== null && this.#drawn !== null) {
      this.#drawn.svg.prepend(selectionRect(selection, this.#drawn));
    }
    this.#read();
  }

  #read(pointed: number | null = null): void {
    const data = this.#data;
    if (data === null) return;
    const selection = this.#selection;
    const single = selection !== null && selection.first === selection.last;
    const index = pointed ?? (single ? selection.first : null);
    const range = selection === null ? t('nothing selected') : selectionLabel(data, selection);
    const reading = index === null ? '' : readInterval(data, index);
    this.#reading.textContent = reading || t('Point at the chart, or move with the arrow keys.');
    setAttributes(this.#surface, {
      'aria-valuemax': Math.max(1, data.isUnknown.length),
      'aria-valuenow': (selection?.last ?? data.isUnknown.length - 1) + 1,
      'aria-valuetext': single ? reading : range,
    });
  }

  #intervalAt({ clientX }: PointerEvent): number | null {
    const count = this.#data?.isUnknown.length ?? 0;
    if (this.#drawn === null || count === 0) return null;
    const x = clientX - this.#drawn.svg.getBoundingClientRect().left;
    return intervalAt(x, this.#drawn.axis, count);
  }

  #onPointerDown(event: PointerEvent): void {
    const at = this.#intervalAt(event);
    if (event.button !== 0 || at === null) return;
    this.#surface.setPointerCapture(event.pointerId);
    this.#dragFrom = at;
    this.#select(selectBetween(at, at));
  }

  #onPointerMove(event: PointerEvent): void {
    const at = this.#intervalAt(event);
    if (at === null) return;
    if (this.#dragFrom !== null) this.#select(selectBetween(this.#dragFrom, at));
    this.#read(at);
  }

  #endDrag(isDone: boolean): void {
    if (this.#dragFrom === null) return;
    this.#dragFrom = null;
    if (isDone) this.#options.onSelect(this.#selection);
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#data === null) return;
    const key = { key: event.key, isShift: event.shiftKey };
    const selection = selectByKey(this.#selection, key, this.#data.isUnknown.length);
    if (selection === undefined) return;
    event.preventDefault();
    this.#select(selection);
    this.#options.onSelect(selection);
  }
}

/** `2026-01-02 11:15 – 12:00 UTC (45 min)`. */
export function selectionLabel(data: TimeChartData, { first, last }: TimeSelection): string {
  const [from, to] = [intervalStart(data, first), intervalStart(data, last + 1)];
  return joinNote(formatTimeRange(from, to), formatDuration((to - from) / 1_000));
}
