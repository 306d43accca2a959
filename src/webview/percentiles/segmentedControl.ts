import { addListeners, element } from '../dom.ts';

/** One of a few, side by side: radio buttons, so the arrow keys move between them. */
export class SegmentedControl<Value extends string> {
  readonly element: HTMLFieldSetElement;
  readonly #inputs: ReadonlyMap<Value, HTMLInputElement>;

  constructor(
    name: string,
    legend: string,
    segments: readonly { readonly value: Value; readonly label: string }[],
    choose: (value: Value) => void,
  ) {
    this.#inputs = new Map(
      segments.map(({ value }) => [
        value,
        addListeners(element('input', { type: 'radio', name, value }), {
          change: () => choose(value),
        }),
      ]),
    );
    this.element = element('fieldset', { class: 'segments' }, [
      element('legend', { class: 'spoken' }, legend),
      ...segments.map(({ value, label }) =>
        element('label', {}, [this.#inputs.get(value) ?? null, element('span', {}, label)]),
      ),
    ]);
  }

  /** Shows a choice without telling of it. */
  show(value: Value): void {
    const input = this.#inputs.get(value);
    if (input !== undefined) input.checked = true;
  }

  get value(): Value | null {
    return [...this.#inputs].find(([, input]) => input.checked)?.[0] ?? null;
  }
}
