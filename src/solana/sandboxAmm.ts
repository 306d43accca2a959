import { decodeBase58 } from './base58.ts';
import { findProgramAddressAndBump } from './findProgramAddress.ts';
import { tokenProgram } from './knownPrograms.ts';

/** The Sandbox's own AMM; this address has no program on real chains. */
export const sandboxAmmProgram = 'SandboxAmm111111111111111111111111111111111';

export const sandboxAmmErrors = {
  lessThanMinimum: 6000,
  accounts: 6001,
  instruction: 6002,
  amount: 6003,
} as const;

/** The pool's address owns the vaults. */
export interface SandboxAmmPool {
  readonly address: string;
  /** 8 bytes that the address is derived from. */
  readonly seed: string;
  readonly bump: number;
  readonly vaultA: string;
  readonly vaultB: string;
}

/** Cached: deriving one takes milliseconds. */
const derivedPools = new Map<number, SandboxAmmPool>();

/** Numbers start at 1; each pool is the same in every Sandbox. */
export function sandboxAmmPool(number: number): SandboxAmmPool {
  const pool = derivedPools.get(number) ?? derivePool(number);
  derivedPools.set(number, pool);
  return pool;
}

function derivePool(number: number): SandboxAmmPool {
  const seed = `pool${String(number).padStart(4, '0')}`;
  const { address, bump } = derive([seed]);
  const vault = (name: string) => derive([name, { address }]).address;
  return { address, seed, bump, vaultA: vault('vault-a'), vaultB: vault('vault-b') };
}

function derive(seeds: Parameters<typeof findProgramAddressAndBump>[1]) {
  const found = findProgramAddressAndBump(sandboxAmmProgram, seeds);
  if (found === null) throw new RangeError('no address can be derived from these seeds');
  return found;
}

/**
 * USDC pools in which SOL is more or less expensive than elsewhere; trading both is an arbitrage.
 */
export const sandboxAmmPoolNumbers = { solDear: 1, solCheap: 2 } as const;

/** `amountIn` that stands for the account's whole balance. */
export const sandboxAmmAll = 2n ** 64n - 1n;

export interface SandboxAmmSwap {
  readonly pool: SandboxAmmPool;
  readonly sellsA: boolean;
  readonly trader: string;
  readonly traderIn: string;
  readonly traderOut: string;
  readonly amountIn: bigint;
  readonly leastOut: bigint;
}

export interface InstructionToSign {
  readonly program: string;
  readonly accounts: readonly {
    readonly address: string;
    readonly isWritable?: boolean;
    readonly isSigner?: boolean;
  }[];
  readonly data: Uint8Array;
}

/** Accounts and data as in sandboxAmm.s. */
export function sandboxAmmSwap(swap: SandboxAmmSwap): InstructionToSign {
  const { pool, sellsA, trader, traderIn, traderOut } = swap;
  const [vaultIn, vaultOut] = sellsA ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
  const data = new Uint8Array(17);
  const view = new DataView(data.buffer);
  data[0] = 1;
  view.setBigUint64(1, swap.amountIn, true);
  view.setBigUint64(9, swap.leastOut, true);
  return {
    program: sandboxAmmProgram,
    accounts: [
      { address: pool.address },
      { address: trader, isSigner: true },
      { address: traderIn, isWritable: true },
      { address: vaultIn, isWritable: true },
      { address: vaultOut, isWritable: true },
      { address: traderOut, isWritable: true },
      { address: tokenProgram },
    ],
    data,
  };
}

export function sandboxAmmPoolData(
  { seed, bump, vaultA, vaultB }: SandboxAmmPool,
  mints: readonly [mintA: string, mintB: string],
  feeBasisPoints: number,
): Uint8Array {
  const data = new Uint8Array(152);
  data.set(new TextEncoder().encode(seed));
  data[8] = bump;
  new DataView(data.buffer).setBigUint64(16, BigInt(feeBasisPoints), true);
  [vaultA, vaultB, ...mints].forEach((address, index) => {
    data.set(decodeBase58(address) ?? [], 24 + index * 32);
  });
  return data;
}
