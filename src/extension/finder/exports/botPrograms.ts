/** Programs whose pools each bot trades on, from its documentation; SMB's lists by program. */
export const smbPoolLists: ReadonlyMap<string, string> = new Map([
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'raydium_pool_list'],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 'raydium_cp_pool_list'],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'raydium_clmm_pool_list'],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 'pump_pool_list'],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'meteora_dlmm_pool_list'],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 'meteora_damm_v2_pool_list'],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 'meteora_damm_pool_list'],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'whirlpool_pool_list'],
  ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ', 'vertigo_pool_list'],
  ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 'heaven_pool_list'],
  ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'solfi_pool_list'],
]);

export const notArbPrograms: ReadonlySet<string> = new Set([
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  'GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT',
]);

/** Accounts in a transaction: of each pool, at most, and once for the program. */
export type PoolAccounts = readonly [pool: number, program: number];

/** Programs of SMB's open bot since V10, from its documentation, with the accounts of their swaps. */
export const smbV10Programs: ReadonlyMap<string, PoolAccounts> = new Map([
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', [3, 2]],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', [5, 2]],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', [9, 1]],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', [8, 10]],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', [8, 2]],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', [3, 3]],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', [11, 2]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', [7, 1]],
  ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', [9, 1]],
  ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', [9, 1]],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', [3, 1]],
]);

/** Programs whose pools V10 refuses as bridges of a triangle: Raydium CPMM, Meteora DAMM v2. */
export const smbV10NoBridges: readonly string[] = [
  'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
];

export interface BotPrograms {
  has(program: string): boolean;
}
