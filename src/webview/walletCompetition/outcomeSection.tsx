import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatSolColumn } from '../../api/format.ts';
import { joinLabel, joinList, joinSentences } from '../../api/join.ts';
import { TitledSection } from '../components/facts.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import { useWidth } from '../components/useWidth.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';
import { contestedCount } from './figures.ts';
import { OutcomeBox, OutcomeSwatch } from './outcomeMarks.tsx';
import { type Outcome, outcomesOf } from './outcomes.ts';
import { opportunitiesText, unknownText } from './texts.ts';

interface OutcomeSectionProps {
  readonly competition: SentWalletCompetition;
  readonly hasDrawing: boolean;
}

/** What became of the contested opportunities: by number, and by what they were worth. */
export function OutcomeSection({ competition, hasDrawing }: OutcomeSectionProps) {
  const outcomes = outcomesOf(competition);
  const { taken_by_nobody: untaken } = competition;
  const contested = contestedCount(competition);
  // A winner may have lost; the bar has no room for that.
  const gain = outcomes.reduce((sum, { gainSol }) => sum + gainSol, 0);
  return (
    <TitledSection title={t('Where the contested gain went')}>
      {hasDrawing && contested > 0 && (
        <>
          <OutcomeBar
            label={opportunitiesText(contested)}
            outcomes={outcomes}
            amountOf={({ count }) => count}
            format={formatCount}
          />
          {gain > 0 && (
            <OutcomeBar
              label={t('{0} SOL net gain, as far as known', formatSolColumn(gain))}
              outcomes={outcomes}
              amountOf={({ gainSol }) => Math.max(0, gainSol)}
              format={formatSolColumn}
            />
          )}
        </>
      )}
      <OutcomeTable outcomes={outcomes} contested={contested} gain={gain} />
      <p class="dim small caption">
        {joinSentences([
          t(
            'Each opportunity counts once, with the first cause that applies. Net gain: of whoever took it.',
          ),
          untaken === 0
            ? ''
            : t('Taken by nobody, and not counted here: {0}.', opportunitiesText(untaken)),
        ])}
      </p>
    </TitledSection>
  );
}

interface OutcomeBarProps {
  readonly label: string;
  readonly outcomes: readonly Outcome[];
  readonly amountOf: (outcome: Outcome) => number;
  readonly format: (amount: number) => string;
}

const barHeight = 18;
const boxGap = 2;

function OutcomeBar({ label, outcomes, amountOf, format }: OutcomeBarProps) {
  const [place, width] = useWidth<HTMLDivElement>();
  const drawn = outcomes.filter((outcome) => amountOf(outcome) > 0);
  const total = drawn.reduce((sum, outcome) => sum + amountOf(outcome), 0);
  const room = Math.max(0, (width ?? 0) - boxGap * (drawn.length - 1));
  const starts = drawn.map((_, at) =>
    drawn.slice(0, at).reduce((sum, outcome) => sum + amountOf(outcome), 0),
  );
  const spoken = joinList(
    drawn.map((outcome) => joinLabel(outcome.label, format(amountOf(outcome)))),
  );
  return (
    <div class="outcome-bar" ref={place}>
      <p class="dim small">{label}</p>
      {width !== null && (
        <svg
          class="picture series-0"
          viewBox={`0 0 ${width} ${barHeight}`}
          width={width}
          height={barHeight}
          role="img"
          aria-label={joinLabel(label, spoken)}
        >
          {drawn.map((outcome, at) => (
            <OutcomeBox
              key={outcome.kind}
              kind={outcome.kind}
              x={((starts[at] ?? 0) / total) * room + at * boxGap}
              width={(amountOf(outcome) / total) * room}
              height={barHeight}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

interface OutcomeTableProps {
  readonly outcomes: readonly Outcome[];
  readonly contested: number;
  /** SOL, as far as it is known. */
  readonly gain: number;
}

function OutcomeTable({ outcomes, contested, gain }: OutcomeTableProps) {
  const columns: readonly Column[] = [
    { name: t('Outcome, cause') },
    { name: t('n'), isFigure: true },
    { name: t('Share'), isFigure: true, room: 'medium' },
    { name: t('Net gain, SOL'), isFigure: true },
    { name: t('Share of gain'), isFigure: true, room: 'medium' },
  ];
  const caption = t('Contested opportunities by outcome');
  const shareOf = (amount: number, total: number): string =>
    total <= 0 ? '–' : formatPercent(amount / total);
  const unknown = outcomes.reduce((sum, { unknownGains }) => sum + unknownGains, 0);
  return (
    <ScrollRegion label={caption}>
      <Table class="outcomes" caption={caption} columns={columns}>
        {outcomes.map(({ kind, label, count, gainSol, unknownGains }) => (
          <Row key={kind} columns={columns}>
            <span>
              <OutcomeSwatch kind={kind} /> {label}
            </span>
            {formatCount(count)}
            {shareOf(count, contested)}
            <Gain sol={count > unknownGains ? gainSol : null} unknown={unknownGains} />
            {gainSol < 0 || count === unknownGains ? '–' : shareOf(gainSol, gain)}
          </Row>
        ))}
        <Row columns={columns}>
          <span class="dim">{t('Contested')}</span>
          {formatCount(contested)}
          {''}
          <Gain sol={contested > 0 && unknown === contested ? null : gain} unknown={unknown} />
          {''}
        </Row>
      </Table>
    </ScrollRegion>
  );
}

interface GainProps {
  /** Null: all are unknown. */
  readonly sol: number | null;
  readonly unknown: number;
}

const Gain = ({ sol, unknown }: GainProps) => (
  <>
    {sol === null ? t('unknown') : formatSolColumn(sol)}
    {sol !== null && unknown > 0 && <div class="second">{unknownText(unknown)}</div>}
  </>
);
