import { t } from '@vscode/l10n';
import { formatCount, formatUtcDateTime } from '../../api/format.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';

type Leader = SentWalletCompetition['by_leader'][number];

export interface Rate {
  readonly label: string;
  /** Contested opportunities, and how many of them the wallet won. */
  readonly count: number;
  readonly won: number;
  /** Set for a validator. */
  readonly leader?: Leader;
  /** Rows that stand for what is not known, or for several others. */
  readonly isDim?: boolean;
}

export interface RateGroup {
  readonly title: string;
  readonly head: string;
  readonly note: string;
  readonly rates: readonly Rate[];
}

const maxRates = 8;

/** Win rates of the same opportunities, each by one condition. */
export function rateGroups(competition: SentWalletCompetition): RateGroup[] {
  return [
    {
      title: t('Win rate by provider'),
      head: t('Provider'),
      note: t('Provider of the wallet’s tip.'),
      rates: limited(competition.by_provider.map(providerRate)),
    },
    {
      title: t('Win rate by leader'),
      head: t('Leader'),
      note: t('Validator of the slot of the wallet’s attempt.'),
      rates: limited(competition.by_leader.map(leaderRate)),
    },
    {
      title: t('Win rate by slot'),
      head: t('After the trigger'),
      note: t('Slots from the trigger to the wallet’s attempt.'),
      rates: distanceRates(competition.by_distance),
    },
    {
      title: t('Win rate by hour'),
      head: t('Hour, UTC'),
      note: t('Hours without a contested opportunity are left out.'),
      rates: competition.by_hour.map(hourRate),
    },
  ];
}

const providerRate = ({
  provider,
  count,
  won,
}: SentWalletCompetition['by_provider'][number]): Rate =>
  provider === null
    ? { label: t('no tip'), count, won, isDim: true }
    : { label: providerLabel(provider), count, won };

const leaderRate = (leader: Leader): Rate => {
  const { count, won } = leader;
  return leader.leader === null
    ? { label: t('unknown'), count, won, isDim: true }
    : { label: leader.leader, count, won, leader };
};

const hourRate = ({ hour, count, won }: SentWalletCompetition['by_hour'][number]): Rate => ({
  label: hour === null ? t('unknown') : formatUtcDateTime(Date.parse(hour)).slice(5, 16),
  count,
  won,
  isDim: hour === null,
});

/** Most opportunities first; the rest is one row. */
function limited(rates: readonly Rate[]): Rate[] {
  const sorted = rates.toSorted((a, b) => b.count - a.count);
  if (sorted.length <= maxRates) return sorted;
  const rest = sorted.slice(maxRates - 1);
  const label = t('{0} more', formatCount(rest.length));
  return [...sorted.slice(0, maxRates - 1), { label, ...sumOf(rest), isDim: true }];
}

function distanceRates(distances: SentWalletCompetition['by_distance']): Rate[] {
  const known = distances.flatMap(({ slots_after: slots, count, won }) =>
    slots === null ? [] : [{ label: slotsLabel(slots), slots, count, won }],
  );
  const untriggered = distances.filter(({ slots_after: slots }) => slots === null);
  const shown = known.length <= maxRates ? known : known.slice(0, maxRates - 1);
  const rest = known.slice(shown.length);
  const [first] = rest;
  return [
    ...shown,
    ...(first === undefined
      ? []
      : [{ label: t('{0} and more', slotsLabel(first.slots)), ...sumOf(rest) }]),
    ...untriggered.map(({ count, won }) => ({
      label: t('no trigger'),
      count,
      won,
      isDim: true,
    })),
  ];
}

/** Slots behind the trigger: `same slot`, `+2`. */
export const slotsLabel = (slots: number): string =>
  slots === 0 ? t('same slot') : `${slots < 0 ? '−' : '+'}${formatCount(Math.abs(slots))}`;

const sumOf = (rates: readonly Pick<Rate, 'count' | 'won'>[]): Pick<Rate, 'count' | 'won'> => ({
  count: rates.reduce((sum, { count }) => sum + count, 0),
  won: rates.reduce((sum, { won }) => sum + won, 0),
});
