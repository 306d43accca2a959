import { element } from '../dom.ts';
import type { PercentileContent } from '../messages/percentiles.ts';
import { rateLimitMessage } from './labels.ts';

/** When the next request is allowed, counted down. */
export class RateLimitLabel {
  readonly element = element('span', { class: 'limit' });
  #content: PercentileContent | null = null;
  #timer: number | undefined;

  show(content: PercentileContent): void {
    this.#content = content;
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    if (this.#content === null) return;
    const now = Date.now();
    this.element.textContent = rateLimitMessage(this.#content, now);
    const next = this.#content.nextRequestAtMilliseconds;
    if (next !== null && next > now) this.#timer = setTimeout(() => this.#draw(), 1_000);
  }
}
