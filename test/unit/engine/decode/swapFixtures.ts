import { address, type RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';

/** Building blocks of decoder tests: one Whirlpool-like call per swap. */

export const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
export const raydiumCpmm = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
export const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
export const smbBot = 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz';
export const jitoTipAccount = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';

export const trader = address('trader');
export const dogMint = address('mint DOG');
export const catMint = address('mint CAT');

export interface Swap {
  readonly pool: string;
  readonly pay: readonly [mint: string, amount: bigint];
  readonly get: readonly [mint: string, amount: bigint];
  readonly owner?: string;
  readonly depth?: number;
}

const swapDiscriminator = [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8];

export function whirlpoolSwap(builder: RpcTransactionBuilder, swap: Swap): void {
  const { pool, pay, get, owner = trader, depth = 2 } = swap;
  const source = builder.account(owner, pay[0]);
  const target = builder.account(owner, get[0]);
  const vaultIn = builder.account(pool, pay[0]);
  const vaultOut = builder.account(pool, get[0]);
  const accounts = [address('token program'), owner, pool, source, vaultIn, target, vaultOut];
  builder.call(
    whirlpool,
    [...accounts, address('oracle'), pay[0], get[0]],
    [...swapDiscriminator, ...u64(pay[1])],
    depth,
  );
  builder.transfer(source, vaultIn, pay[1], { depth: depth + 1 });
  builder.transfer(vaultOut, target, get[1], { depth: depth + 1 });
}

export function unknownSwap(builder: RpcTransactionBuilder, swap: Swap): void {
  const { pool, pay, get, owner = trader, depth = 2 } = swap;
  const source = builder.account(owner, pay[0]);
  const target = builder.account(owner, get[0]);
  const vaultIn = builder.account(pool, pay[0]);
  const vaultOut = builder.account(pool, get[0]);
  builder.call(address('new AMM'), [owner, pool, source, target, vaultIn, vaultOut], [77], depth);
  builder.transfer(source, vaultIn, pay[1], { depth: depth + 1 });
  builder.transfer(vaultOut, target, get[1], { depth: depth + 1 });
}
