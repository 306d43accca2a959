import { t } from '@vscode/l10n';
import { formatUsd, formatUtcTime } from '../../api/format.ts';
import type { ScaleKind } from '../charts/amountScale.ts';
import { addListeners, element } from '../dom.ts';
import type { PercentileContent } from '../messages/percentiles.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { type ChartView, type DisplayOptions, isPrice } from './displayOptions.ts';
import type { SolUnit } from './displayUnit.ts';

export class DisplayBar {
  readonly element: HTMLElement;
  readonly #view: SegmentedControl<ChartView>;
  readonly #unit: SegmentedControl<SolUnit>;
  readonly #scale: SegmentedControl<ScaleKind>;
  readonly #price = element('input', {
    type: 'text',
    inputmode: 'decimal',
    size: 8,
    'aria-label': t('Price of SOL in USD'),
    'aria-describedby': 'price-note',
  });
  readonly #priceNote = element('span', { class: 'dim', id: 'price-note' });
  readonly #priceField = element('span', { class: 'together' }, [
    '1 SOL = $',
    this.#price,
    this.#priceNote,
  ]);

  constructor(choose: (change: Partial<DisplayOptions>) => void) {
    this.#view = new SegmentedControl(
      'view',
      t('View'),
      { together: t('Together'), multiples: t('Small multiples') },
      (view) => choose({ view }),
    );
    this.#unit = new SegmentedControl(
      'unit',
      t('Unit'),
      { lamports: 'lamports', SOL: 'SOL', USD: 'USD' },
      (unit) => choose({ unit }),
    );
    this.#scale = new SegmentedControl(
      'scale',
      t('Scale'),
      { log: t('log'), linear: t('linear') },
      (scale) => choose({ scale }),
    );
    addListeners(this.#price, {
      change: () => {
        const price = Number(this.#price.value.trim().replaceAll(',', ''));
        choose({ solPriceUsd: isPrice(price) ? price : null });
      },
    });
    this.element = element('div', { class: 'display-bar' }, [
      this.#priceField,
      this.#view.element,
      this.#unit.element,
      this.#scale.element,
    ]);
  }

  show(
    { unit, scale, solPriceUsd }: DisplayOptions,
    solPrice: PercentileContent['solPrice'],
  ): void {
    this.#unit.show(unit);
    this.#scale.show(scale);
    this.#priceField.hidden = unit !== 'USD';
    if (document.activeElement !== this.#price) {
      this.#price.value = solPriceUsd === null ? '' : String(solPriceUsd);
    }
    this.#price.placeholder = solPrice === null ? t('price') : formatUsd(solPrice.usd).slice(1);
    this.#priceNote.textContent = priceNote(solPriceUsd, solPrice);
  }

  /** Shows the drawn view, which may be automatic. */
  showView(view: ChartView): void {
    this.#view.show(view);
  }
}

function priceNote(typed: number | null, solPrice: PercentileContent['solPrice']): string {
  if (typed !== null) return '';
  if (solPrice === null) return t('Price unknown: enter one. Shown in SOL.');
  return solPrice.atMilliseconds === null ? '' : formatUtcTime(solPrice.atMilliseconds);
}
