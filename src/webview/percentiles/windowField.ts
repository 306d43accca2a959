import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { addListeners, element } from '../dom.ts';
import { formatWindow } from './labels.ts';

const windowChoicesSeconds = [60, 300, 900, 3_600, 21_600, 86_400] as const;
const customValue = 'other';

interface WindowFieldOptions {
  readonly name: string;
  readonly label: string;
  /** Label of the choice without a window; undefined if a window is required. */
  readonly noneLabel?: string;
  readonly toLabel?: (window: string) => string;
  readonly onChange: () => void;
}

/** A time window: a usual length, or any number of seconds within the limits. */
export class WindowField {
  readonly element: HTMLElement;
  readonly errorElement: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #seconds: HTMLInputElement;

  constructor({
    name,
    label,
    noneLabel,
    toLabel = (window) => window,
    onChange,
  }: WindowFieldOptions) {
    this.errorElement = element('span', { class: 'fault', id: `${name}-fault` });
    this.#select = addListeners(
      element('select', { 'aria-label': label }, [
        noneLabel === undefined ? null : element('option', { value: '' }, toLabel(noneLabel)),
        ...windowChoicesSeconds.map((seconds) =>
          element('option', { value: seconds }, toLabel(formatWindow(seconds))),
        ),
        element('option', { value: customValue }, toLabel(t('other…'))),
      ]),
      {
        change: () => {
          this.#showSeconds();
          if (this.#select.value === customValue) this.#seconds.focus();
          else onChange();
        },
      },
    );
    this.#seconds = addListeners(
      element('input', {
        type: 'text',
        inputmode: 'numeric',
        size: 7,
        'aria-label': joinLabel(label, t('seconds')),
        'aria-describedby': `${name}-fault`,
        placeholder: t('seconds'),
      }),
      { change: onChange },
    );
    this.#showSeconds();
    this.element = element('div', { class: 'field together' }, [
      this.#select,
      this.#seconds,
      this.errorElement,
    ]);
  }

  /** Seconds as typed; empty: no window. */
  get value(): string {
    return this.#select.value === customValue ? this.#seconds.value || ' ' : this.#select.value;
  }

  show(seconds: number | null): void {
    const isUsual = seconds === null || windowChoicesSeconds.some((each) => each === seconds);
    this.#select.value = seconds === null ? '' : isUsual ? String(seconds) : customValue;
    this.#seconds.value = seconds === null || isUsual ? '' : String(seconds);
    this.#showSeconds();
  }

  #showSeconds(): void {
    this.#seconds.hidden = this.#select.value !== customValue;
  }
}
