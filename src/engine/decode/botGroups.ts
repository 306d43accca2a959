import { memoProgram } from '../../solana/knownPrograms.ts';

/**
 * How bots list the pools that an attempt may use: for each pool a group of accounts that begins with
 * the AMM's program. Positions count from the program.
 */
export interface GroupLayout {
  readonly pool: number;
  /** The pool's two token accounts; `null`: somewhere in the group. */
  readonly vaults: readonly [number, number] | null;
}

/** `MEViEnsc…`; its Jupiter variant is not published. */
export const smbProgram = 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz';

/**
 * SMB's groups: the program, the base mint, then accounts of the AMM. From
 * https://github.com/Cetipoo/solana-onchain-arbitrage-bot, src/transaction.rs (opcode 28) and src/v10.rs
 * (opcode 61), checked against mainnet transactions; HumidiFi, PancakeSwap, Byreal and Futarchy also
 * from public code that builds the same instruction. Read on 2026-11-29. To renew: compare with those
 * files.
 */
const smbRows: readonly (readonly [string, pool: number, vaultX: number, vaultBase: number])[] = [
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 3, 4, 5],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 3, 5, 6],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 2, 6, 7],
  ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', 2, 6, 7],
  ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', 2, 6, 7],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 5, 6, 7],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 3, 4, 5],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 2, 4, 5],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 3, 6, 7],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 4, 5, 6],
  ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 3, 4, 5],
  ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ', 2, 4, 5],
  ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 2, 7, 8],
  ['9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', 2, 3, 4],
  ['FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq', 3, 4, 5],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 2, 3, 4],
];

const smbLayouts: ReadonlyMap<string, GroupLayout> = new Map(
  smbRows.map(([program, pool, ...vaults]) => [program, { pool, vaults }]),
);

const pumpSwap = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
/** Of PumpSwap v2 in instructions of opcode 61, which say how many accounts a group has. */
const compactPump = { accounts: 10, layout: { pool: 4, vaults: [5, 6] } } as const;

/** `accounts`: of the group, if the instruction says it. */
export function smbLayout(
  program: string,
  keyAt: (position: number) => string | null,
  accounts: number | null = null,
): GroupLayout | null {
  if (program === pumpSwap && accounts === compactPump.accounts) return compactPump.layout;
  const layout = smbLayouts.get(program);
  if (layout === undefined) return null;
  // Before pools with a Token-2022 mint, and before every Whirlpool.
  return keyAt(layout.pool) === memoProgram ? shifted(layout, 1) : layout;
}

/** Older versions of SMB's program did not name the base mint. */
export function oldSmbLayout(program: string): GroupLayout | null {
  const layout = smbLayouts.get(program);
  return layout === undefined ? null : shifted(layout, -1);
}

const shifted = ({ pool, vaults }: GroupLayout, by: number): GroupLayout => ({
  pool: pool + by,
  vaults: vaults === null ? null : [vaults[0] + by, vaults[1] + by],
});

/**
 * NotArb's main program: the program, an account of the AMM for two of them, the pool. From public
 * code that reads its transactions (https://github.com/wuhanwuyanzu123/NewNottarb, HANDOFF.md, 2026-07).
 * To renew: look at recent transactions of the program. Its other programs list the accounts of the
 * AMM's own instruction after the program (`ammLayouts.ts`), seen on mainnet.
 */
export const notArbPools: ReadonlyMap<string, number> = new Map([
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 1],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 1],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 1],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 1],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 2],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 2],
]);

/**
 * AMMs whose pools own their vaults, in all of 1,200 recorded mainnet swaps. To renew: compare the owners
 * of the vaults in recent swaps. With other AMMs, all pools share one owner, or the instruction does not
 * list the owner.
 */
export const ammsWithOwnVaults: ReadonlySet<string> = new Set([
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
  'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  pumpSwap,
  'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe',
  '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp',
  'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE',
  'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j',
  'obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y',
  'fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9',
]);

/** AMM -> the account that owns the vaults of all its pools. It is never a pool itself. */
export const sharedVaultOwners: ReadonlyMap<string, string> = new Map([
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'],
]);
const sharedOwners: ReadonlySet<string> = new Set(sharedVaultOwners.values());
export const isSharedOwner = (key: string): boolean => sharedOwners.has(key);
