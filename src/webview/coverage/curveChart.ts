import { t } from '@vscode/l10n';
import { addListeners, element, setAttributes } from '../dom.ts';
import { curveReading, type DrawnCurve, drawCurve } from './drawCurve.ts';
import { FluidPicture } from './fluidPicture.ts';
import { type CurvePoint, poolCountByKey } from './poolCurve.ts';

interface ShownCurve {
  readonly points: readonly CurvePoint[];
  readonly count: number;
  readonly totalUsd: number;
  readonly label: string;
}

/** Pointer or keys choose the number of pools to add. */
export class CurveChart {
  readonly element: HTMLElement;
  /** Focusable; kept when the curve is redrawn. */
  readonly #surface: HTMLElement;
  readonly #picture: FluidPicture;
  readonly #choose: (count: number) => void;
  #shown: ShownCurve | null = null;
  #drawn: DrawnCurve | null = null;

  constructor(choose: (count: number) => void) {
    this.#choose = choose;
    this.#surface = addListeners(
      element('div', {
        class: 'time-surface',
        tabindex: 0,
        role: 'slider',
        'aria-label': t('Number of missing pools to add'),
        'aria-valuemin': 0,
      }),
      {
        pointerdown: (event) => {
          if (event.button !== 0) return;
          this.#surface.setPointerCapture(event.pointerId);
          this.#chooseAt(event);
        },
        pointermove: (event) => {
          if (this.#surface.hasPointerCapture(event.pointerId)) this.#chooseAt(event);
        },
        keydown: (event) => this.#onKeyDown(event),
      },
    );
    this.#picture = new FluidPicture((width) => {
      if (this.#shown === null) return null;
      this.#drawn = drawCurve(this.#shown.points, { ...this.#shown, width });
      return this.#drawn.svg;
    });
    this.element = element('div', { class: 'time-chart-frame' }, [
      this.#picture.element,
      this.#surface,
    ]);
  }

  show(shown: ShownCurve): void {
    this.#shown = shown;
    this.#draw();
  }

  #draw(): void {
    const shown = this.#shown;
    if (shown === null) return;
    this.#picture.draw();
    const point = shown.points[shown.count];
    setAttributes(this.#surface, {
      'aria-valuemax': Math.max(1, shown.points.length - 1),
      'aria-valuenow': shown.count,
      'aria-valuetext': point === undefined ? '' : curveReading(point),
    });
  }

  #chooseAt({ clientX }: PointerEvent): void {
    const drawn = this.#drawn;
    if (drawn === null) return;
    this.#set(drawn.countAt(clientX - drawn.svg.getBoundingClientRect().left));
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#shown === null) return;
    const { count, points } = this.#shown;
    const moved = poolCountByKey(count, event.key, points.length - 1);
    if (moved === undefined) return;
    event.preventDefault();
    this.#set(moved);
  }

  #set(count: number): void {
    if (this.#shown === null || this.#shown.count === count) return;
    this.#shown = { ...this.#shown, count };
    this.#draw();
    this.#choose(count);
  }
}
