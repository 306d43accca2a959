import { t } from '@vscode/l10n';
import { hatchPath } from '../charts/marks.ts';
import { useWidth } from '../components/useWidth.ts';
import type { CompetitionModel } from './competitionModel.ts';
import { attemptsText, partiesText, slotsText } from './competitionTexts.ts';
import type { CompetitionHost } from './links.tsx';
import {
  type Column,
  type DrawnLane,
  headHeight,
  laneHeight,
  layoutTimeline,
  type Mark,
  type Timeline,
} from './timelineLayout.ts';

interface TimelineProps {
  readonly model: CompetitionModel;
  readonly host: CompetitionHost;
}

/** One lane for each party; slots are columns, and positions run from left to right. */
export function TimelineSection({ model, host }: TimelineProps) {
  const [place, width] = useWidth<HTMLDivElement>();
  const timeline = width === null || width === 0 ? null : layoutTimeline(model, width);
  return (
    <section class="titled" aria-label={t('Who tried, and when')}>
      <h2>
        {t('Who tried, and when')}{' '}
        <span class="dim">{t('one lane for each party · positions from left to right')}</span>
      </h2>
      <div ref={place} class="timeline-place">
        {timeline !== null && <Drawing timeline={timeline} model={model} host={host} />}
      </div>
      <p class="dim caption">
        {t('▲ gain · ▽ loss · ⊘ failed · ⊖ no swap · ◆ swap · ■ trigger · hatched: block unknown')}{' '}
        {timeline !== null &&
          timeline.hiddenLanes > 0 &&
          t('{0} more are in the table.', partiesText(timeline.hiddenLanes))}
      </p>
    </section>
  );
}

interface DrawingProps extends TimelineProps {
  readonly timeline: Timeline;
}

function Drawing({ timeline, model, host }: DrawingProps) {
  const { width, height, left, columns, leaders, lanes, distance } = timeline;
  const name = t(
    'Timeline: {0} by {1}, in {2}',
    attemptsText(model.attempts.length),
    partiesText(model.parties),
    slotsText(columns.length),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fields.
    <svg
      class="timeline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={name}
    >
      {lanes.map((lane, at) => (
        <LaneBand key={at} lane={lane} timeline={timeline} />
      ))}
      {columns.map((column) => (
        <SlotColumn key={column.slot.slot} column={column} height={height} />
      ))}
      <text class="axis" x={left - 8} y={13} text-anchor="end">
        {t('Leader')}
      </text>
      <text class="axis" x={left - 8} y={32} text-anchor="end">
        {t('Slot')}
      </text>
      {leaders.map(({ x, label }) => (
        <g key={x}>
          <line class="turn" x1={x} x2={x} y1={0} y2={height} />
          <text x={x + 5} y={13}>
            {label}
          </text>
        </g>
      ))}
      {distance !== null && (
        <path
          class="distance"
          d={`M${distance.fromX},${distance.fromY}V${distance.toY}H${distance.toX}`}
        />
      )}
      {lanes.flatMap((lane) =>
        lane.marks.map((mark) => (
          <MarkButton key={mark.entry.place.signature} mark={mark} y={lane.y} host={host} />
        )),
      )}
    </svg>
  );
}

const LaneBand = ({
  lane: { label, isSubject, y },
  timeline: { width, left },
}: {
  readonly lane: DrawnLane;
  readonly timeline: Timeline;
}) => (
  <g>
    {isSubject && (
      <rect
        class="own-lane"
        x={0.5}
        y={y - laneHeight / 2 + 1}
        width={width - 1}
        height={laneHeight - 2}
      />
    )}
    <line class="lane" x1={left} x2={width} y1={y} y2={y} />
    <text class={isSubject ? 'own' : ''} x={left - 8} y={y + 4} text-anchor="end">
      {label}
    </text>
  </g>
);

const SlotColumn = ({
  column: { slot, x, width, label },
  height,
}: {
  readonly column: Column;
  readonly height: number;
}) => (
  <g>
    {slot.state === 'unknown' && (
      <path
        class="hatch"
        d={hatchPath({ x, y: headHeight, width, height: height - headHeight - 4 })}
      />
    )}
    <line class="slot" x1={x} x2={x} y1={20} y2={height} />
    <text class="axis" x={x + 5} y={32}>
      {label}
    </text>
  </g>
);

interface MarkButtonProps {
  readonly mark: Mark;
  readonly y: number;
  readonly host: CompetitionHost;
}

function MarkButton({ mark, y, host }: MarkButtonProps) {
  const { entry, x, sign, style, name, label, labelX, anchor } = mark;
  const open = () => host.send({ type: 'open-transaction', signature: entry.place.signature });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };
  return (
    <g class={`attempt ${style}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons. */}
      <g
        class="mark-button"
        tabindex={0}
        role="button"
        aria-label={name}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        <title>{name}</title>
        <circle class="reach" cx={x} cy={y} r={10} />
        <text class="sign" x={x} y={y + 5} text-anchor="middle">
          {sign}
        </text>
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable. */}
      <text class="mark-label" x={labelX} y={y + 4} text-anchor={anchor} aria-hidden="true">
        {label}
      </text>
    </g>
  );
}
