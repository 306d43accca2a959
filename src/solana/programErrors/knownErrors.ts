import {
  associatedTokenProgram,
  signaturePrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../knownPrograms.ts';
import { type ErrorTable, type KnownError, parseErrorTable } from './errorTable.ts';
import { anchorErrors } from './tables/anchorFramework.ts';
import {
  meteoraBondingCurveErrors,
  meteoraDammV1Errors,
  meteoraDammV2Errors,
  meteoraVaultErrors,
} from './tables/meteora.ts';
import { meteoraDlmmErrors } from './tables/meteoraDlmm.ts';
import {
  jupiterErrors,
  manifestErrors,
  openBookV2Errors,
  phoenixErrors,
} from './tables/orderBooks.ts';
import { lifinityV2Errors, saberErrors, tokenSwapErrors, whirlpoolErrors } from './tables/pools.ts';
import { pumpAmmErrors, pumpErrors, pumpFeesErrors } from './tables/pump.ts';
import {
  raydiumAmmErrors,
  raydiumClmmErrors,
  raydiumCpmmErrors,
  raydiumLaunchLabErrors,
} from './tables/raydium.ts';
import {
  associatedTokenErrors,
  signatureErrors,
  systemErrors,
  token2022Errors,
  tokenErrors,
} from './tables/runtimePrograms.ts';

const plainPrograms: ReadonlyMap<string, string> = new Map([
  [systemProgram, systemErrors],
  [tokenProgram, tokenErrors],
  [token2022Program, tokenErrors + token2022Errors],
  [associatedTokenProgram, associatedTokenErrors],
  ...[...signaturePrograms.keys()].map((program) => [program, signatureErrors] as const),
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', raydiumAmmErrors],
  ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', phoenixErrors],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', manifestErrors],
  ['SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8', tokenSwapErrors],
  ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', saberErrors],
]);

/** Their own errors start at 6000. */
const anchorPrograms: ReadonlyMap<string, string> = new Map([
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', raydiumClmmErrors],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', raydiumCpmmErrors],
  ['LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', raydiumLaunchLabErrors],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', whirlpoolErrors],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', meteoraDlmmErrors],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', meteoraDammV1Errors],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', meteoraDammV2Errors],
  ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', meteoraBondingCurveErrors],
  ['24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi', meteoraVaultErrors],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', pumpErrors],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', pumpAmmErrors],
  ['pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ', pumpFeesErrors],
  ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', lifinityV2Errors],
  ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb', openBookV2Errors],
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', jupiterErrors],
]);

/** Parsed on first use. */
const tables = new Map<string, ErrorTable>();

function tableOf(text: string): ErrorTable {
  let table = tables.get(text);
  if (table === undefined) {
    table = parseErrorTable(text);
    tables.set(text, table);
  }
  return table;
}

export function findProgramError(program: string, code: number): KnownError | null {
  const text = plainPrograms.get(program) ?? anchorPrograms.get(program);
  return text === undefined ? null : (tableOf(text).get(code) ?? null);
}

export const findAnchorError = (code: number): KnownError | null =>
  tableOf(anchorErrors).get(code) ?? null;

/** `null`: not in the tables. */
export const isAnchorProgram = (program: string): boolean | null => {
  if (anchorPrograms.has(program)) return true;
  return plainPrograms.has(program) ? false : null;
};
