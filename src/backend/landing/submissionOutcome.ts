import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { LandingError } from '../../engine/landing/landingError.ts';

/** After these nobody knows whether the transaction was taken. */
const unknownOutcomeKinds: ReadonlySet<MarketErrorKind> = new Set([
  'unreachable',
  'unreadable-answer',
  'service-failing',
  'cancelled',
]);

/** Whether a transaction may have been taken although sending it failed so. */
export function isOutcomeUnknown(error: unknown): boolean {
  const kind = MarketError.is(error) ? error.kind : 'service-failing';
  return unknownOutcomeKinds.has(kind) && !LandingError.isLandingError(error);
}

/** What to say of an answer that names another signature than the transaction has; else `null`. */
export const signatureMismatchAlarm = (answered: string, own: string | null): string | null =>
  answered === own
    ? null
    : t(
        'The response has a different signature ({0}) than the transaction. Do not trust this service.',
        answered,
      );
