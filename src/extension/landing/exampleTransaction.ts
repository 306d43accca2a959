import { usdcMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import {
  associatedTokenProgram,
  computeBudgetProgram,
  systemProgram,
  tokenProgram,
} from '../../solana/knownPrograms.ts';
import {
  type InstructionToSign,
  sandboxAmmAll,
  sandboxAmmPool,
  sandboxAmmPoolNumbers,
  sandboxAmmSwap,
} from '../../solana/sandboxAmm.ts';
import { tipAccountsByProvider } from '../../solana/tipAccounts.ts';
import { type SigningOptions, signTransaction } from './signTransaction.ts';

export const exampleKinds = ['transfer', 'arbitrage'] as const;

export type ExampleKind = (typeof exampleKinds)[number];

const transferLamports = 10_000_000n;
const tradeLamports = 3_000_000_000n;
const tipLamports = 500_000n;
/** Covers fee and tip. */
const leastGainLamports = 600_000n;
const microLamportsPerUnit = 20_000n;

const [tipAccount = ''] = tipAccountsByProvider.get('JITO') ?? [];

/** Includes a tip, like a bot's. A `transfer` goes to the payer and costs only fee and tip. */
export function signExampleTransaction(kind: ExampleKind, options: SigningOptions): Uint8Array {
  const { address } = options;
  const [computeUnits, instructions] =
    kind === 'transfer'
      ? [1_000, [transfer(address, address, transferLamports)]]
      : [100_000, arbitrage(address)];
  return signTransaction(options, [
    computeBudget(2, computeUnits, 4),
    computeBudget(3, microLamportsPerUnit, 8),
    ...instructions,
    transfer(address, tipAccount, tipLamports),
  ]);
}

/** Trades SOL for USDC and back. The last swap fails unless it earns fee and tip. */
function arbitrage(trader: string): InstructionToSign[] {
  const sol = associatedAccount(trader, wrappedSolMint);
  const usdc = associatedAccount(trader, usdcMint);
  const dear = sandboxAmmPool(sandboxAmmPoolNumbers.solDear);
  const cheap = sandboxAmmPool(sandboxAmmPoolNumbers.solCheap);
  return [
    openAccount(trader, sol, wrappedSolMint),
    openAccount(trader, usdc, usdcMint),
    transfer(trader, sol, tradeLamports),
    token(tokenTag.syncNative, [{ address: sol, isWritable: true }]),
    sandboxAmmSwap({
      ...{ pool: dear, sellsA: true, trader, traderIn: sol, traderOut: usdc },
      ...{ amountIn: tradeLamports, leastOut: 1n },
    }),
    sandboxAmmSwap({
      ...{ pool: cheap, sellsA: false, trader, traderIn: usdc, traderOut: sol },
      ...{ amountIn: sandboxAmmAll, leastOut: tradeLamports + leastGainLamports },
    }),
    ...[sol, usdc].map((account) =>
      token(tokenTag.closeAccount, [
        { address: account, isWritable: true },
        { address: trader, isWritable: true },
        { address: trader, isSigner: true },
      ]),
    ),
  ];
}

const tokenTag = { closeAccount: 9, syncNative: 17 } as const;

const token = (tag: number, accounts: InstructionToSign['accounts']): InstructionToSign => ({
  program: tokenProgram,
  accounts,
  data: Uint8Array.of(tag),
});

const associatedAccount = (owner: string, mint: string): string =>
  findProgramAddress(associatedTokenProgram, [
    { address: owner },
    { address: tokenProgram },
    { address: mint },
  ]) ?? '';

/** Creates the associated token account if it does not exist. */
const openAccount = (owner: string, account: string, mint: string): InstructionToSign => ({
  program: associatedTokenProgram,
  accounts: [
    { address: owner, isWritable: true, isSigner: true },
    { address: account, isWritable: true },
    { address: owner },
    { address: mint },
    { address: systemProgram },
    { address: tokenProgram },
  ],
  data: Uint8Array.of(1),
});

const transfer = (from: string, to: string, lamports: bigint): InstructionToSign => ({
  program: systemProgram,
  accounts: [
    { address: from, isWritable: true, isSigner: true },
    { address: to, isWritable: true },
  ],
  data: Uint8Array.from([...little(2, 4), ...little(lamports, 8)]),
});

const computeBudget = (tag: number, value: bigint | number, size: number): InstructionToSign => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.from([tag, ...little(value, size)]),
});

function little(value: bigint | number, size: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes.subarray(0, size);
}
