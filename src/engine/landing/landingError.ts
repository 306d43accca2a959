import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';

/** Codes of JSON-RPC and of Solana's RPC that landing answers with. */
export const landingErrorCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  simulationFailed: -32002,
  signatureFailure: -32003,
  nodeUnhealthy: -32005,
} as const;

const errorKinds: Readonly<Record<number, MarketErrorKind>> = {
  [landingErrorCodes.internalError]: 'service-failing',
  [landingErrorCodes.nodeUnhealthy]: 'service-failing',
};

/** A submission that was not taken: the JSON-RPC error that a Solana node would answer with. */
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
