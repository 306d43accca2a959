import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usdcMint } from '../../../src/solana/baseMints.ts';
import { lookAlikeSymbol } from '../../../src/solana/lookAlikeSymbol.ts';

const stranger = 'AbcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRST';

test('a symbol that imitates a well-known one on another mint is flagged with the known symbol', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['USDC', 'USDC'],
    ['usdc', 'USDC'],
    ['USDС', 'USDC'],
    ['UЅDC', 'USDC'],
    ['U\u200bSDC', 'USDC'],
    ['ＵＳＤＣ', 'USDC'],
    ['𝐔𝐒𝐃𝐂', 'USDC'],
    ['U$DC', 'USDC'],
    ['ÚSDC', 'USDC'],
    ['S0L', 'SOL'],
    ['SO1', 'SOL'],
    ['ЅОL', 'SOL'],
    ['B0NK', 'BONK'],
    ['W', 'W'],
  ];
  for (const [symbol, known] of cases)
    assert.equal(lookAlikeSymbol(stranger, symbol), known, symbol);
});

test('the well-known mint itself and other symbols are not flagged', () => {
  assert.equal(lookAlikeSymbol(usdcMint, 'USDC'), null);
  for (const symbol of ['', 'MOTTER', 'TOAD99', 'w', 'x'.repeat(10_000), '__proto__']) {
    assert.equal(lookAlikeSymbol(stranger, symbol), null, symbol);
  }
});
