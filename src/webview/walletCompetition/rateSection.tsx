import { t } from '@vscode/l10n';
import { fewOpportunities } from '../../api/arbscope/fewOpportunities.ts';
import { formatCount, formatPercent } from '../../api/format.ts';
import { joinSentences } from '../../api/join.ts';
import { LeaderName } from '../competition/links.tsx';
import { TitledSection } from '../components/facts.tsx';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { LoadedWalletCompetition } from '../messages/walletCompetition.ts';
import { contestedCount, isFew, wilsonInterval } from './figures.ts';
import { type Rate, type RateGroup, rateGroups } from './rates.ts';
import type { WalletHost } from './walletHost.ts';

interface RateSectionProps {
  readonly content: LoadedWalletCompetition;
  readonly host: WalletHost;
  readonly hasDrawing: boolean;
}

/** The groups share one axis, so that their intervals can be compared. */
export function RateSection({ content, host, hasDrawing }: RateSectionProps) {
  const { competition } = content;
  const contested = contestedCount(competition);
  const average = isFew(contested) ? null : competition.won.count / contested;
  return (
    <>
      <div class="rate-groups">
        {rateGroups(competition).map((group) => (
          <RateTable
            key={group.title}
            {...{ group, average, host, hasDrawing }}
            isSimulated={content.isSimulated}
          />
        ))}
      </div>
      <p class="dim small caption">
        {joinSentences([
          hasDrawing
            ? t('● win rate with its 95% interval · ┆ of all contested opportunities.')
            : '',
          t('Few: fewer than {0}.', formatCount(fewOpportunities)),
        ])}
      </p>
    </>
  );
}

interface RateTableProps extends Omit<RateSectionProps, 'content'> {
  readonly group: RateGroup;
  /** Win rate of all; null: few. */
  readonly average: number | null;
  readonly isSimulated: boolean;
}

function RateTable({ group, average, host, hasDrawing, isSimulated }: RateTableProps) {
  const { title, head, note, rates } = group;
  const columns: readonly Column[] = [
    { name: head },
    { name: t('n'), isFigure: true },
    { name: t('Won'), isFigure: true },
    { name: t('95% interval') },
    { name: t('Win rate'), isFigure: true },
  ];
  return (
    <TitledSection title={title}>
      {rates.length === 0 ? (
        <p class="dim">{t('No contested opportunity.')}</p>
      ) : (
        <ScrollRegion label={title}>
          <Table class="rates" caption={note} columns={columns}>
            {rates.map((rate) => (
              <RateRow key={rate.label} {...{ rate, average, host, hasDrawing, isSimulated }} />
            ))}
            {hasDrawing && <AxisRow />}
          </Table>
        </ScrollRegion>
      )}
    </TitledSection>
  );
}

interface RateRowProps extends Omit<RateTableProps, 'group'> {
  readonly rate: Rate;
}

function RateRow({ rate, average, host, hasDrawing, isSimulated }: RateRowProps) {
  const { label, count, won, leader, isDim = false } = rate;
  const interval = isFew(count) ? null : wilsonInterval(won, count);
  return (
    <tr>
      <th scope="row" class={isDim ? '' : 'named'}>
        {leader === undefined ? (
          <bdi>{label}</bdi>
        ) : (
          <LeaderName slot={leader} isSimulated={isSimulated} host={host} />
        )}
      </th>
      <td class="figure">{formatCount(count)}</td>
      <td class="figure">{formatCount(won)}</td>
      <td class="interval">
        {hasDrawing ? (
          <IntervalPlot interval={interval} share={won / count} average={average} />
        ) : (
          interval !== null && intervalText(interval)
        )}
      </td>
      <td class={interval === null ? 'figure dim' : 'figure'}>
        {interval === null ? t('few') : formatPercent(won / count)}
      </td>
    </tr>
  );
}

const intervalText = ([from, to]: readonly [number, number]): string =>
  t('{0} to {1}', formatPercent(from), formatPercent(to));

interface IntervalPlotProps {
  /** Null: few. */
  readonly interval: readonly [from: number, to: number] | null;
  readonly share: number;
  readonly average: number | null;
}

const percentAt = (share: number): string => `${(share * 100).toFixed(1)}%`;
const plotHeight = 18;

function IntervalPlot({ interval, share, average }: IntervalPlotProps) {
  const spoken = interval === null ? t('few') : intervalText(interval);
  return (
    <svg class="interval-plot series-0" height={plotHeight} role="img">
      <title>{spoken}</title>
      {[0, 0.5, 1].map((at) => (
        <line key={at} class="grid" x1={percentAt(at)} x2={percentAt(at)} y1={0} y2={plotHeight} />
      ))}
      {average !== null && (
        <line
          class="average"
          x1={percentAt(average)}
          x2={percentAt(average)}
          y1={0}
          y2={plotHeight}
        />
      )}
      {interval !== null && (
        <>
          <line
            class="range"
            x1={percentAt(interval[0])}
            x2={percentAt(interval[1])}
            y1={plotHeight / 2}
            y2={plotHeight / 2}
          />
          <circle class="share" cx={percentAt(share)} cy={plotHeight / 2} r={4} />
        </>
      )}
    </svg>
  );
}

/** The plots have no room for an axis each. */
const AxisRow = () => (
  <tr class="axis-row">
    <td colSpan={3} />
    <td class="interval">
      <span class="interval-axis small dim" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100%</span>
      </span>
    </td>
    <td />
  </tr>
);
