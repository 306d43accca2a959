/** Edited configs, parsed by independent parsers. */
import assert from 'node:assert/strict';
import { parse } from 'smol-toml';
import type { BotConfig, ConfigForm, TextChange } from '../../../src/botConfig/model.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import type { PoolAddition } from '../../../src/botConfig/poolAddition.ts';
import { applyChanges } from '../../../src/botConfig/textChanges.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { addressOf } from '../extension/finder/exports/finderResponses.ts';

export const programs = {
  raydium: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  cpmm: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  clmm: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  pump: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  dlmm: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  dammV1: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  orca: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  unknown: 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ',
} as const;

export const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
export const wif = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';
export const [sol, usdc] = [wrappedSolMint, usdcMint];

/** Addresses that occur in no example. */
export const pool = (number: number): string => addressOf(900_000 + number);

export const addition = (
  number: number,
  program: string = programs.orca,
  mints: readonly string[] = [bonk, sol],
  more: Partial<PoolAddition> = {},
): PoolAddition => ({
  ...{ pool: pool(number), program, mints, group: null, newGroup: null, comment: '' },
  ...more,
});

export function read(text: string, form?: ConfigForm): BotConfig {
  const { config } = parseConfig(text, { form });
  assert.ok(config !== null, text);
  return config;
}

export function readData(text: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
  if (/^\s*(?:\{|\[\s*["[\]]\s*(?:"|[1-9A-HJ-NP-Za-km-z]{32,44}"|\]))/.test(content)) {
    return JSON.parse(content);
  }
  return JSON.parse(JSON.stringify(parse(content)));
}

export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

export const edit = (text: string, changes: readonly TextChange[]): string => {
  let last = -1;
  for (const { range } of changes.toSorted((one, other) => one.range.start - other.range.start)) {
    assert.ok(range.start >= last, 'changes overlap');
    last = range.end;
  }
  return applyChanges(text, changes);
};

/** Asserts that all lines except the named ones are still there, in order. */
export function assertLinesKept(
  before: string,
  after: string,
  changed: (line: string) => boolean = () => false,
): void {
  const lines = after.split('\n');
  let at = 0;
  for (const line of before.split('\n')) {
    if (changed(line)) continue;
    const found = lines.indexOf(line, at);
    assert.ok(found >= 0, `lost the line ${JSON.stringify(line)}\n${after}`);
    at = found + 1;
  }
}
