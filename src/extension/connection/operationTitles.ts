import type { OperationName } from '../../interface/operations.ts';

/** Names of the operations for people. Exhaustive: the schemas' own names stay outside. */
export const operationTitles: Readonly<Record<OperationName, string>> = {
  finder: 'Finder',
  tipsByComputeUnit: 'Tips by compute unit',
  tipsByGains: 'Tips by gains',
  feesByComputeUnit: 'Fees by compute unit',
  tokenInfo: 'Token info',
  walletOverview: 'Wallet overview',
  walletTransactions: 'Wallet transactions',
  transaction: 'Transaction',
  marketCache: 'Market cache',
  landTransaction: 'Landing',
};

/** Every operation by its name. */
export const operationNames = Object.keys(operationTitles) as readonly OperationName[];
