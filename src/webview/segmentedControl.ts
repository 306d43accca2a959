import { addListeners, element } from './dom.ts';

/** Radio buttons, so arrow keys move between them. */
export class SegmentedControl<Value extends string> {
  readonly element: HTMLFieldSetElement;
  readonly #inputs: ReadonlyMap<Value, HTMLInputElement>;

  constructor(
    name: string,
    legend: string,
    labels: Readonly<Record<Value, string>>,
    choose: (value: Value) => void,
  ) {
    const segments = Object.entries(labels) as [Value, string][];
    this.#inputs = new Map(
      segments.map(([value]) => [
        value,
        addListeners(element('input', { type: 'radio', name, value }), {
          change: () => choose(value),
        }),
      ]),
    );
    this.element = element('fieldset', { class: 'segments' }, [
      element('legend', { class: 'spoken' }, legend),
      ...segments.map(([value, label]) =>
        element('label', {}, [this.#inputs.get(value) ?? null, element('span', {}, label)]),
      ),
    ]);
  }

  /** Shows a choice without calling the listener. */
  show(value: Value): void {
    const input = this.#inputs.get(value);
    if (input !== undefined) input.checked = true;
  }

  get value(): Value | null {
    return [...this.#inputs].find(([, input]) => input.checked)?.[0] ?? null;
  }
}
