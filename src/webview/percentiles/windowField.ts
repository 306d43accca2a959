import { t } from '@vscode/l10n';
import { timeSpan } from '../../interface/figures.ts';
import { timeRangeSeconds } from '../../interface/limits.ts';
import { element, listen } from '../dom.ts';

const choices = [60, 300, 900, 3_600, 21_600, 86_400] as const;
const other = 'other';

export interface WindowFieldOptions {
  readonly name: string;
  readonly label: string;
  /** Name of the choice of no window at all; left out where one is needed. */
  readonly none?: string;
  readonly change: () => void;
}

/** A window by its usual lengths, or any number of seconds within the limits. */
export class WindowField {
  readonly element: HTMLElement;
  readonly fault: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #seconds: HTMLInputElement;

  constructor({ name, label, none, change }: WindowFieldOptions) {
    const { minimum, maximum } = timeRangeSeconds;
    this.fault = element('span', { class: 'fault', id: `${name}-fault` });
    this.#select = listen(
      element(
        'select',
        { id: name },
        none === undefined ? null : element('option', { value: '' }, none),
        ...choices.map((seconds) =>
          element('option', { value: seconds }, t('last {0}', timeSpan(seconds))),
        ),
        element('option', { value: other }, t('other…')),
      ),
      {
        change: () => {
          this.#showSeconds();
          if (this.#select.value === other) this.#seconds.focus();
          else change();
        },
      },
    );
    this.#seconds = listen(
      element('input', {
        type: 'text',
        inputmode: 'numeric',
        size: 7,
        'aria-label': t('{0}: seconds, {1} to {2}', label, minimum, maximum),
        'aria-describedby': `${name}-fault`,
        placeholder: t('seconds'),
        title: t('{0} to {1} seconds', minimum, maximum),
      }),
      { change },
    );
    this.#showSeconds();
    this.element = element(
      'div',
      { class: 'field' },
      element('label', { for: name }, label),
      element('span', { class: 'together' }, this.#select, this.#seconds),
      this.fault,
    );
  }

  /** Seconds as they are typed; empty: no window. */
  get text(): string {
    return this.#select.value === other ? this.#seconds.value || ' ' : this.#select.value;
  }

  show(seconds: number | null): void {
    const isUsual = seconds === null || choices.some((each) => each === seconds);
    this.#select.value = seconds === null ? '' : isUsual ? String(seconds) : other;
    this.#seconds.value = seconds === null || isUsual ? '' : String(seconds);
    this.#showSeconds();
  }

  #showSeconds(): void {
    this.#seconds.hidden = this.#select.value !== other;
  }
}
