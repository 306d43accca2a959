import { t } from '@vscode/l10n';
import { LandingRefused } from '../../engine/landing/landingRefused.ts';
import { MarketError, type MarketErrorKind } from '../../interface/marketError.ts';

/** After these nobody knows whether the transaction was taken. */
const unsureKinds: ReadonlySet<MarketErrorKind> = new Set([
  'unreachable',
  'unreadable-answer',
  'service-failing',
  'cancelled',
]);

/** Whether a transaction may have been taken although sending it failed so. */
export function isUnsure(error: unknown): boolean {
  const kind = MarketError.is(error) ? error.kind : 'service-failing';
  return unsureKinds.has(kind) && !LandingRefused.isRefused(error);
}

/** What to say of an answer that names another signature than the transaction has; else `null`. */
export const alarmOf = (answered: string, own: string | null): string | null =>
  answered === own
    ? null
    : t(
        'The answer names another signature ({0}) than the transaction has. Do not trust this service with more before you know why.',
        answered,
      );
