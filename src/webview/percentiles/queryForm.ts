import { t } from '@vscode/l10n';
import { statisticsProviders } from '../../interface/enumerations.ts';
import { count, lamportsAsSol } from '../../interface/figures.ts';
import { listEntriesMaximum } from '../../interface/limits.ts';
import { button, element, listen, replaceContent, setAttributes } from '../dom.ts';
import { type PercentileQuery, type Statistic, statistics } from '../messages/percentiles.ts';
import { type FormField, type FormTexts, rangeMaximum, readForm } from './readForm.ts';
import { Segments } from './segments.ts';
import { WindowField } from './windowField.ts';
import { providerName, statisticName } from './words.ts';

/** What is asked for: checked as it is typed, asked as soon as it is whole and another. */
export class QueryForm {
  readonly element: HTMLElement;
  readonly #ask: (query: PercentileQuery) => void;
  readonly #statistic: Segments<Statistic>;
  readonly #rangeLabel = element('span', { id: 'range-label' });
  readonly #minimum = textField(t('Least'), 'minimum');
  readonly #maximum = textField(t('Most'), 'maximum');
  readonly #inSol = element('span', { class: 'dim in-sol' });
  readonly #window: WindowField;
  readonly #second: WindowField;
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
  readonly #faults: Readonly<Record<FormField, HTMLElement>>;
  #asked = '';
  /** Something is typed that was not asked for yet. */
  #isDirty = false;

  constructor(ask: (query: PercentileQuery) => void) {
    this.#ask = ask;
    const change = () => this.#submit();
    this.#statistic = new Segments(
      'statistic',
      t('Statistic'),
      statistics.map((value) => ({ value, label: statisticName(value) })),
      () => {
        // A range of compute units means nothing for amounts, and the other way round.
        this.#minimum.value = '';
        this.#maximum.value = '';
        change();
      },
    );
    this.#window = new WindowField({ name: 'window', label: t('Window'), change });
    this.#second = new WindowField({
      name: 'second-window',
      label: t('Beside it'),
      none: t('one window'),
      change,
    });
    this.#providers = new Map(
      statisticsProviders.map((provider) => [
        provider,
        listen(element('input', { type: 'checkbox', value: provider }), { change }),
      ]),
    );
    for (const field of [this.#minimum, this.#maximum, this.#wallets]) {
      listen(field, { change, input: () => this.#check() });
    }
    const range = faultOf('range');
    this.#faults = {
      minimum: range,
      maximum: range,
      providers: faultOf('providers'),
      wallets: faultOf('wallets'),
      windowSeconds: this.#window.fault,
      secondWindowSeconds: this.#second.fault,
    };
    this.element = listen(
      element(
        'div',
        { class: 'query', role: 'form', 'aria-label': t('What is asked for') },
        this.#statistic.element,
        element(
          'div',
          { class: 'fields' },
          this.#window.element,
          this.#second.element,
          element(
            'div',
            { class: 'field', role: 'group', 'aria-labelledby': 'range-label' },
            this.#rangeLabel,
            element('span', { class: 'together' }, this.#minimum, '–', this.#maximum, this.#inSol),
            range,
          ),
          this.#providersField(),
          this.#walletsField(),
        ),
      ),
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
    this.#asked = JSON.stringify(query);
    if (this.#isDirty && this.element.contains(document.activeElement)) return;
    this.#isDirty = false;
    this.#statistic.show(query.statistic);
    this.#minimum.value = query.minimum === null ? '' : count(BigInt(query.minimum));
    this.#maximum.value = query.maximum === null ? '' : count(BigInt(query.maximum));
    this.#window.show(query.windowsSeconds[0] ?? null);
    this.#second.show(query.windowsSeconds[1] ?? null);
    for (const [provider, input] of this.#providers) {
      input.checked = query.providers.includes(provider);
    }
    this.#wallets.value = query.wallets.join('\n');
    this.#check();
  }

  #providersField(): HTMLElement {
    return closing(
      element(
        'details',
        { class: 'field popup' },
        this.#providersSummary,
        element(
          'fieldset',
          { class: 'popup-box' },
          element('legend', {}, t('None chosen: every provider')),
          ...[...this.#providers].map(([provider, input]) =>
            element('label', {}, input, ` ${providerName({ provider })}`),
          ),
          this.#faults.providers,
        ),
      ),
    );
  }

  #walletsField(): HTMLElement {
    return closing(
      element(
        'details',
        { class: 'field popup' },
        this.#walletsSummary,
        element(
          'div',
          { class: 'popup-box' },
          element(
            'label',
            { for: 'wallets' },
            t('Only transactions of these wallets, at most {0}', count(listEntriesMaximum)),
          ),
          this.#wallets,
          this.#faults.wallets,
          button(t('Apply'), () => this.#submit()),
        ),
      ),
    );
  }

  #texts(): FormTexts {
    return {
      statistic: this.#statistic.value ?? statistics[0],
      minimum: this.#minimum.value,
      maximum: this.#maximum.value,
      providers: [...this.#providers].filter(([, input]) => input.checked).map(([name]) => name),
      wallets: this.#wallets.value,
      windowSeconds: this.#window.text,
      secondWindowSeconds: this.#second.text,
    };
  }

  #submit(): void {
    const query = this.#check();
    if (query === null) return;
    this.#isDirty = false;
    const text = JSON.stringify(query);
    if (text === this.#asked) return;
    this.#asked = text;
    this.#ask(query);
  }

  /** Says what is wrong and what the fields mean; null while anything is wrong. */
  #check(): PercentileQuery | null {
    this.#isDirty = true;
    const texts = this.#texts();
    const { query, faults } = readForm(texts);
    for (const fault of new Set(Object.values(this.#faults))) fault.textContent = '';
    for (const [field, words] of Object.entries(faults ?? {})) {
      this.#faults[field as FormField].textContent = words;
    }
    setAttributes(this.#minimum, { 'aria-invalid': faults?.minimum !== undefined });
    setAttributes(this.#maximum, { 'aria-invalid': faults?.maximum !== undefined });
    setAttributes(this.#wallets, { 'aria-invalid': faults?.wallets !== undefined });
    this.#describe(texts, query);
    return query;
  }

  #describe({ statistic, providers }: FormTexts, query: PercentileQuery | null): void {
    const limit = rangeMaximum(statistic);
    const isGains = statistic === 'tipsByGains';
    this.#rangeLabel.textContent = isGains
      ? t('Input amount, smallest unit')
      : t('Compute units, 0 to {0}', count(limit));
    setAttributes(this.#maximum, { placeholder: isGains ? t('no limit') : count(limit) });
    const most = query?.maximum ?? query?.minimum ?? null;
    this.#inSol.textContent =
      isGains && most !== null ? t('{0} where the base is SOL', lamportsAsSol(BigInt(most))) : '';
    replaceContent(
      this.#providersSummary,
      t('Providers: {0}', providers.length === 0 ? t('all') : count(providers.length)),
    );
    const wallets = query?.wallets.length ?? 0;
    replaceContent(
      this.#walletsSummary,
      t('Wallets: {0}', wallets === 0 ? t('all') : count(wallets)),
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

const faultOf = (name: string): HTMLElement =>
  element('span', { class: 'fault', id: `${name}-fault` });

/** A box that opens over the page goes away by Escape, and when the focus goes elsewhere. */
function closing(box: HTMLDetailsElement): HTMLDetailsElement {
  return listen(box, {
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
