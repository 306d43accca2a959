import { MarketError, type MarketErrorKind } from '../../interface/marketError.ts';

/** Codes of JSON-RPC and of Solana's RPC that landing answers with. */
export const landingCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  simulationFailed: -32002,
  signatureFailure: -32003,
  nodeUnhealthy: -32005,
} as const;

const kinds: Readonly<Record<number, MarketErrorKind>> = {
  [landingCodes.internalError]: 'service-failing',
  [landingCodes.nodeUnhealthy]: 'service-failing',
};

/** A submission that was not taken: the JSON-RPC error that a Solana node would answer with. */
export class LandingRefused extends MarketError {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(kinds[code] ?? 'bad-parameter', message);
    this.code = code;
    this.data = data;
  }

  static isRefused(error: unknown): error is LandingRefused {
    return error instanceof LandingRefused;
  }
}
