import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';

export interface AccountInfo extends ChainAccount {
  readonly address: string;
}

/** A transfer fee of Token-2022, as it holds from an epoch on. */
export interface TransferFee {
  readonly epoch: bigint;
  readonly maximumFee: bigint;
  readonly basisPoints: number;
}

/** A mint, with the extensions of Token-2022 that matter to traders. */
export interface OnChainMint {
  readonly program: 'spl-token' | 'spl-token-2022';
  readonly decimals: number;
  /** In the smallest unit. */
  readonly supply: bigint;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly closeAuthority: string | null;
  /** Where the mint says that its metadata is; `null` without such an extension. */
  readonly metadataPointer: string | null;
  /** The older fee holds until the newer one's epoch; `null` without such an extension. */
  readonly transferFees: { readonly older: TransferFee; readonly newer: TransferFee } | null;
}

export interface MetadataCreator {
  readonly address: string;
  readonly isVerified: boolean;
  /** Percent. */
  readonly share: number;
}

/** Anybody can write anything here: texts are bounded and without NULs, but not fit for markup. */
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

/** The members of a token's off-chain JSON that are of use; each may be missing. */
export interface OffChainMetadata {
  readonly name?: string;
  readonly symbol?: string;
  /** https, or not there. */
  readonly image?: string;
  readonly description?: string;
  readonly creator?: { readonly name?: string; readonly site?: string };
}

export interface OnChainToken {
  readonly mint: OnChainMint;
  /** `null` where there is none, or it could not be read. */
  readonly metadata: TokenMetadata | null;
  /** There is metadata, but not where or in a form that is read: who may change it is unknown. */
  readonly hasUnreadMetadata: boolean;
  /** `null` where there is none, or it is not at a place that is read. */
  readonly offChain: OffChainMetadata | null;
}

/** What a node tells of accounts on demand. Rejects with a MarketError when it does not answer. */
export interface AccountReader {
  /** By address; accounts that do not exist are not in it. */
  getAccounts(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, AccountInfo>>;
  /** In the smallest unit; mints that could not be read are not in it. Never rejects. */
  getSupplies(mints: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, bigint>>;
  /** `null` for an address that is no mint. */
  getToken(mint: string, signal?: AbortSignal): Promise<OnChainToken | null>;
  /** The addresses of a lookup table; `null` for an address that is none. */
  getLookupTable(address: string, signal?: AbortSignal): Promise<readonly string[] | null>;
}

/** What a source that is a chain tells of single transactions, of whatever age. */
export interface TransactionReader {
  /** Null for one that the chain does not know. Throws a MarketError. */
  getTransaction(signature: string, signal: AbortSignal): Promise<RpcTransaction | null>;
}
