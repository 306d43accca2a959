import type { Competition } from '../../api/arbscope/competition.ts';
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

function programNames({ route, trigger, attempts }: Competition): Record<string, string> {
  const swaps = [...attempts, ...(trigger === null ? [] : [trigger])].flatMap((one) => one.swaps);
  const programs = new Set([
    ...[...route, ...swaps].map(({ amm }) => amm),
    ...attempts.flatMap(({ failure }) => failure?.program ?? []),
    ...attempts.flatMap(({ bot }) => bot?.program ?? []),
  ]);
  const named = [...programs].flatMap((program) => {
    const name = ammPrograms.get(program)?.name ?? botPrograms.get(program)?.name;
    return name === undefined ? [] : [[program, name] as const];
  });
  return Object.fromEntries(named);
}
