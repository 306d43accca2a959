import { count } from '../../interface/figures.ts';
import { element } from '../dom.ts';
import type { PercentileContent } from '../messages/percentiles.ts';

/** When the next request is allowed, counted down. */
export class LimitLine {
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
    this.element.textContent = limitWords(this.#content, now);
    const next = this.#content.nextRequestAtMilliseconds;
    if (next !== null && next > now) this.#timer = setTimeout(() => this.#draw(), 1_000);
  }
}

/** The limit in words, with what is left of it. */
export function limitWords(
  {
    requestsPerMinute,
    requestsLeft,
    nextRequestAtMilliseconds: next,
  }: Pick<PercentileContent, 'requestsPerMinute' | 'requestsLeft' | 'nextRequestAtMilliseconds'>,
  nowMilliseconds: number,
): string {
  if (requestsPerMinute === null) return 'Next request: at once, this connection has no limit';
  const seconds = next === null ? 0 : Math.ceil((next - nowMilliseconds) / 1_000);
  const when = seconds > 0 ? `in ${count(seconds)} s` : 'at once';
  const left = requestsLeft === null || seconds > 0 ? '' : `${count(requestsLeft)} left of `;
  return `Next request: ${when} (${left}${count(requestsPerMinute)} a minute)`;
}
