import { decodeBase58 } from '../../solana/base58.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import {
  addressLookupTableProgram,
  systemProgram,
  token2022Program,
} from '../../solana/knownPrograms.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { vaultAPosition, vaultBPosition } from './poolAccounts.ts';
import type { SimulatedMarket } from './simulatedMarket.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';
import { tokenAccountBytes, tokenAccountData } from './tokenAccountData.ts';

/** Lamports. */
export type RentExemption = (dataBytes: number) => bigint;

/** So that transactions of the market's own bots can be simulated. */
const searcherLamports = 25_000_000_000n;

/** Pools have their usual reserves, unaffected by the market's own trades. */
export function* simulatedAccounts(
  { tokens, pools, wallets }: Pick<SimulatedMarket, 'tokens' | 'pools' | 'wallets'>,
  rent: RentExemption,
): Generator<readonly [address: string, ChainAccount]> {
  const account = (owner: string, data: Uint8Array): ChainAccount => ({
    owner,
    lamports: rent(data.length),
    data,
  });
  for (const { address } of wallets.searchers) {
    yield [address, { owner: systemProgram, lamports: searcherLamports, data: new Uint8Array() }];
  }
  for (const token of tokens) {
    // The chain already has the mint of wrapped SOL.
    if (token.mint !== wrappedSolMint) yield [token.mint, account(token.program, mintData(token))];
  }
  for (const pool of pools.all) {
    yield* tokenAccounts(pool, rent);
    const { accountKey } = pool.lookup;
    const addresses = [...pool.writable, ...pool.readonly];
    yield [accountKey, account(addressLookupTableProgram, lookupTableData(addresses))];
  }
  const { lookupTable, addresses } = pools.shared;
  yield [lookupTable, account(addressLookupTableProgram, lookupTableData(addresses))];
}

function* tokenAccounts(
  pool: SimulatedPool,
  rent: RentExemption,
): Generator<readonly [address: string, ChainAccount]> {
  const { tokenA, tokenB, vaultOwner, feeAccounts, writable } = pool;
  const reserve = ({ priceUsd, decimals }: SimulatedToken) =>
    BigInt(Math.floor((pool.liquidityUsd / 2 / priceUsd) * 10 ** decimals));
  const reserveB = reserve(tokenB);
  const holdings = [
    { at: vaultAPosition, token: tokenA, owner: vaultOwner, amount: reserve(tokenA) },
    { at: vaultBPosition, token: tokenB, owner: vaultOwner, amount: reserveB },
    ...feeAccounts.map((fee) => ({ ...fee, token: tokenB, amount: reserveB / 97n })),
  ];
  for (const { at, token, owner, amount } of holdings) {
    const isNative = token.mint === wrappedSolMint;
    const extensions = token.transferFeeBasisPoints > 0 ? withheldAmount : [];
    const reserved = rent(tokenAccountBytes + extensions.length);
    const nativeReserve = isNative ? reserved : null;
    const content = { mint: token.mint, owner, amount, nativeReserve };
    const data = concat([tokenAccountData(content), Uint8Array.from(extensions)]);
    const lamports = isNative ? reserved + amount : reserved;
    yield [writable[at] ?? '', { owner: token.program, lamports, data }];
  }
}

/** Extensions of Token-2022: the account's type, then type, length and value of each. */
const accountTypes = { mint: 1, tokenAccount: 2 } as const;
const transferFeeConfig = { type: 1, bytes: 108 } as const;
/** Required in every account of a mint with transfer fees; nothing is withheld. */
const withheldAmount: readonly number[] = [
  accountTypes.tokenAccount,
  ...[2, 0, 8, 0],
  ...new Array<number>(8).fill(0),
];

function mintData(token: SimulatedToken): Uint8Array {
  const base = concat([
    optionalKey(token.mintAuthority),
    u64(token.supply),
    Uint8Array.of(token.decimals, 1),
    optionalKey(token.freezeAuthority),
  ]);
  if (token.program !== token2022Program || token.transferFeeBasisPoints === 0) return base;
  const fee = concat([u64(0n), u64(2n ** 64n - 1n), u16(token.transferFeeBasisPoints)]);
  return concat([
    base,
    new Uint8Array(tokenAccountBytes - base.length),
    Uint8Array.of(accountTypes.mint),
    u16(transferFeeConfig.type),
    u16(transferFeeConfig.bytes),
    // No authorities to change or withdraw the fee, and nothing withheld in the mint.
    new Uint8Array(32 + 32 + 8),
    fee,
    fee,
  ]);
}

/** An active table without authority, last extended long ago. */
const lookupTableData = (addresses: readonly string[]): Uint8Array =>
  concat([
    Uint8Array.of(1, 0, 0, 0),
    u64(2n ** 64n - 1n),
    u64(1n),
    new Uint8Array(56 - 20),
    ...addresses.map(key),
  ]);

const concat = (parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts as Uint8Array[]));

const key = (address: string): Uint8Array => decodeBase58(address) ?? new Uint8Array(32);

const optionalKey = (address: string | null): Uint8Array =>
  address === null ? new Uint8Array(36) : concat([Uint8Array.of(1, 0, 0, 0), key(address)]);

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
