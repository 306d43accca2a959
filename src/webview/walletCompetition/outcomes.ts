import { t } from '@vscode/l10n';
import type { CompetitionCause } from '../../api/arbscope/competition.ts';
import { causeLabels } from '../competition/competitionTexts.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';

/** What became of a contested opportunity. */
export type OutcomeKind = 'won' | CompetitionCause | 'unknown';

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly label: string;
  readonly count: number;
  /** Known net gain of whoever took them, SOL. */
  readonly gainSol: number;
  readonly unknownGains: number;
}

/** Won first, then lost ones by cause. */
export function outcomesOf(competition: SentWalletCompetition): Outcome[] {
  const { won, causes } = competition;
  return [
    {
      kind: 'won',
      label: t('Won'),
      count: won.count,
      gainSol: won.gain_sol,
      unknownGains: won.unknown_gains,
    },
    ...causes.map(
      ({ kind, count, gain_sol: gainSol, unknown_gains: unknownGains }): Outcome => ({
        kind: kind ?? 'unknown',
        label: causeText(kind),
        count,
        gainSol,
        unknownGains,
      }),
    ),
  ];
}

export const causeText = (kind: CompetitionCause | null): string =>
  kind === null ? t('Cause unknown') : causeLabels[kind]();
