import { t } from '@vscode/l10n';
import type { ComponentChildren, TargetedPointerEvent, TargetedWheelEvent } from 'preact';
import { useState } from 'preact/hooks';
import { joinNote } from '../../api/join.ts';
import { formatViewBox, type ViewBox, zoomViewBox } from './viewBox.ts';

const zoomStep = 1.25;
/** Fraction of the view that an arrow key moves. */
const panFraction = 0.1;

interface ZoomPaneProps {
  /** Names the drawing for screen readers. */
  readonly name: string;
  readonly whole: ViewBox;
  /** Draws an SVG with this view box. */
  readonly children: (viewBox: string) => ComponentChildren;
}

/** A drawing with zoom and pan: Ctrl+wheel or pinch, drag, or the keyboard (+, −, 0, arrows). */
export function ZoomPane({ name, whole, children }: ZoomPaneProps) {
  const { view, change } = useView(whole);
  const zoomBy = (factor: number, about?: DOMPoint) =>
    change((now) => zoomViewBox(now, whole, factor, about));
  const moveBy = (right: number, down: number) =>
    change((now) => ({
      ...now,
      x: now.x + now.width * right * panFraction,
      y: now.y + now.height * down * panFraction,
    }));
  const fit = () => change(() => whole);
  const onWheel = (event: TargetedWheelEvent<HTMLElement>) => {
    // Without Ctrl the wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(event.deltaY > 0 ? zoomStep : 1 / zoomStep, toDrawingPoint(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = new Map([
      ['+', () => zoomBy(1 / zoomStep)],
      ['=', () => zoomBy(1 / zoomStep)],
      ['-', () => zoomBy(zoomStep)],
      ['0', fit],
      ['ArrowLeft', () => moveBy(-1, 0)],
      ['ArrowRight', () => moveBy(1, 0)],
      ['ArrowUp', () => moveBy(0, -1)],
      ['ArrowDown', () => moveBy(0, 1)],
    ]).get(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div class="zoom">
      {/* biome-ignore lint/a11y/useSemanticElements: it has no fields. */}
      <div
        class="zoom-surface"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard zooms and moves it.
        tabIndex={0}
        role="group"
        aria-label={t('{0}. Plus and minus zoom, arrows move, 0 fits.', name)}
        onWheel={onWheel}
        onPointerDown={(event) => drag(event, (x, y) => change(() => moved(view, x, y)))}
        onKeyDown={onKeyDown}
      >
        {children(formatViewBox(view))}
      </div>
      <div class="zoom-buttons">
        <button
          type="button"
          aria-label={t('Zoom in')}
          title={joinNote(t('Zoom in'), '+')}
          onClick={() => zoomBy(1 / zoomStep)}
        >
          +
        </button>
        <button
          type="button"
          aria-label={t('Zoom out')}
          title={joinNote(t('Zoom out'), '−')}
          onClick={() => zoomBy(zoomStep)}
        >
          −
        </button>
        <button type="button" title={joinNote(t('Fit'), '0')} onClick={fit}>
          {t('Fit')}
        </button>
      </div>
    </div>
  );
}

/** The shown part. A drawing of another size is shown whole again. */
function useView(whole: ViewBox) {
  const [shown, setShown] = useState({ whole, view: whole });
  const viewOf = (state: typeof shown): ViewBox =>
    formatViewBox(state.whole) === formatViewBox(whole) ? state.view : whole;
  return {
    view: viewOf(shown),
    change: (next: (view: ViewBox) => ViewBox) =>
      setShown((now) => ({ whole, view: next(viewOf(now)) })),
  };
}

const moved = (view: ViewBox, x: number, y: number): ViewBox => ({
  ...view,
  x: view.x - x,
  y: view.y - y,
});

const matrixOf = (surface: HTMLElement): DOMMatrix | null =>
  surface.querySelector('svg')?.getScreenCTM() ?? null;

function toDrawingPoint({ currentTarget, clientX, clientY }: TargetedWheelEvent<HTMLElement>) {
  const matrix = matrixOf(currentTarget);
  const point = new DOMPoint(clientX, clientY);
  return matrix === null ? point : point.matrixTransform(matrix.inverse());
}

/** `move` gets the distance from the start, in the drawing's units. */
function drag(
  event: TargetedPointerEvent<HTMLElement>,
  move: (x: number, y: number) => void,
): void {
  if (event.button !== 0) return;
  const surface = event.currentTarget;
  const { clientX, clientY, pointerId } = event;
  const perPixel = 1 / (matrixOf(surface)?.a ?? 1);
  let isMoving = false;
  const onMove = (now: PointerEvent) => {
    const [x, y] = [now.clientX - clientX, now.clientY - clientY];
    // A small movement still counts as a click on a leg.
    if (!isMoving && Math.hypot(x, y) < 4) return;
    if (!isMoving) surface.setPointerCapture(pointerId);
    isMoving = true;
    move(x * perPixel, y * perPixel);
  };
  const dragging = new AbortController();
  const { signal } = dragging;
  surface.addEventListener('pointermove', onMove, { signal });
  surface.addEventListener('pointerup', () => dragging.abort(), { signal });
  surface.addEventListener('pointercancel', () => dragging.abort(), { signal });
}
