import { formatCsv } from '../../api/sanitizeText.ts';
import { sourceCell } from '../components/sourceBadge.tsx';
import type { LoadedWalletCompetition } from '../messages/walletCompetition.ts';
import { type Cell, csvHeader, figures } from './walletCsv.ts';

/** Unrounded, one figure per row; unknown ones are empty. As in the file of the overview. */
export function walletCompetitionCsv(content: LoadedWalletCompetition): string {
  const { wallet, won, lost, uncontested, causes, rivals, losses, ...others } = content.competition;
  const { by_provider, by_leader, by_distance, by_hour, tip_curve: curve, ...compared } = others;
  const part = (name: string, entry: Cell, measures: Readonly<Record<string, Cell>>): Cell[][] =>
    figures([name, wallet, String(entry ?? 'unknown')], measures);
  const rows = [
    ...part('compared', '', { ...compared, tips_unknown: curve.unknown }),
    ...Object.entries({ won, lost, uncontested }).flatMap(([name, group]) => part(name, '', group)),
    ...causes.flatMap(({ kind, ...group }) => part('lost_by_cause', kind, group)),
    ...by_provider.flatMap(({ provider, ...rate }) =>
      part('by_provider', provider ?? 'none', rate),
    ),
    ...by_leader.flatMap(({ leader, ...rate }) => part('by_leader', leader, rate)),
    ...by_distance.flatMap(({ slots_after, ...rate }) => part('by_slots_after', slots_after, rate)),
    ...by_hour.flatMap(({ hour, ...rate }) => part('by_hour', hour, rate)),
    ...rivals.flatMap((rival) =>
      part('rival', rival.wallet, {
        ...rival,
        wallets: rival.wallets.join(' '),
        causes: rival.causes.map(({ kind, count }) => `${kind ?? 'unknown'} ${count}`).join('; '),
        providers: rival.providers
          .map(({ provider, count }) => `${provider ?? 'none'} ${count}`)
          .join('; '),
      }),
    ),
    ...curve.points.flatMap(({ percent, ...point }) => part('tip', `${percent} %`, point)),
    ...losses.flatMap(({ signature, ...loss }) =>
      part('lost_opportunity', signature, { ...loss, cause: loss.cause ?? 'unknown' }),
    ),
  ];
  const about = [content.wish.windowSeconds, sourceCell(content), content.competition.to];
  return formatCsv([csvHeader, ...rows.map((row) => [...row, ...about])]);
}
