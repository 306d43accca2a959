import type { Competition, CompetitionAttempt } from '../../api/arbscope/competition.ts';
import { ammPrograms, botPrograms } from '../../solana/knownPrograms.ts';
import type { LoadedCompetition, SentCompetition } from '../../webview/messages/competition.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';

export type WalletLabels = Pick<TrackedWallets, 'addresses' | 'labelOf'>;

export interface CompetitionSource {
  readonly source: string;
  readonly isSimulated: boolean;
  readonly note: string;
}

export function buildCompetitionContent(
  competition: Competition,
  slotsAfter: number,
  about: CompetitionSource & { readonly wallets: WalletLabels },
): LoadedCompetition {
  const { wallets, ...source } = about;
  return {
    kind: 'loaded',
    slotsAfter,
    competition: withoutBigints(competition),
    programs: programNames(competition),
    tracked: trackedLabels(wallets),
    ...source,
  };
}

export const trackedLabels = (wallets: WalletLabels): Record<string, string> =>
  Object.fromEntries(wallets.addresses.map((address) => [address, wallets.labelOf(address)]));

const withoutBigints = (competition: Competition): SentCompetition =>
  JSON.parse(
    JSON.stringify(competition, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  ) as SentCompetition;

function programNames(competition: Competition): Record<string, string> {
  const { route, trigger, subject, winner, earlier_takers, rivals } = competition;
  const { own_copies, later_takers, possible } = competition;
  const lists = [[subject], winner ?? [], earlier_takers, rivals, own_copies, later_takers];
  const attempts: CompetitionAttempt[] = [...lists, possible].flat();
  const amms = [...attempts, ...(trigger === null ? [] : [trigger])].flatMap(({ swaps }) =>
    swaps.map(({ amm }) => amm),
  );
  const failed = attempts.flatMap(({ failure }) => failure?.program ?? []);
  const programs = new Set([...route.map(({ amm }) => amm), ...amms, ...failed]);
  for (const { bot } of attempts) if (bot !== null) programs.add(bot.program);
  const named = [...programs].flatMap((program) => {
    const name = ammPrograms.get(program)?.name ?? botPrograms.get(program)?.name;
    return name === undefined ? [] : [[program, name] as const];
  });
  return Object.fromEntries(named);
}
