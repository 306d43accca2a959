import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { formatCount, formatDuration, formatLamports } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import { LineMark, PointMark } from '../charts/seriesMarks.tsx';
import type { ChartLine, LegendEntry } from './chartModel.ts';
import type { useGridFocus } from './gridFocus.ts';
import { SeriesElement } from './highlight.tsx';
import { formatWindow } from './labels.ts';
import { colorClass } from './plot.ts';
import type { SeriesStyle } from './seriesStyle.ts';

type Copy = (text: string, what: string) => void;

/** Unique in the legend, also if two units have the same line. */
export const entryId = ({ key, display }: LegendEntry): string => `${display.title} ${key}`;

const boxId = (entry: LegendEntry): string => `box/${entryId(entry)}`;
const amountId = (entry: LegendEntry, column: number): string =>
  `amount/${column}/${entryId(entry)}`;

/** Controls of a row, from left to right. */
export const controlIds = (entry: LegendEntry): readonly string[] => [
  boxId(entry),
  ...entry.lines.flatMap((line, at) =>
    typeof line?.marker?.lamports === 'bigint' ? [amountId(entry, at)] : [],
  ),
];

interface LegendRowProps {
  readonly entry: LegendEntry;
  readonly windows: readonly number[];
  readonly stopOf: ReturnType<typeof useGridFocus>;
  readonly onDraw: (isDrawn: boolean) => void;
  readonly onCopy: Copy;
}

export function LegendRow({ entry, windows, stopOf, onDraw, onCopy }: LegendRowProps) {
  const { key, label, style, isDrawn, lines } = entry;
  return (
    <SeriesElement tag="tr" data-series={key} class={isDrawn ? '' : 'is-hidden'}>
      <th scope="row" class="line-name" title={label}>
        <label class="line-switch">
          <input
            type="checkbox"
            checked={isDrawn}
            onChange={(event) => onDraw(event.currentTarget.checked)}
            {...stopOf(boxId(entry))}
          />
          <Swatch style={style} />
          <bdi>{label}</bdi>
        </label>
      </th>
      {windows.length > 1 && (
        <td class="dim">
          <Stacked>{windows.map((each) => formatDuration(each))}</Stacked>
        </td>
      )}
      <td class="figure">
        <Stacked>
          {lines.map((each) => (each === null ? '—' : formatCount(each.series.sample)))}
        </Stacked>
      </td>
      <td class="figure">
        <Stacked>
          {lines.map((line, at) => (
            <Amount
              key={at}
              entry={entry}
              line={line}
              windowSeconds={windows[at] ?? 0}
              stop={stopOf(amountId(entry, at))}
              onCopy={onCopy}
            />
          ))}
        </Stacked>
      </td>
    </SeriesElement>
  );
}

/** One below the other: for each window. */
const Stacked = ({ children }: { readonly children: readonly ComponentChildren[] }) => (
  <>
    {children.map((child, at) => (
      <div key={at}>{child}</div>
    ))}
  </>
);

interface AmountProps {
  readonly entry: LegendEntry;
  readonly line: ChartLine | null;
  readonly windowSeconds: number;
  readonly stop: ReturnType<LegendRowProps['stopOf']>;
  readonly onCopy: Copy;
}

/** A click copies it. */
function Amount({ entry, line, windowSeconds, stop, onCopy }: AmountProps) {
  const { display, label } = entry;
  const marker = line?.marker ?? null;
  if (marker === null) return <>—</>;
  const amount = display.format(marker.value);
  const { lamports, percentile } = marker;
  const between = percentile.interpolatedBetween
    ?.map((each) => `${each.key} ${display.format(each.amount * display.factor)}`)
    .join(' – ');
  if (lamports === null) return <span title={between}>{amount}</span>;
  const what = formatLamports(lamports);
  const copy = t('Copy {0}', what);
  return (
    <button
      type="button"
      class="link amount"
      title={between === undefined ? copy : joinNote(copy, between)}
      aria-label={t('{0}, {1}, {2}: copy {3}', amount, label, formatWindow(windowSeconds), what)}
      data-lamports={String(lamports)}
      onClick={() => onCopy(String(lamports), what)}
      {...stop}
    >
      {display.formatWithoutUnit(marker.value)}
      <svg class="copy-sign" viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
        <path d="M4 3.5V1.5H10.5V8.5H8M1.5 3.5H8V10.5H1.5Z" />
      </svg>
    </button>
  );
}

const Swatch = ({ style }: { readonly style: SeriesStyle }) => (
  <svg
    class={`swatch series ${colorClass(style)}`}
    viewBox="0 0 30 14"
    width={30}
    height={14}
    aria-hidden="true"
  >
    <LineMark d="M0 7H30" pattern={style.pattern} />
    {style.shape !== null && <PointMark shape={style.shape} x={15} y={7} />}
  </svg>
);
