import type { TObject, TSchema } from 'typebox';
import type { OperationDefinition } from './defineOperation.ts';
import { finder } from './finder.ts';
import { landTransaction } from './landTransaction.ts';
import { marketCache } from './marketCache.ts';
import { feesByComputeUnit, tipsByComputeUnit, tipsByGains } from './percentiles.ts';
import { tokenInfo } from './tokenInfo.ts';
import { transaction } from './transaction.ts';
import { walletOverview } from './walletOverview.ts';
import { walletTransactions } from './walletTransactions.ts';

export const operations = {
  finder,
  tipsByComputeUnit,
  tipsByGains,
  feesByComputeUnit,
  tokenInfo,
  walletOverview,
  walletTransactions,
  transaction,
  marketCache,
  landTransaction,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Without the type of each, for code that treats all alike. */
export const operationEntries = Object.entries(operations) as readonly (readonly [
  OperationName,
  OperationDefinition<TObject, TSchema>,
])[];
