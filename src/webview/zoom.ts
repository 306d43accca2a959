import { t } from '@vscode/l10n';
import { button, element, listen } from './dom.ts';

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const step = 1.25;
const closest = 12;
/** Part of the view that an arrow key moves by. */
const stride = 0.1;

/**
 * A drawing that can be looked at closely: Ctrl and the wheel, or pinching, zooms about the
 * pointer, dragging moves it, and the keyboard does both (plus, minus, 0, arrows).
 */
export class Zoom {
  readonly place: HTMLElement;
  readonly #drawing: SVGSVGElement;
  readonly #whole: View;
  #view: View;

  constructor(drawing: SVGSVGElement, name: string) {
    this.#drawing = drawing;
    // From the text, which is exact: the drawing's own numbers are rounded.
    const [x = 0, y = 0, width = 1, height = 1] = (drawing.getAttribute('viewBox') ?? '')
      .split(' ')
      .map(Number);
    this.#whole = { x, y, width, height };
    this.#view = this.#whole;
    const surface = listen(
      element(
        'div',
        {
          class: 'zoom-surface',
          tabindex: 0,
          role: 'group',
          'aria-label': t('{0}. Plus and minus zoom, arrows move, 0 fits.', name),
        },
        drawing,
      ),
      {
        wheel: (event) => this.#wheel(event),
        pointerdown: (event) => this.#drag(event),
        keydown: (event) => this.#key(event),
      },
    );
    this.place = element(
      'div',
      { class: 'zoom' },
      surface,
      element(
        'div',
        { class: 'zoom-buttons' },
        button('+', () => this.#scale(1 / step), {
          'aria-label': t('Zoom in'),
          title: t('Zoom in (+)'),
        }),
        button('−', () => this.#scale(step), {
          'aria-label': t('Zoom out'),
          title: t('Zoom out (−)'),
        }),
        button(t('Fit'), () => this.#look(this.#whole), { title: t('Show all of it (0)') }),
      ),
    );
  }

  #look(view: View): void {
    this.#view = view;
    this.#drawing.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  /** Scales about a point of the drawing, its middle if none is given. */
  #scale(factor: number, about?: { readonly x: number; readonly y: number }): void {
    const { x, y, width, height } = this.#view;
    const largest = this.#whole.width;
    const wanted = Math.min(largest * 1.5, Math.max(largest / closest, width * factor));
    const ratio = wanted / width;
    const center = about ?? { x: x + width / 2, y: y + height / 2 };
    this.#look({
      x: center.x - (center.x - x) * ratio,
      y: center.y - (center.y - y) * ratio,
      width: wanted,
      height: height * ratio,
    });
  }

  #wheel(event: WheelEvent): void {
    // Without Ctrl the page scrolls, as pages do.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#scale(event.deltaY > 0 ? step : 1 / step, this.#pointOf(event));
  }

  #pointOf({ clientX, clientY }: MouseEvent): DOMPoint {
    const matrix = this.#drawing.getScreenCTM();
    const point = new DOMPoint(clientX, clientY);
    return matrix === null ? point : point.matrixTransform(matrix.inverse());
  }

  #drag(event: PointerEvent): void {
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
      // A click on a leg stays a click.
      if (!isMoving && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < 4) return;
      if (!isMoving) surface.setPointerCapture(pointerId);
      isMoving = true;
      this.#look({ ...start, x: start.x - x, y: start.y - y });
    };
    const stop = () => {
      surface.removeEventListener('pointermove', move);
      surface.removeEventListener('pointerup', stop);
      surface.removeEventListener('pointercancel', stop);
    };
    surface.addEventListener('pointermove', move);
    surface.addEventListener('pointerup', stop);
    surface.addEventListener('pointercancel', stop);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y, width, height } = this.#view;
    const acts: Readonly<Record<string, () => void>> = {
      '+': () => this.#scale(1 / step),
      '=': () => this.#scale(1 / step),
      '-': () => this.#scale(step),
      '0': () => this.#look(this.#whole),
      ArrowLeft: () => this.#look({ x: x - width * stride, y, width, height }),
      ArrowRight: () => this.#look({ x: x + width * stride, y, width, height }),
      ArrowUp: () => this.#look({ x, y: y - height * stride, width, height }),
      ArrowDown: () => this.#look({ x, y: y + height * stride, width, height }),
    };
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
}
