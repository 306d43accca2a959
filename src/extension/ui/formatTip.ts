import { t } from '@vscode/l10n';

/** `0.001 SOL to JITO`. */
export const formatTip = (amount: string, provider: string): string =>
  t({
    message: '{0} to {1}',
    args: [amount, provider],
    comment: ['A tip: its amount, and who gets it'],
  });
