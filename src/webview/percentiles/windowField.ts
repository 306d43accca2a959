import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { timeRangeLimitsSeconds } from '../../api/limits.ts';
import { addListeners, element } from '../dom.ts';

const windowChoicesSeconds = [60, 300, 900, 3_600, 21_600, 86_400] as const;
const customValue = 'other';

/** A window by its usual lengths, or any number of seconds within the limits. */
export class WindowField {
  readonly element: HTMLElement;
  readonly errorElement: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #seconds: HTMLInputElement;

  /** `noneLabel`: the choice of no window at all; left out where one is needed. */
  constructor(name: string, label: string, onChange: () => void, noneLabel?: string) {
    const { minimum, maximum } = timeRangeLimitsSeconds;
    this.errorElement = element('span', { class: 'fault', id: `${name}-fault` });
    this.#select = addListeners(
      element('select', { id: name }, [
        noneLabel === undefined ? null : element('option', { value: '' }, noneLabel),
        ...windowChoicesSeconds.map((seconds) =>
          element('option', { value: seconds }, t('last {0}', formatDuration(seconds))),
        ),
        element('option', { value: customValue }, t('other…')),
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
        'aria-label': t('{0}: seconds, {1} to {2}', label, minimum, maximum),
        'aria-describedby': `${name}-fault`,
        placeholder: t('seconds'),
        title: t('{0} to {1} seconds', minimum, maximum),
      }),
      { change: onChange },
    );
    this.#showSeconds();
    this.element = element('div', { class: 'field' }, [
      element('label', { for: name }, label),
      element('span', { class: 'together' }, [this.#select, this.#seconds]),
      this.errorElement,
    ]);
  }

  /** Seconds as they are typed; empty: no window. */
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
