import { t } from '@vscode/l10n';
import type { OperationName } from '../../api/operations.ts';

/** Names of the operations for people. Exhaustive: the schemas' own names stay outside. */
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

export const operationNames = Object.keys(operationTitles) as readonly OperationName[];
