import type { CallOptions, MarketService } from '../../interface/marketService.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { CallRequest } from '../../market/protocol.ts';
import type { OpenedConnection } from './openedConnection.ts';
import { readCallAnswer } from './readMessages.ts';

/** Exhaustive, so that a new operation cannot be forgotten; the schemas themselves stay outside. */
const operationNames: Readonly<Record<OperationName, true>> = {
  finder: true,
  tipsByComputeUnit: true,
  tipsByGains: true,
  feesByComputeUnit: true,
  tokenInfo: true,
  walletOverview: true,
  walletTransactions: true,
  transaction: true,
  marketCache: true,
  landTransaction: true,
};

/**
 * The ten operations, answered by the market process over one connection. The process has checked
 * each answer against its schema, and the handshake has shown that it is ours, so it is trusted
 * here.
 */
export function channelService(connection: Pick<OpenedConnection, 'request'>): MarketService {
  const service = Object.fromEntries(
    Object.keys(operationNames).map((operation) => [
      operation,
      async (parameters: unknown, { signal }: CallOptions = {}) => {
        const request: Omit<CallRequest, 'connectionId'> = {
          operation: operation as OperationName,
          parameters,
        };
        return readCallAnswer(await connection.request('call', request, { signal })).result;
      },
    ]),
  );
  // The table's methods have the operations' types by the name alone.
  return service as unknown as MarketService;
}
