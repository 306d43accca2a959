import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { RpcError, rpcErrorCodes, toMarketError } from './rpcError.ts';

const errorKinds: Readonly<Record<number, MarketErrorKind>> = {
  [rpcErrorCodes.internalError]: 'service-failing',
  [rpcErrorCodes.nodeUnhealthy]: 'service-failing',
};

/** Carries the JSON-RPC error that a Solana node would return. */
export class LandingError extends MarketError {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(errorKinds[code] ?? 'bad-parameter', message);
    this.code = code;
    this.data = data;
  }

  static isLandingError(error: unknown): error is LandingError {
    return error instanceof LandingError;
  }
}

/** Keeps the code of a JSON-RPC error; other failures of a node become MarketErrors. */
export const toLandingError = (error: unknown): unknown =>
  RpcError.is(error) && error.code !== null
    ? new LandingError(error.code, error.message)
    : toMarketError(error);
