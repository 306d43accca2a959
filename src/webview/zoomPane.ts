import { t } from '@vscode/l10n';
import { joinNote } from '../api/join.ts';
import { addListeners, button, element } from './dom.ts';

interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const zoomStep = 1.25;
const maxZoom = 12;
/** Fraction of the view that an arrow key moves. */
const panFraction = 0.1;

/** A drawing with zoom and pan: Ctrl+wheel or pinch, drag, or the keyboard (+, −, 0, arrows). */
export class ZoomPane {
  readonly element: HTMLElement;
  readonly #drawing: SVGSVGElement;
  readonly #fullView: ViewBox;
  #view: ViewBox;

  constructor(drawing: SVGSVGElement, name: string) {
    this.#drawing = drawing;
    // Parsed from the attribute: the values of `viewBox.baseVal` are rounded.
    const [x = 0, y = 0, width = 1, height = 1] = (drawing.getAttribute('viewBox') ?? '')
      .split(' ')
      .map(Number);
    this.#fullView = { x, y, width, height };
    this.#view = this.#fullView;
    const surface = addListeners(
      element(
        'div',
        {
          class: 'zoom-surface',
          tabindex: 0,
          role: 'group',
          'aria-label': t('{0}. Plus and minus zoom, arrows move, 0 fits.', name),
        },
        [drawing],
      ),
      {
        wheel: (event) => this.#onWheel(event),
        pointerdown: (event) => this.#onPointerDown(event),
        keydown: (event) => this.#onKeyDown(event),
      },
    );
    this.element = element('div', { class: 'zoom' }, [
      surface,
      element('div', { class: 'zoom-buttons' }, [
        button('+', () => this.#zoomBy(1 / zoomStep), {
          'aria-label': t('Zoom in'),
          title: joinNote(t('Zoom in'), '+'),
        }),
        button('−', () => this.#zoomBy(zoomStep), {
          'aria-label': t('Zoom out'),
          title: joinNote(t('Zoom out'), '−'),
        }),
        button(t('Fit'), () => this.#setViewBox(this.#fullView), {
          title: joinNote(t('Fit'), '0'),
        }),
      ]),
    ]);
  }

  #setViewBox(view: ViewBox): void {
    this.#view = view;
    this.#drawing.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  /** `about`: by default the centre. */
  #zoomBy(factor: number, about?: { readonly x: number; readonly y: number }): void {
    const { x, y, width, height } = this.#view;
    const largest = this.#fullView.width;
    const wanted = Math.min(largest * 1.5, Math.max(largest / maxZoom, width * factor));
    const ratio = wanted / width;
    const center = about ?? { x: x + width / 2, y: y + height / 2 };
    this.#setViewBox({
      x: center.x - (center.x - x) * ratio,
      y: center.y - (center.y - y) * ratio,
      width: wanted,
      height: height * ratio,
    });
  }

  #onWheel(event: WheelEvent): void {
    // Without Ctrl the wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoomBy(event.deltaY > 0 ? zoomStep : 1 / zoomStep, this.#toDrawingPoint(event));
  }

  #toDrawingPoint({ clientX, clientY }: MouseEvent): DOMPoint {
    const matrix = this.#drawing.getScreenCTM();
    const point = new DOMPoint(clientX, clientY);
    return matrix === null ? point : point.matrixTransform(matrix.inverse());
  }

  #onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const surface = event.currentTarget;
    if (!(surface instanceof HTMLElement)) return;
    const start = this.#view;
    const { clientX, clientY, pointerId } = event;
    const perPixel = 1 / (this.#drawing.getScreenCTM()?.a ?? 1);
    let isMoving = false;
    const move = (moved: PointerEvent) => {
      const x = (moved.clientX - clientX) * perPixel;
      const y = (moved.clientY - clientY) * perPixel;
      // A small movement still counts as a click on a leg.
      if (!isMoving && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < 4) return;
      if (!isMoving) surface.setPointerCapture(pointerId);
      isMoving = true;
      this.#setViewBox({ ...start, x: start.x - x, y: start.y - y });
    };
    const drag = new AbortController();
    const { signal } = drag;
    surface.addEventListener('pointermove', move, { signal });
    surface.addEventListener('pointerup', () => drag.abort(), { signal });
    surface.addEventListener('pointercancel', () => drag.abort(), { signal });
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y, width, height } = this.#view;
    const acts: Readonly<Record<string, () => void>> = {
      '+': () => this.#zoomBy(1 / zoomStep),
      '=': () => this.#zoomBy(1 / zoomStep),
      '-': () => this.#zoomBy(zoomStep),
      '0': () => this.#setViewBox(this.#fullView),
      ArrowLeft: () => this.#setViewBox({ x: x - width * panFraction, y, width, height }),
      ArrowRight: () => this.#setViewBox({ x: x + width * panFraction, y, width, height }),
      ArrowUp: () => this.#setViewBox({ x, y: y - height * panFraction, width, height }),
      ArrowDown: () => this.#setViewBox({ x, y: y + height * panFraction, width, height }),
    };
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
}
