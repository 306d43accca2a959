import { t } from '@vscode/l10n';
import type { OperationName } from '../../api/operations.ts';

/** Exhaustive, since the extension's bundle excludes the schemas. */
export const operationTitles: Readonly<Record<OperationName, string>> = {
  finder: t('Finder'),
  tipsByComputeUnit: t('Tips by compute unit'),
  tipsByGains: t('Tips by gains'),
  feesByComputeUnit: t('Fees by compute unit'),
  tokenInfo: t('Token info'),
  walletOverview: t('Wallet overview'),
  walletTransactions: t('Wallet transactions'),
  transaction: t('Transaction'),
  marketCache: t('Market cache'),
  landTransaction: t('Landing'),
};
