import { t } from '@vscode/l10n';
import { formatUsd, formatUtcTime } from '../../api/format.ts';
import { addListeners, element, replaceContent } from '../dom.ts';
import type { PercentileContent } from '../messages/percentiles.ts';
import type { ScaleKind } from './amountScale.ts';
import { type DisplayOptions, isPrice } from './displayOptions.ts';
import type { SolUnit } from './displayUnit.ts';
import { SegmentedControl } from './segmentedControl.ts';

/** The unit, the price that USD needs, and the scale. */
export class DisplayBar {
  readonly element: HTMLElement;
  readonly #unit: SegmentedControl<SolUnit>;
  readonly #scale: SegmentedControl<ScaleKind>;
  readonly #price = element('input', {
    type: 'text',
    inputmode: 'decimal',
    size: 8,
    'aria-label': t('Price of SOL in USD'),
    'aria-describedby': 'price-note',
  });
  readonly #priceNote = element('span', { class: 'dim small', id: 'price-note' });
  readonly #priceField = element('span', { class: 'together price' }, [
    '1 SOL = $',
    this.#price,
    this.#priceNote,
  ]);

  constructor(choose: (change: Partial<DisplayOptions>) => void) {
    this.#unit = new SegmentedControl(
      'unit',
      t('Unit'),
      [
        { value: 'lamports', label: 'lamports' },
        { value: 'SOL', label: 'SOL' },
        { value: 'USD', label: 'USD' },
      ],
      (unit) => choose({ unit }),
    );
    this.#scale = new SegmentedControl(
      'scale',
      t('Scale'),
      [
        { value: 'log', label: t('log') },
        { value: 'linear', label: t('linear') },
      ],
      (scale) => choose({ scale }),
    );
    addListeners(this.#price, {
      change: () => {
        const price = Number(this.#price.value.trim().replaceAll(',', ''));
        choose({ solPriceUsd: isPrice(price) ? price : null });
      },
    });
    this.element = element('div', { class: 'display-bar' }, [
      this.#unit.element,
      this.#scale.element,
      this.#priceField,
    ]);
  }

  show({ unit, scale, solPriceUsd }: DisplayOptions, told: PercentileContent['solPrice']): void {
    this.#unit.show(unit);
    this.#scale.show(scale);
    this.#priceField.hidden = unit !== 'USD';
    if (document.activeElement !== this.#price) {
      this.#price.value = solPriceUsd === null ? '' : String(solPriceUsd);
    }
    this.#price.placeholder = told === null ? t('price') : formatUsd(told.usd).slice(1);
    replaceContent(this.#priceNote, priceNoteText(solPriceUsd, told));
  }
}

function priceNoteText(typed: number | null, told: PercentileContent['solPrice']): string {
  if (typed !== null) return t('your price; empty it for the connection’s own');
  if (told === null) return t('The connection tells no price: type one to see USD. Shown in SOL.');
  return told.atMilliseconds === null
    ? t('as the connection tells')
    : t('of {0}, as the connection tells', formatUtcTime(told.atMilliseconds));
}
