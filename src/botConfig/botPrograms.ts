import { usdcMint, wrappedSolMint } from '../solana/baseMints.ts';
import type { ConfigForm } from './model.ts';

/** Accounts that a swap of SMB's V10 bot adds to a transaction. */
export interface V10Accounts {
  /** Maximum per pool. */
  readonly pool: number;
  /** Once for all pools of the program. */
  readonly program: number;
  /** False if V10 rejects the pools as bridges of a triangle. */
  readonly canBridge: boolean;
}

type BotProgram = readonly [
  program: string,
  smbPoolList: string | null,
  isOfSmbMarkets: boolean,
  isOfNotArb: boolean,
  v10: readonly [pool: number, program: number, canBridge?: false] | null,
];

/**
 * Each form of a config has its own programs. Sources: the bots' documentation; for flat markets
 * `detect_pool_kind` of src/refresh.rs before V10, and for V10 `venue` of src/v10.rs, both in
 * https://github.com/Cetipoo/solana-onchain-arbitrage-bot. To renew: compare with these two functions
 * and with the bots' documentation.
 */
const botPrograms: readonly BotProgram[] = [
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'raydium_pool_list', true, true, [3, 2]],
  [
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    ...(['raydium_cp_pool_list', true, true, [5, 2, false]] as const),
  ],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'raydium_clmm_pool_list', true, true, [9, 1]],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 'pump_pool_list', true, true, [8, 10]],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'meteora_dlmm_pool_list', true, true, [8, 2]],
  [
    'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    ...(['meteora_damm_v2_pool_list', true, true, [3, 3, false]] as const),
  ],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 'meteora_damm_pool_list', true, false, [11, 2]],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'whirlpool_pool_list', true, true, [7, 1]],
  ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ', 'vertigo_pool_list', true, false, null],
  ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 'heaven_pool_list', true, false, null],
  ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'solfi_pool_list', false, false, null],
  ['GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT', null, false, true, null],
  ['FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq', null, true, false, null],
  ['9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', null, true, false, null],
  ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', null, true, false, [9, 1]],
  ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', null, true, false, [9, 1]],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', null, false, false, [3, 1]],
];

/** The list of an entry for a mint that takes each program's pools. */
export const smbPoolLists: ReadonlyMap<string, string> = new Map(
  botPrograms.flatMap(([program, list]) => (list === null ? [] : [[program, list] as const])),
);

export const smbMarketPrograms: ReadonlySet<string> = new Set(
  botPrograms.flatMap(([program, , isOfSmbMarkets]) => (isOfSmbMarkets ? [program] : [])),
);

export const notArbPrograms: ReadonlySet<string> = new Set(
  botPrograms.flatMap(([program, , , isOfNotArb]) => (isOfNotArb ? [program] : [])),
);

/** For SMB's open bot since its V10 program. */
export const smbV10Programs: ReadonlyMap<string, V10Accounts> = new Map(
  botPrograms.flatMap(([program, , , , v10]): [string, V10Accounts][] => {
    if (v10 === null) return [];
    const [ofPool, ofProgram, canBridge = true] = v10;
    return [[program, { pool: ofPool, program: ofProgram, canBridge }]];
  }),
);

/** Null if the form lists no pools for a bot. */
export const programsOfForms: Readonly<
  Record<ConfigForm, ReadonlySet<string> | ReadonlyMap<string, unknown> | null>
> = {
  'smb-mints': smbPoolLists,
  'smb-markets': smbMarketPrograms,
  'smb-finder': null,
  'smb-v10': smbV10Programs,
  'notarb-json': notArbPrograms,
  'notarb-toml': notArbPrograms,
  'notarb-bot': null,
  'lookup-tables': null,
  addresses: null,
};

/** Empty: any program. The bot ignores pools of other programs. */
export const programsOfForm = (form: ConfigForm): readonly string[] => [
  ...(programsOfForms[form]?.keys() ?? []),
];

export interface BotPrograms {
  has(program: string): boolean;
}

/** Base tokens of SMB's own finder client, and the keys that enable them. */
export const smbFinderBaseMints: ReadonlyMap<string, string> = new Map([
  [wrappedSolMint, 'enable_sol_pool'],
  [usdcMint, 'enable_usdc_pool'],
  ['USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB', 'enable_usd1_pool'],
]);

/** By their name in the file. */
export const smbV10Settlements: ReadonlyMap<string, string> = new Map([
  ['SOL', wrappedSolMint],
  ['USDC', usdcMint],
]);
