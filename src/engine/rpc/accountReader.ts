import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';

export interface AccountInfo extends ChainAccount {
  readonly address: string;
}

export interface TransferFee {
  readonly epoch: bigint;
  readonly maximumFee: bigint;
  readonly basisPoints: number;
}

export interface OnChainMint {
  readonly program: 'spl-token' | 'spl-token-2022';
  readonly decimals: number;
  /** In the smallest unit. */
  readonly supply: bigint;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly closeAuthority: string | null;
  /** Address in the mint; `null` without this extension. */
  readonly metadataPointer: string | null;
  /** The older fee applies until the newer fee's epoch; `null` without this extension. */
  readonly transferFees: { readonly older: TransferFee; readonly newer: TransferFee } | null;
}

export interface MetadataCreator {
  readonly address: string;
  readonly isVerified: boolean;
  /** Percent. */
  readonly share: number;
}

/** Untrusted texts: limited in length and without NULs, but not escaped for markup. */
export interface TokenMetadata {
  readonly account: string;
  readonly updateAuthority: string | null;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  readonly sellerFeeBasisPoints: number;
  readonly creators: readonly MetadataCreator[];
  readonly hasPrimarySaleHappened: boolean;
  readonly isMutable: boolean;
}

export interface OffChainMetadata {
  readonly name?: string;
  readonly symbol?: string;
  /** Always https. */
  readonly image?: string;
  readonly description?: string;
  readonly creator?: { readonly name?: string; readonly site?: string };
}

export interface OnChainToken {
  readonly mint: OnChainMint;
  /** `null` if missing or unreadable. */
  readonly metadata: TokenMetadata | null;
  /** Metadata exists in an unsupported place or form, so its update authority is unknown. */
  readonly hasUnreadMetadata: boolean;
  /** `null` if missing or at an unsupported address. */
  readonly offChain: OffChainMetadata | null;
}

/** Rejects with a MarketError if a request fails. */
export interface AccountReader {
  /** Without accounts that do not exist. */
  getAccounts(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, AccountInfo>>;
  /** In the smallest unit, without unreadable mints. Never rejects. */
  getSupplies(mints: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, bigint>>;
  /** `null` if the address is not a mint. */
  getToken(mint: string, signal?: AbortSignal): Promise<OnChainToken | null>;
  /** `null` if the address is not a lookup table. */
  getLookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null>;
  /** Slots in which programs were last deployed; without those that cannot be upgraded. */
  /** The first bytes of accounts, not cached; `null`: no account. */
  readAccounts(
    addresses: readonly string[],
    length: number,
    signal: AbortSignal,
  ): Promise<readonly (ChainAccount | null)[]>;
  getProgramSlots(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
}

export interface TransactionReader {
  /** `null` if the chain does not know it. Throws a MarketError. */
  getTransaction(signature: string, signal: AbortSignal): Promise<RpcTransaction | null>;
}
