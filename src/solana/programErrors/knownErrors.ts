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
  raydiumClmmErrors2026,
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

/**
 * Errors of newer versions of a program, with the first day on which they may have been deployed. To
 * renew a table: compare it with the source that it names; a changed number needs a version here.
 */
const newerVersions: ReadonlyMap<string, { readonly since: string; readonly errors: string }> =
  new Map([
    [
      'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
      { since: '2026-04-01', errors: raydiumClmmErrors2026 },
    ],
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

/**
 * Returns both names if two versions differ and it is unknown which one is deployed.
 * @param timeSeconds when the transaction ran; default: now
 */
export function findProgramError(
  program: string,
  code: number,
  timeSeconds = Date.now() / 1_000,
): KnownError | null {
  const text = plainPrograms.get(program) ?? anchorPrograms.get(program);
  if (text === undefined) return null;
  const known = tableOf(text).get(code) ?? null;
  const newer = newerVersions.get(program);
  if (newer === undefined || timeSeconds < Date.parse(newer.since) / 1_000) return known;
  const renamed = tableOf(newer.errors).get(code) ?? null;
  if (known === null || renamed === null || known.name === renamed.name) return known ?? renamed;
  return {
    name: `${known.name} or ${renamed.name}`,
    message: `${known.message}; in a newer version: ${renamed.message}`,
  };
}

export const findAnchorError = (code: number): KnownError | null =>
  tableOf(anchorErrors).get(code) ?? null;

/** `null`: not in the tables. */
export const isAnchorProgram = (program: string): boolean | null => {
  if (anchorPrograms.has(program)) return true;
  return plainPrograms.has(program) ? false : null;
};
