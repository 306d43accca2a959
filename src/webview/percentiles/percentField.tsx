import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatPercentile, maxPercent } from '../charts/percentileAt.ts';
import { interpolate } from '../interpolate.ts';
import { isPercent } from './displayOptions.ts';

interface PercentFieldProps {
  readonly percent: number;
  readonly onChange: (percent: number) => void;
}

const range = { min: 0, max: maxPercent, step: 1 } as const;

/** Chooses the percentile of the marker, with digits or with a slider. */
export function PercentField({ percent, onChange }: PercentFieldProps) {
  /** Stays as typed until the focus leaves the field. */
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    if (text !== '' && isPercent(Number(text))) onChange(Number(text));
  };
  const field = (
    <input
      type="number"
      {...range}
      aria-label={t('Percentile')}
      value={typed ?? percent}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        choose(value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
  return (
    <div class="percent">
      <h2>{interpolate(t('Amount at p{0}', '{0}'), field)}</h2>
      <input
        type="range"
        {...range}
        aria-label={t('Percentile')}
        aria-valuetext={formatPercentile(percent)}
        value={percent}
        onInput={(event) => choose(event.currentTarget.value)}
      />
    </div>
  );
}
