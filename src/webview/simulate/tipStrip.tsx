import { t } from '@vscode/l10n';
import { formatCount, formatShort } from '../../api/format.ts';
import type { TipStrip } from './adviceText.ts';

const height = 34;
const middle = 10;
/** More labels would overlap. */
const maxTicks = 5;

/** Box plot of the provider's tips with this tip and the break-even mark, on a log axis. */
export function TipStripChart({ strip }: { readonly strip: TipStrip }) {
  const { box, tip, breakEven } = strip;
  const { p25, p50, p75, p95 } = box;
  const { ticks, x, between } = logAxis(strip);
  return (
    <figure class="strip">
      <div class="strip-room">
        <svg class="fluid" height={height} role="img" aria-label={spokenStrip(strip)}>
          {ticks.map((amount) => (
            <Tick key={amount} amount={amount} x={x(amount)} />
          ))}
          <line class="whisker" x1={x(p75)} x2={x(p95)} y1={middle} y2={middle} />
          <Upright class="whisker" x={x(p95)} reach={4} />
          <rect class="box" x={x(p25)} width={between(p25, p75)} y={middle - 5} height={10} />
          <Upright class="median" x={x(p50)} reach={5} />
          {breakEven !== null && <Upright class="break-even" x={x(breakEven)} reach={9} />}
          <svg class="mark-place" x={x(tip)} y={middle} aria-hidden="true">
            <path class="this-tip" d="M0-6L5 0 0 6-5 0z" />
          </svg>
        </svg>
      </div>
      <figcaption>
        {t('Lamports, log scale · box p25–p75, bar p50, whisker p95 · ◆ this tip · ┆ break-even')}
      </figcaption>
    </figure>
  );
}

/** Powers of ten around all amounts; positions are in percent of the width. */
function logAxis({ box: { p25, p50, p95 }, tip, breakEven }: TipStrip) {
  const amounts = [p25, p95, tip, ...(breakEven === null ? [] : [breakEven])].filter(
    (amount) => amount > 0,
  );
  const low = Math.floor(Math.log10(Math.min(...amounts, p50 || 1e9)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...amounts, 1))));
  const share = (amount: number) =>
    amount <= 0 ? 0 : Math.min(1, Math.max(0, (Math.log10(amount) - low) / (high - low)));
  const powers = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  const every = Math.ceil(powers.length / maxTicks);
  return {
    ticks: powers.filter((_, at) => at % every === 0),
    x: (amount: number) => `${(share(amount) * 100).toFixed(2)}%`,
    between: (from: number, to: number) =>
      `${Math.max(0.5, (share(to) - share(from)) * 100).toFixed(2)}%`,
  };
}

const spokenStrip = ({ provider, box, tip, breakEven }: TipStrip): string =>
  t(
    'Tip {0}; {1}: p25 {2}, p50 {3}, p75 {4}, p95 {5}; break-even {6}',
    formatCount(tip),
    provider,
    ...[box.p25, box.p50, box.p75, box.p95].map((each) => formatCount(each)),
    breakEven === null ? t('none') : formatCount(breakEven),
  );

const Tick = ({ amount, x }: { readonly amount: number; readonly x: string }) => (
  <>
    <line class="grid" x1={x} x2={x} y1={0} y2={20} />
    <text class="tick" x={x} y={height - 3} text-anchor="middle">
      {formatShort(amount)}
    </text>
  </>
);

interface UprightProps {
  readonly class: string;
  readonly x: string;
  /** Above and below the middle. */
  readonly reach: number;
}

const Upright = ({ class: className, x, reach }: UprightProps) => (
  <line class={className} x1={x} x2={x} y1={middle - reach} y2={middle + reach} />
);
