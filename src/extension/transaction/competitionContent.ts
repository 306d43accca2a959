import type { Competition } from '../../api/arbscope/competition.ts';
import type { LoadedCompetition } from '../../webview/messages/competition.ts';
import {
  programNames,
  trackedLabels,
  type WalletLabels,
  withoutBigints,
} from '../shared/competitionMessage.ts';

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
    programs: programNames(programsOf(competition)),
    tracked: trackedLabels(wallets),
    ...source,
  };
}

function programsOf({ route, trigger, attempts }: Competition): Set<string> {
  const swaps = [...attempts, ...(trigger === null ? [] : [trigger])].flatMap((one) => one.swaps);
  return new Set([
    ...[...route, ...swaps].map(({ amm }) => amm),
    ...attempts.flatMap(({ failure }) => failure?.program ?? []),
    ...attempts.flatMap(({ bot }) => bot?.program ?? []),
  ]);
}
