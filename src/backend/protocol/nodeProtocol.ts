import type { ConnectionSettings } from './connectionProtocol.ts';

/** Request `lookupTable`: how many addresses an address lookup table holds, out of the chain. */
export interface LookupTableRequest {
  readonly connectionId: string;
  readonly address: string;
}

export interface LookupTableResponse {
  /** `null` for an address that is none, and where the connection has no chain to ask. */
  readonly addresses: number | null;
}

/**
 * Request `readTransaction`: a transaction that a node tells, decoded; nothing is opened, followed
 * or indexed for it. Answered with a `CallAnswer` of the transaction operation.
 */
export interface TransactionRequest {
  /** Of a node. */
  readonly settings: ConnectionSettings;
  readonly signature: string;
}
