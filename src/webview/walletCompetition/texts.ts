import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { LoadedWalletCompetition } from '../messages/walletCompetition.ts';

export const opportunitiesText = (count: number): string =>
  count === 1 ? t('1 opportunity') : t('{0} opportunities', formatCount(count));

/** Of gains, prices and tips that are not known: `+3 unknown`. */
export const unknownText = (count: number): string => t('+{0} unknown', formatCount(count));

/** Lamports; unknown is not 0. */
export const lamportsText = (lamports: string | null): string =>
  lamports === null ? t('unknown') : formatCount(BigInt(lamports));

export const botLabel = (
  bot: string | null,
  { bots }: Pick<LoadedWalletCompetition, 'bots'>,
): string => (bot === null ? t('unknown bot') : sanitizeText(bots[bot] ?? bot, 40));
