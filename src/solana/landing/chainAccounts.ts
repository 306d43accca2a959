import { decodeBase58, encodeBase58 } from '../base58.ts';
import { addressLookupTableProgram } from '../knownPrograms.ts';

export interface ChainAccount {
  readonly owner: string;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

export interface LookupTable {
  readonly addresses: readonly string[];
  /** `null` while the table is active. */
  readonly deactivationSlot: bigint | null;
  readonly lastExtendedSlot: bigint;
  /** Index of the first address that the last extension added. */
  readonly lastExtendedStart: number;
}

const lookupTableHeaderBytes = 56;
/** Instructions refer to each address with one byte. */
const maxLookupTableAddresses = 256;
const notDeactivated = 2n ** 64n - 1n;

/** `null` if the account is not a lookup table. */
export function parseLookupTable({ owner, data }: ChainAccount): LookupTable | null {
  if (owner !== addressLookupTableProgram || data.length < lookupTableHeaderBytes) return null;
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  const count = (data.length - lookupTableHeaderBytes) / 32;
  if (view.readUInt32LE(0) !== 1) return null;
  // Like the chain, reject a table whose last address is truncated.
  if (!Number.isInteger(count) || count > maxLookupTableAddresses) return null;
  const deactivationSlot = view.readBigUInt64LE(4);
  const addresses: string[] = [];
  for (let at = lookupTableHeaderBytes; at < data.length; at += 32) {
    addresses.push(encodeBase58(data.subarray(at, at + 32)));
  }
  return {
    addresses,
    deactivationSlot: deactivationSlot === notDeactivated ? null : deactivationSlot,
    lastExtendedSlot: view.readBigUInt64LE(12),
    lastExtendedStart: view.readUInt8(20),
  };
}

export const recentBlockhashesSysvar = 'SysvarRecentB1ockHashes11111111111111111111';
/** A blockhash, and the fee per signature at that time. */
const recentBlockhashEntryBytes = 40;
export const blockhashLifetimeBlocks = 150;

/** From the sysvar of the last 150 blockhashes; `null` if it is not listed. */
export function blockhashAgeInBlocks({ data }: ChainAccount, blockhash: string): number | null {
  const wanted = decodeBase58(blockhash);
  if (wanted === null || wanted.length !== 32) return null;
  for (let at = 8; at + recentBlockhashEntryBytes <= data.length; at += recentBlockhashEntryBytes) {
    if (wanted.every((byte, index) => data[at + index] === byte))
      return (at - 8) / recentBlockhashEntryBytes;
  }
  return null;
}

export interface NonceAccount {
  readonly authority: string;
  readonly nonce: string;
}

const nonceAccountBytes = 80;

/** `null` if it is not a durable nonce account of the System program. */
export function parseNonceAccount({ owner, data }: ChainAccount): NonceAccount | null {
  if (!/^1+$/.test(owner) || data.length !== nonceAccountBytes) return null;
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (view.readUInt32LE(4) !== 1) return null;
  return {
    authority: encodeBase58(data.subarray(8, 40)),
    nonce: encodeBase58(data.subarray(40, 72)),
  };
}

export const lookupTableState = (
  account: ChainAccount | null,
): LookupTable | 'missing' | 'not-a-table' =>
  account === null ? 'missing' : (parseLookupTable(account) ?? 'not-a-table');
