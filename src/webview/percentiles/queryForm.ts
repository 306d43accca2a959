import { t } from '@vscode/l10n';
import { statisticsProviders } from '../../api/enumerations.ts';
import { formatCount, formatLamportsAsSol } from '../../api/format.ts';
import { maxListEntries } from '../../api/limits.ts';
import { addListeners, button, element, replaceContent, setAttributes } from '../dom.ts';
import { type PercentileQuery, type Statistic, statistics } from '../messages/percentiles.ts';
import { providerLabel, statisticLabel } from './labels.ts';
import {
  type FormField,
  type FormValues,
  maxRangeValue,
  parseQueryForm,
} from './parseQueryForm.ts';
import { SegmentedControl } from './segmentedControl.ts';
import { WindowField } from './windowField.ts';

/** What is asked for: checked as it is typed, asked as soon as it is whole and another. */
export class QueryForm {
  readonly element: HTMLElement;
  readonly #onQuery: (query: PercentileQuery) => void;
  readonly #statistic: SegmentedControl<Statistic>;
  readonly #rangeLabel = element('span', { id: 'range-label' });
  readonly #minimum = textField(t('Least'), 'minimum');
  readonly #maximum = textField(t('Most'), 'maximum');
  readonly #solEquivalent = element('span', { class: 'dim in-sol' });
  readonly #window: WindowField;
  readonly #secondWindow: WindowField;
  readonly #providers: ReadonlyMap<string, HTMLInputElement>;
  readonly #providersSummary = element('summary');
  readonly #wallets = element('textarea', {
    id: 'wallets',
    rows: 4,
    cols: 46,
    spellcheck: 'false',
    'aria-describedby': 'wallets-fault',
    placeholder: t('Addresses of wallets, one a line'),
  });
  readonly #walletsSummary = element('summary');
  readonly #errors: Readonly<Record<FormField, HTMLElement>>;
  #lastQuery = '';
  /** Something is typed that was not asked for yet. */
  #isDirty = false;

  constructor(ask: (query: PercentileQuery) => void) {
    this.#onQuery = ask;
    const onChange = () => this.#submit();
    this.#statistic = new SegmentedControl(
      'statistic',
      t('Statistic'),
      statistics.map((value) => ({ value, label: statisticLabel(value) })),
      () => {
        // A range of compute units means nothing for amounts, and the other way round.
        this.#minimum.value = '';
        this.#maximum.value = '';
        onChange();
      },
    );
    this.#window = new WindowField('window', t('Window'), onChange);
    this.#secondWindow = new WindowField(
      'second-window',
      t('Beside it'),
      onChange,
      t('one window'),
    );
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
      element('div', { class: 'query', role: 'form', 'aria-label': t('What is asked for') }, [
        this.#statistic.element,
        element('div', { class: 'fields' }, [
          this.#window.element,
          this.#secondWindow.element,
          element('div', { class: 'field', role: 'group', 'aria-labelledby': 'range-label' }, [
            this.#rangeLabel,
            element('span', { class: 'together' }, [
              this.#minimum,
              '–',
              this.#maximum,
              this.#solEquivalent,
            ]),
            range,
          ]),
          this.#providersField(),
          this.#walletsField(),
        ]),
      ]),
      {
        // The page is without forms of its own, so Enter asks here.
        keydown: ({ key, target }) => {
          if (key === 'Enter' && target instanceof HTMLInputElement) this.#submit();
        },
      },
    );
  }

  /** Shows what the panel asks for, unless something else is being typed. */
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

  #providersField(): HTMLElement {
    return popup(
      this.#providersSummary,
      element('fieldset', { class: 'popup-box' }, [
        element('legend', {}, t('None chosen: every provider')),
        ...[...this.#providers].map(([provider, input]) =>
          element('label', {}, [input, ` ${providerLabel(provider)}`]),
        ),
        this.#errors.providers,
      ]),
    );
  }

  #walletsField(): HTMLElement {
    return popup(
      this.#walletsSummary,
      element('div', { class: 'popup-box' }, [
        element('label', { for: 'wallets' }, [
          t('Only transactions of these wallets, at most {0}', formatCount(maxListEntries)),
        ]),
        this.#wallets,
        this.#errors.wallets,
        button(t('Apply'), () => this.#submit()),
      ]),
    );
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

  /** Says what is wrong and what the fields mean; null while anything is wrong. */
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

  #describe({ statistic, providers }: FormValues, query: PercentileQuery | null): void {
    const limit = maxRangeValue(statistic);
    const isGains = statistic === 'tipsByGains';
    this.#rangeLabel.textContent = isGains
      ? t('Input amount, smallest unit')
      : t('Compute units, 0 to {0}', formatCount(limit));
    setAttributes(this.#maximum, { placeholder: isGains ? t('no limit') : formatCount(limit) });
    const most = query?.maximum ?? query?.minimum ?? null;
    this.#solEquivalent.textContent =
      isGains && most !== null
        ? t('{0} where the base is SOL', formatLamportsAsSol(BigInt(most)))
        : '';
    replaceContent(
      this.#providersSummary,
      t('Providers: {0}', providers.length === 0 ? t('all') : formatCount(providers.length)),
    );
    const wallets = query?.wallets.length ?? 0;
    replaceContent(
      this.#walletsSummary,
      t('Wallets: {0}', wallets === 0 ? t('all') : formatCount(wallets)),
    );
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

/** A box that opens over the page goes away by Escape, and when the focus goes elsewhere. */
function popup(summary: HTMLElement, content: HTMLElement): HTMLDetailsElement {
  const box = element('details', { class: 'field popup' }, [summary, content]);
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
