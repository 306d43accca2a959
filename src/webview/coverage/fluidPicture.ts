import { element, replaceContent } from '../dom.ts';

const minWidth = 240;

/** Redraws when the container's width changes, so that text keeps its size. */
export class FluidPicture {
  readonly element = element('div', { class: 'picture-room' });
  readonly #drawIn: (width: number) => SVGSVGElement | null;
  #drawnWidth = 0;

  constructor(drawIn: (width: number) => SVGSVGElement | null) {
    this.#drawIn = drawIn;
    new ResizeObserver(() => {
      // The observer also fires at its start, when the picture is already drawn.
      if (this.element.clientWidth !== this.#drawnWidth) this.draw();
    }).observe(this.element);
  }

  draw(): void {
    const width = this.element.clientWidth;
    this.#drawnWidth = width;
    if (width > 0)
      replaceContent(this.element, this.#drawIn(Math.max(minWidth, Math.floor(width))));
  }
}
