import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatUsd, formatUtcTime } from '../../api/format.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { PercentileContent } from '../messages/percentiles.ts';
import { type ChartView, type DisplayOptions, isPrice } from './displayOptions.ts';

interface DisplayBarProps {
  readonly options: DisplayOptions;
  /** The drawn view, which may be automatic. */
  readonly view: ChartView;
  readonly solPrice: PercentileContent['solPrice'];
  readonly onChoose: (change: Partial<DisplayOptions>) => void;
}

export const DisplayBar = ({ options, view, solPrice, onChoose }: DisplayBarProps) => (
  <div class="display-bar">
    <SolPrice
      isHidden={options.unit !== 'USD'}
      typedUsd={options.solPriceUsd}
      solPrice={solPrice}
      onChoose={(solPriceUsd) => onChoose({ solPriceUsd })}
    />
    <SegmentedControl
      name="view"
      legend={t('View')}
      labels={{ together: t('Together'), multiples: t('Small multiples') }}
      value={view}
      onChange={(chosen) => onChoose({ view: chosen })}
    />
    <SegmentedControl
      name="unit"
      legend={t('Unit')}
      labels={{ lamports: 'lamports', SOL: 'SOL', USD: 'USD' }}
      value={options.unit}
      onChange={(unit) => onChoose({ unit })}
    />
    <SegmentedControl
      name="scale"
      legend={t('Scale')}
      labels={{ log: t('log'), linear: t('linear') }}
      value={options.scale}
      onChange={(scale) => onChoose({ scale })}
    />
  </div>
);

interface SolPriceProps {
  readonly isHidden: boolean;
  /** Entered by the user; null: the connection's price. */
  readonly typedUsd: number | null;
  readonly solPrice: PercentileContent['solPrice'];
  readonly onChoose: (usd: number | null) => void;
}

function SolPrice({ isHidden, typedUsd, solPrice, onChoose }: SolPriceProps) {
  /** Null: nothing that was not chosen yet. */
  const [text, setText] = useState<string | null>(null);
  const onChange = (typed: string) => {
    const price = Number(typed.trim().replaceAll(',', ''));
    onChoose(isPrice(price) ? price : null);
    setText(null);
  };
  return (
    <span class="together" hidden={isHidden}>
      1 SOL = $
      <input
        type="text"
        inputMode="decimal"
        size={8}
        aria-label={t('Price of SOL in USD')}
        aria-describedby="price-note"
        placeholder={solPrice === null ? t('price') : formatUsd(solPrice.usd).slice(1)}
        value={text ?? typedUsd ?? ''}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span class="dim" id="price-note">
        {priceNote(typedUsd, solPrice)}
      </span>
    </span>
  );
}

function priceNote(typed: number | null, solPrice: PercentileContent['solPrice']): string {
  if (typed !== null) return '';
  if (solPrice === null) return t('Price unknown: enter one. Shown in SOL.');
  return solPrice.atMilliseconds === null ? '' : formatUtcTime(solPrice.atMilliseconds);
}
