import { MarketError } from '../../interface/marketError.ts';
import type { MarketService } from '../../interface/marketService.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { AnswerContext } from './context.ts';
import { answerFinder } from './finder.ts';
import { answerTokenInfo } from './tokenInfo.ts';
import { answerTransaction } from './transaction.ts';

/** The operations, each from its own file. Parameters have been checked against their schema. */
export function engineService(context: AnswerContext): MarketService {
  return {
    finder: (parameters, options) => answerFinder(context, parameters, options),
    transaction: (parameters, options) => answerTransaction(context, parameters, options),
    tokenInfo: (parameters) => answerTokenInfo(context, parameters),
    tipsByComputeUnit: () => lacking('tipsByComputeUnit'),
    tipsByGains: () => lacking('tipsByGains'),
    feesByComputeUnit: () => lacking('feesByComputeUnit'),
    walletOverview: () => lacking('walletOverview'),
    walletTransactions: () => lacking('walletTransactions'),
    marketCache: () => lacking('marketCache'),
    landTransaction: () => lacking('landTransaction'),
  };
}

function lacking(operation: OperationName): Promise<never> {
  return Promise.reject(
    new MarketError(
      'plan-lacks-operation',
      `The embedded service does not offer ${operation} yet.`,
    ),
  );
}
