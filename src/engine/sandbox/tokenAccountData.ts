import { decodeBase58 } from '../../solana/base58.ts';

export interface TokenAccountContent {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  /** Wrapped SOL only: rent-exempt lamports in addition to the amount. */
  readonly nativeReserve: bigint | null;
}

export function tokenAccountData(content: TokenAccountContent): Uint8Array {
  const { mint, owner, amount, nativeReserve } = content;
  const data = new Uint8Array(tokenAccountBytes);
  const view = new DataView(data.buffer);
  data.set(decodeBase58(mint) ?? [], 0);
  data.set(decodeBase58(owner) ?? [], 32);
  view.setBigUint64(64, amount, true);
  data[108] = 1;
  if (nativeReserve !== null) {
    data[109] = 1;
    view.setBigUint64(113, nativeReserve, true);
  }
  return data;
}

export const tokenAccountBytes = 165;
