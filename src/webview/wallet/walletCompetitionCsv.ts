import { formatCsv } from '../../api/sanitizeText.ts';
import { sourceCell } from '../components/sourceBadge.tsx';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../messages/walletCompetition.ts';
import { type Cell, figures, type Subject } from './walletCsv.ts';

/** Unrounded, one figure per row; unknown ones are empty. As in the file of the overview. */
export function walletCompetitionCsv(content: LoadedWalletCompetition): string {
  const { competition } = content;
  const header = [
    ...['part', 'wallet', 'entry', 'measure', 'value'],
    ...['window_seconds', 'source', 'until'],
  ];
  const about = [content.wish.windowSeconds, sourceCell(content), competition.to];
  const rows = [
    ...totals(competition),
    ...rates(competition),
    ...competition.rivals.flatMap((rival) => rivalRows(rival, competition)),
    ...competition.tip_curve.points.flatMap(({ percent, won, gain_sol, extra_cost_sol }) =>
      figures(subjectOf(competition, 'tip', `${percent} %`), { won, gain_sol, extra_cost_sol }),
    ),
    ...competition.losses.flatMap(({ signature, ...measures }) =>
      figures(subjectOf(competition, 'lost', signature), {
        ...measures,
        cause: measures.cause ?? 'unknown',
      }),
    ),
  ];
  return formatCsv([header, ...rows.map((row) => [...row, ...about])]);
}

const subjectOf = ({ wallet }: SentWalletCompetition, part: string, entry: string): Subject => [
  part,
  wallet,
  entry,
];

function totals(competition: SentWalletCompetition): Cell[][] {
  const { won, lost, uncontested, causes, tip_curve: curve } = competition;
  const subject = (part: string, entry = '') => subjectOf(competition, part, entry);
  return [
    ...figures(subject('compared'), {
      from: competition.from,
      compared_from: competition.compared_from,
      compared_reason: competition.compared_reason,
      attempts: competition.attempts,
      attempts_unread: competition.attempts_unread,
      slots_unread: competition.slots_unread,
      cost_of_losing_sol: competition.cost_of_losing_sol,
      tips_unknown: curve.unknown,
      rivals: competition.rivals_total,
    }),
    ...figures(subject('won'), won),
    ...figures(subject('lost'), lost),
    ...figures(subject('uncontested'), uncontested),
    ...figures(subject('taken_by_nobody'), { count: competition.taken_by_nobody }),
    ...causes.flatMap(({ kind, ...measures }) =>
      figures(subject('lost_by_cause', kind ?? 'unknown'), measures),
    ),
  ];
}

function rates(competition: SentWalletCompetition): Cell[][] {
  const rowsOf = (part: string, entry: string | number | null, count: number, won: number) =>
    figures(subjectOf(competition, part, String(entry ?? '')), { count, won });
  return [
    ...competition.by_provider.flatMap(({ provider, count, won }) =>
      rowsOf('by_provider', provider, count, won),
    ),
    ...competition.by_leader.flatMap(({ leader, count, won }) =>
      rowsOf('by_leader', leader, count, won),
    ),
    ...competition.by_distance.flatMap(({ slots_after: slots, count, won }) =>
      rowsOf('by_slots_after', slots, count, won),
    ),
    ...competition.by_hour.flatMap(({ hour, count, won }) => rowsOf('by_hour', hour, count, won)),
  ];
}

function rivalRows(
  rival: SentWalletCompetition['rivals'][number],
  competition: SentWalletCompetition,
): Cell[][] {
  const { wallet, wallets, causes, providers, ...measures } = rival;
  return figures(subjectOf(competition, 'rival', wallet), {
    ...measures,
    wallets: wallets.join(' '),
    causes: causes.map(({ kind, count }) => `${kind ?? 'unknown'} ${count}`).join('; '),
    providers: providers.map(({ provider, count }) => `${provider ?? 'none'} ${count}`).join('; '),
  });
}
