import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import { type ChartModel, isMarket, type LegendEntry } from './chartModel.ts';
import { moveGridFocus, useGridFocus } from './gridFocus.ts';
import { controlIds, entryId, LegendRow } from './legendRow.tsx';
import { PercentField } from './percentField.tsx';

interface SeriesLegendProps {
  readonly model: ChartModel;
  readonly percent: number;
  /** Whether lines with small samples have rows. */
  readonly isUnfolded: boolean;
  readonly onPercent: (percent: number) => void;
  readonly onDraw: (entries: readonly LegendEntry[], isDrawn: boolean) => void;
  readonly onUnfold: (isUnfolded: boolean) => void;
  readonly onCopy: (text: string, what: string) => void;
}

export const SeriesLegend = (props: SeriesLegendProps) => (
  <div class="readings">
    <PercentField percent={props.percent} onChange={props.onPercent} />
    <LegendTable {...props} />
    <p class="dim small">
      {[interpolationNote(props), marketNote(props)].filter((note) => note !== '').join(' ')}
    </p>
  </div>
);

const foldId = 'fold';
const allId = 'all';

/** One tab stop, arrow keys. */
function LegendTable(props: SeriesLegendProps) {
  const { model, percent, isUnfolded, onDraw, onUnfold, onCopy } = props;
  const { legend, groups } = model;
  const windows = groups[0]?.windows.map(({ response }) => response.windowSeconds) ?? [];
  const [large, small] = [false, true].map((isSmall) =>
    legend.filter((entry) => entry.isSmall === isSmall),
  ) as [LegendEntry[], LegendEntry[]];
  const hasFold = small.length > 0;
  const unfolded = isUnfolded ? small : [];
  const stopOf = useGridFocus([
    ...large.flatMap(controlIds),
    ...(hasFold ? [foldId, allId] : []),
    ...unfolded.flatMap(controlIds),
  ]);
  const row = (entry: LegendEntry) => (
    <LegendRow
      key={entryId(entry)}
      {...{ entry, windows, stopOf, onCopy }}
      onDraw={(isDrawn) => onDraw([entry], isDrawn)}
    />
  );
  const areDrawn = small.every(({ isDrawn }) => isDrawn);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it.
    <table class="legend" role="grid" aria-label={t('Providers')} onKeyDown={moveGridFocus}>
      <thead>
        <tr>
          <th scope="col">{t('Provider')}</th>
          {windows.length > 1 && <th scope="col">{t('Window')}</th>}
          <th scope="col" class="figure" aria-sort="descending">
            n<span aria-hidden="true"> ↓</span>
          </th>
          <th scope="col" class="figure">
            {joinList([formatPercentile(percent), groups[0]?.display.title ?? ''])}
          </th>
        </tr>
      </thead>
      <tbody>
        {large.map(row)}
        {hasFold && (
          <tr key={foldId}>
            <td colSpan={windows.length > 1 ? 4 : 3}>
              <div class="fold-row">
                <button
                  type="button"
                  class="quiet fold"
                  aria-expanded={isUnfolded}
                  onClick={() => onUnfold(!isUnfolded)}
                  {...stopOf(foldId)}
                >
                  {small.length === 1
                    ? t('1 provider with n below {0}', smallSampleSize)
                    : t(
                        '{0} providers with n below {1}',
                        formatCount(small.length),
                        smallSampleSize,
                      )}
                </button>
                <button
                  type="button"
                  class="link"
                  onClick={() => onDraw(small, !areDrawn)}
                  {...stopOf(allId)}
                >
                  {areDrawn ? t('Hide All') : t('Show All')}
                </button>
              </div>
            </td>
          </tr>
        )}
        {unfolded.map(row)}
      </tbody>
    </table>
  );
}

const linesOf = ({ model }: SeriesLegendProps) =>
  model.legend.flatMap(({ lines }) => lines).filter((line) => line !== null);

function interpolationNote(props: SeriesLegendProps): string {
  const between = linesOf(props)
    .map(({ marker }) => marker?.percentile.interpolatedBetween ?? null)
    .find((each) => each !== null);
  return between === undefined
    ? ''
    : t(
        '{0} is interpolated between {1} and {2}; the true value lies between them.',
        formatPercentile(props.percent),
        between[0].key,
        between[1].key,
      );
}

const marketNote = (props: SeriesLegendProps): string =>
  linesOf(props).some(({ series }) => isMarket(series))
    ? t(
        '≈ Market is estimated from the percentiles of all providers. The tip and fee in the Finder are exact.',
      )
    : '';
