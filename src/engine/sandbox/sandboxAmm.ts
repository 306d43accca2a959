import { wrappedSolMint } from '../../solana/baseMints.ts';
import { tokenProgram } from '../../solana/knownPrograms.ts';
import {
  type SandboxAmmPool,
  sandboxAmmPool,
  sandboxAmmPoolData,
  sandboxAmmProgram,
} from '../../solana/sandboxAmm.ts';
import code from './amm/sandboxAmm.json' with { type: 'json' };
import type { MirroredPool } from './mirroredPools.ts';
import { tokenAccountBytes, tokenAccountData } from './tokenAccountData.ts';
import type { VirtualMachine } from './virtualMachine.ts';

const feeBasisPoints = 10;
/** Millionths. Its sign alternates between pools, so the two pools of a pair offer an arbitrage. */
const premium = 5_000n;
const million = 1_000_000n;

interface CopiedPool extends SandboxAmmPool {
  readonly number: number;
  readonly mirrored: MirroredPool;
  second: number;
}

/** Pools follow the market's prices: a trade affects the price only until the end of its block. */
export class SandboxAmm {
  readonly #machine: VirtualMachine;
  readonly #byVault = new Map<string, CopiedPool>();
  readonly #rent: bigint;

  constructor(machine: VirtualMachine, mirrored: readonly MirroredPool[]) {
    this.#machine = machine;
    this.#rent = BigInt(machine.rentExemption(tokenAccountBytes));
    if (mirrored.length === 0) return;
    machine.addProgram(sandboxAmmProgram, Buffer.from(code.program, 'base64'));
    mirrored.forEach((copied, at) => {
      const number = at + 1;
      const pool = { ...sandboxAmmPool(number), number, mirrored: copied, second: Number.NaN };
      const data = sandboxAmmPoolData(pool, [copied.mintA, copied.mintB], feeBasisPoints);
      const balance = BigInt(machine.rentExemption(data.length));
      machine.setAccount(pool.address, { owner: sandboxAmmProgram, lamports: balance, data });
      for (const vault of [pool.vaultA, pool.vaultB]) this.#byVault.set(vault, pool);
    });
  }

  follow(second: number, accounts: Iterable<string> = this.#byVault.keys()): void {
    for (const account of accounts) {
      const pool = this.#byVault.get(account);
      if (pool === undefined || pool.second === second) continue;
      pool.second = second;
      const { address, mirrored, vaultA, vaultB } = pool;
      const [reserveA, reserveB] = mirrored.reservesAt(second);
      const factor = pool.number % 2 === 1 ? million + premium : million - premium;
      this.#setVault(vaultA, mirrored.mintA, address, reserveA);
      this.#setVault(vaultB, mirrored.mintB, address, (reserveB * factor) / million);
    }
  }

  #setVault(vault: string, mint: string, owner: string, amount: bigint): void {
    const nativeReserve = mint === wrappedSolMint ? this.#rent : null;
    this.#machine.setAccount(vault, {
      owner: tokenProgram,
      lamports: this.#rent + (nativeReserve === null ? 0n : amount),
      data: tokenAccountData({ mint, owner, amount, nativeReserve }),
    });
  }
}
