import { t } from '@vscode/l10n';
import { clock, usd } from '../../interface/figures.ts';
import { element, listen, replaceContent } from '../dom.ts';
import type { PercentileContent } from '../messages/percentiles.ts';
import type { ScaleKind } from './amountScale.ts';
import { type Choices, isPrice } from './choices.ts';
import type { SolUnit } from './displayUnit.ts';
import { Segments } from './segments.ts';

/** The unit, the price that USD needs, and the scale. */
export class DisplayBar {
  readonly element: HTMLElement;
  readonly #unit: Segments<SolUnit>;
  readonly #scale: Segments<ScaleKind>;
  readonly #price = element('input', {
    type: 'text',
    inputmode: 'decimal',
    size: 8,
    'aria-label': t('Price of SOL in USD'),
    'aria-describedby': 'price-note',
  });
  readonly #priceNote = element('span', { class: 'dim small', id: 'price-note' });
  readonly #pricePlace = element(
    'span',
    { class: 'together price' },
    '1 SOL = $',
    this.#price,
    this.#priceNote,
  );

  constructor(choose: (change: Partial<Choices>) => void) {
    this.#unit = new Segments(
      'unit',
      t('Unit'),
      [
        { value: 'lamports', label: 'lamports' },
        { value: 'SOL', label: 'SOL' },
        { value: 'USD', label: 'USD' },
      ],
      (unit) => choose({ unit }),
    );
    this.#scale = new Segments(
      'scale',
      t('Scale'),
      [
        { value: 'log', label: t('log') },
        { value: 'linear', label: t('linear') },
      ],
      (scale) => choose({ scale }),
    );
    listen(this.#price, {
      change: () => {
        const price = Number(this.#price.value.trim().replaceAll(',', ''));
        choose({ solPriceUsd: isPrice(price) ? price : null });
      },
    });
    this.element = element(
      'div',
      { class: 'display-bar' },
      this.#unit.element,
      this.#scale.element,
      this.#pricePlace,
    );
  }

  show({ unit, scale, solPriceUsd }: Choices, told: PercentileContent['solPrice']): void {
    this.#unit.show(unit);
    this.#scale.show(scale);
    this.#pricePlace.hidden = unit !== 'USD';
    if (document.activeElement !== this.#price) {
      this.#price.value = solPriceUsd === null ? '' : String(solPriceUsd);
    }
    this.#price.placeholder = told === null ? t('price') : usd(told.usd).slice(1);
    replaceContent(this.#priceNote, priceNote(solPriceUsd, told));
  }
}

function priceNote(typed: number | null, told: PercentileContent['solPrice']): string {
  if (typed !== null) return t('your price; empty it for the connection’s own');
  if (told === null) return t('The connection tells no price: type one to see USD. Shown in SOL.');
  return told.atMilliseconds === null
    ? t('as the connection tells')
    : t('of {0}, as the connection tells', clock(told.atMilliseconds));
}
