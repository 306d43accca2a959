import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { formatCount, formatPercent, formatSignedSol, formatSolColumn } from '../../api/format.ts';
import { joinClauses, joinList, joinSentences } from '../../api/join.ts';
import { minChartWidth } from '../charts/timeChart.tsx';
import { TitledSection } from '../components/facts.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import { useStateOf } from '../components/useStateOf.ts';
import { useWidth } from '../components/useWidth.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';
import { bestTip, isFew, netOf, type TipPoint } from './figures.ts';
import { opportunitiesText } from './texts.ts';
import { tipCurveLayout } from './tipCurveLayout.ts';
import { TipCurvePlot } from './tipCurvePlot.tsx';

interface TipCurveSectionProps {
  readonly competition: SentWalletCompetition;
  readonly hasDrawing: boolean;
}

type TipCurve = SentWalletCompetition['tip_curve'];

export function TipCurveSection({ competition, hasDrawing }: TipCurveSectionProps) {
  const { tip_curve: curve } = competition;
  const known = curve.count - curve.unknown;
  return (
    <TitledSection title={t('What a higher tip would have won')}>
      {known <= 0 ? (
        <p>{t('No lost opportunity with a tip that is known.')}</p>
      ) : hasDrawing ? (
        isFew(known) ? (
          <p>{t('Few: {0}. The table has the counts.', opportunitiesText(known))}</p>
        ) : (
          <TipCurveChart curve={curve} />
        )
      ) : (
        <TipCurveTable curve={curve} />
      )}
      <p class="dim small caption">
        {joinSentences([
          t(
            'At most: rivals would answer, and bundles that never landed are not seen. The tip also costs where the wallet won with a lower one.',
          ),
          joinClauses([
            t('n = {0} lost', formatCount(curve.count)),
            curve.unknown === 0 ? '' : t('{0} with an unknown tip', formatCount(curve.unknown)),
            curve.unknown_costs === 0
              ? ''
              : t('{0} won at an unknown cost', formatCount(curve.unknown_costs)),
          ]),
        ])}
      </p>
    </TitledSection>
  );
}

function TipCurveChart({ curve }: { readonly curve: TipCurve }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(
    () => (width === null ? null : tipCurveLayout(curve, Math.max(minChartWidth, width))),
    [curve, width],
  );
  const best = useMemo(() => bestTip(curve.points), [curve]);
  const [chosen, choose] = useStateOf<number | null>(curve, null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { points } = curve;
  const last = points.length - 1;
  const onPointerMove = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (layout === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(nearest(points, (percent) => Math.abs(layout.x(percent) - x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = new Map([
      ['ArrowRight', (chosen ?? -1) + 1],
      ['ArrowLeft', (chosen ?? last + 1) - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(null);
    choose(Math.min(last, Math.max(0, next)));
  };
  const read = points[pointed ?? chosen ?? -1] ?? null;
  const label = t('What a higher tip would have won');
  const reading = read === null ? t('nothing selected') : readingOf(read, curve);
  return (
    <div class="time-chart-box">
      <div class="time-chart-frame">
        <div class="time-chart-place" ref={place}>
          {layout !== null && <TipCurvePlot {...{ layout, points, label, best, read }} />}
        </div>
        <div
          class="time-surface"
          tabIndex={0}
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={read?.percent ?? 0}
          aria-valuetext={reading}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setPointed(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="reading">
        {read === null ? t('Point at the chart, or move with the arrow keys.') : reading}
      </p>
    </div>
  );
}

/** Position of the point with the least distance. */
const nearest = (points: readonly TipPoint[], distance: (percent: number) => number): number =>
  points.reduce(
    (found, { percent }, at) =>
      distance(percent) < distance(points[found]?.percent ?? 0) ? at : found,
    0,
  );

const readingOf = (point: TipPoint, { count }: TipCurve): string =>
  joinList([
    t('Tip of {0}', formatPercent(point.percent / 100)),
    t('wins {0} of {1} lost', formatCount(point.won), formatCount(count)),
    t('net {0}', formatSignedSol(netOf(point))),
  ]);

function TipCurveTable({ curve }: { readonly curve: TipCurve }) {
  const columns: readonly Column[] = [
    { name: t('Tip, %') },
    { name: t('Would have won'), isFigure: true },
    { name: t('Share of the lost'), isFigure: true },
    { name: t('Net gain, SOL'), isFigure: true, room: 'medium' },
    { name: t('Extra cost, SOL'), isFigure: true, room: 'medium' },
    { name: t('Left, SOL'), isFigure: true },
  ];
  const caption = t('Lost opportunities by tip, in percent of the gain before it');
  const every = Math.max(1, Math.ceil((curve.points.length - 1) / 20));
  const rows = curve.points.filter((_, at) => at % every === 0);
  return (
    <ScrollRegion label={t('What a higher tip would have won')}>
      <Table caption={caption} columns={columns}>
        {rows.map((point) => (
          <Row key={point.percent} columns={columns}>
            {formatCount(point.percent)}
            {formatCount(point.won)}
            {isFew(curve.count) ? t('few') : formatPercent(point.won / curve.count)}
            {formatSolColumn(point.gain_sol)}
            {formatSolColumn(point.extra_cost_sol)}
            {formatSolColumn(netOf(point))}
          </Row>
        ))}
      </Table>
    </ScrollRegion>
  );
}
