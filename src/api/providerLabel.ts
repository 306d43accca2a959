import { t } from '@vscode/l10n';
import { sanitizeText } from './sanitizeText.ts';

/** The name of a provider for people; data and files have `NO_PROVIDER`. */
export const providerLabel = (provider: string, maxLength = 40): string =>
  provider === 'NO_PROVIDER' ? t('No provider') : sanitizeText(provider, maxLength);
