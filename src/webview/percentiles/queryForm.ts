import { t } from '@vscode/l10n';
import { statisticsProviders } from '../../api/enumerations.ts';
import { formatCount, formatLamportsAsSol } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { addListeners, button, element, setAttributes } from '../dom.ts';
import { type PercentileQuery, type Statistic, statistics } from '../messages/percentiles.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { filterLabels, providerLabel, statisticLabels } from './labels.ts';
import {
  type FormField,
  type FormValues,
  maxRangeValue,
  parseQueryForm,
} from './parseQueryForm.ts';
import { WindowField } from './windowField.ts';

/** Validates while the user types, and sends each complete new query. */
export class QueryForm {
  readonly element: HTMLElement;
  readonly #onQuery: (query: PercentileQuery) => void;
  readonly #statistic: SegmentedControl<Statistic>;
  readonly #rangeLabel = element('span', { id: 'range-label', class: 'dim' });
  readonly #minimum = textField(t('Minimum'), 'minimum');
  readonly #maximum = textField(t('Maximum'), 'maximum');
  readonly #solEquivalent = element('span', { class: 'dim' });
  readonly #window: WindowField;
  readonly #secondWindow: WindowField;
  readonly #providers: ReadonlyMap<string, HTMLInputElement>;
  readonly #wallets = element('textarea', {
    'aria-label': t('Wallets'),
    rows: 4,
    cols: 30,
    spellcheck: 'false',
    'aria-describedby': 'wallets-fault',
    placeholder: t('One address per line'),
  });
  readonly #summaries = {
    range: element('summary'),
    providers: element('summary'),
    wallets: element('summary'),
  };
  readonly #errors: Readonly<Record<FormField, HTMLElement>>;
  #lastQuery = '';
  #isDirty = false;

  constructor(onQuery: (query: PercentileQuery) => void) {
    this.#onQuery = onQuery;
    const onChange = () => this.#submit();
    this.#statistic = new SegmentedControl('statistic', t('Statistic'), statisticLabels(), () => {
      // A range of compute units does not apply to amounts, or vice versa.
      this.#minimum.value = '';
      this.#maximum.value = '';
      onChange();
    });
    this.#window = new WindowField({ name: 'window', label: t('Window'), onChange });
    this.#secondWindow = new WindowField({
      name: 'second-window',
      label: t('Compare with'),
      noneLabel: t('nothing'),
      toLabel: (window) => joinLabel(t('Compare with'), window),
      onChange,
    });
    this.#providers = new Map(
      statisticsProviders.map((provider) => [
        provider,
        addListeners(element('input', { type: 'checkbox', value: provider }), { change: onChange }),
      ]),
    );
    for (const field of [this.#minimum, this.#maximum, this.#wallets]) {
      addListeners(field, { change: onChange, input: () => this.#validate() });
    }
    const range = errorElement('range');
    this.#errors = {
      minimum: range,
      maximum: range,
      providers: errorElement('providers'),
      wallets: errorElement('wallets'),
      windowSeconds: this.#window.errorElement,
      secondWindowSeconds: this.#secondWindow.errorElement,
    };
    this.element = addListeners(
      element('div', { class: 'query', role: 'form', 'aria-label': t('Query') }, [
        this.#statistic.element,
        this.#window.element,
        this.#secondWindow.element,
        ...this.#popups(range),
      ]),
      {
        // The page has no form elements, so Enter is handled here.
        keydown: ({ key, target }) => {
          if (key === 'Enter' && target instanceof HTMLInputElement) this.#submit();
        },
      },
    );
  }

  /** Shows the panel's query, unless the user is editing another one. */
  show(query: PercentileQuery): void {
    this.#lastQuery = JSON.stringify(query);
    if (this.#isDirty && this.element.contains(document.activeElement)) return;
    this.#isDirty = false;
    this.#statistic.show(query.statistic);
    this.#minimum.value = query.minimum === null ? '' : formatCount(BigInt(query.minimum));
    this.#maximum.value = query.maximum === null ? '' : formatCount(BigInt(query.maximum));
    this.#window.show(query.windowsSeconds[0] ?? null);
    this.#secondWindow.show(query.windowsSeconds[1] ?? null);
    for (const [provider, input] of this.#providers) {
      input.checked = query.providers.includes(provider);
    }
    this.#wallets.value = query.wallets.join('\n');
    this.#validate();
  }

  #popups(rangeError: HTMLElement): HTMLElement[] {
    const { range, providers, wallets } = this.#summaries;
    return [
      popup(range, [
        this.#rangeLabel,
        element('span', { class: 'together', role: 'group', 'aria-labelledby': 'range-label' }, [
          this.#minimum,
          '–',
          this.#maximum,
        ]),
        this.#solEquivalent,
        rangeError,
      ]),
      popup(providers, [
        ...[...this.#providers].map(([provider, input]) =>
          element('label', {}, [input, ` ${providerLabel(provider)}`]),
        ),
        this.#errors.providers,
      ]),
      popup(wallets, [
        this.#wallets,
        this.#errors.wallets,
        button(t('Apply'), () => this.#submit()),
      ]),
    ];
  }

  #values(): FormValues {
    return {
      statistic: this.#statistic.value ?? statistics[0],
      minimum: this.#minimum.value,
      maximum: this.#maximum.value,
      providers: [...this.#providers].filter(([, input]) => input.checked).map(([name]) => name),
      wallets: this.#wallets.value,
      windowSeconds: this.#window.value,
      secondWindowSeconds: this.#secondWindow.value,
    };
  }

  #submit(): void {
    const query = this.#validate();
    if (query === null) return;
    this.#isDirty = false;
    const text = JSON.stringify(query);
    if (text === this.#lastQuery) return;
    this.#lastQuery = text;
    this.#onQuery(query);
  }

  /** Null if there is a fault, which is shown beside its field. */
  #validate(): PercentileQuery | null {
    this.#isDirty = true;
    const texts = this.#values();
    const { query, faults } = parseQueryForm(texts);
    for (const fault of new Set(Object.values(this.#errors))) fault.textContent = '';
    for (const [field, words] of Object.entries(faults ?? {})) {
      this.#errors[field as FormField].textContent = words;
    }
    setAttributes(this.#minimum, { 'aria-invalid': faults?.minimum !== undefined });
    setAttributes(this.#maximum, { 'aria-invalid': faults?.maximum !== undefined });
    setAttributes(this.#wallets, { 'aria-invalid': faults?.wallets !== undefined });
    this.#describe(texts, query);
    return query;
  }

  #describe({ statistic }: FormValues, query: PercentileQuery | null): void {
    const limit = formatCount(maxRangeValue(statistic));
    const isGains = statistic === 'tipsByGains';
    this.#rangeLabel.textContent = isGains ? t('Input amount, smallest unit') : t('Compute units');
    setAttributes(this.#maximum, { placeholder: isGains ? t('no limit') : limit });
    const most = query?.maximum ?? query?.minimum ?? null;
    this.#solEquivalent.textContent =
      isGains && most !== null
        ? t('{0} if the base token is SOL', formatLamportsAsSol(BigInt(most)))
        : '';
    if (query === null) return;
    const labels = filterLabels(query);
    this.#summaries.range.textContent = labels.range;
    this.#summaries.providers.textContent = labels.providers;
    this.#summaries.wallets.textContent = labels.wallets;
  }
}

const textField = (label: string, name: string): HTMLInputElement =>
  element('input', {
    type: 'text',
    inputmode: 'numeric',
    size: 11,
    name,
    'aria-label': label,
    'aria-describedby': 'range-fault',
    placeholder: '0',
    autocomplete: 'off',
  });

const errorElement = (name: string): HTMLElement =>
  element('span', { class: 'fault', id: `${name}-fault` });

/** Closes on Escape and when the focus leaves it. */
function popup(summary: HTMLElement, content: readonly HTMLElement[]): HTMLDetailsElement {
  const box = element('details', { class: 'field popup' }, [
    summary,
    element('div', { class: 'popup-box' }, content),
  ]);
  return addListeners(box, {
    keydown: (event) => {
      if (event.key !== 'Escape' || !box.open) return;
      box.open = false;
      box.querySelector('summary')?.focus();
    },
    focusout: (event) => {
      if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget)) {
        box.open = false;
      }
    },
  });
}
