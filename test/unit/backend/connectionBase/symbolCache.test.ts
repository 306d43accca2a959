import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SymbolCache } from '../../../../src/backend/connectionBase/symbolCache.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';

describe('The symbol cache', () => {
  it('prefers known mints, which no response can override', () => {
    const symbols = new SymbolCache();
    symbols.learn('tokenInfo', { token: usdcMint }, { symbol: 'FAKE' });
    assert.equal(symbols.symbolOf(usdcMint), 'USDC');
    assert.equal(symbols.findMints('usdc', 5)[0], usdcMint);
    assert.deepEqual(symbols.findMints('fake', 5), []);
  });

  it('learns from token infos and routes, and lists exact matches first', () => {
    const symbols = new SymbolCache();
    symbols.learn('tokenInfo', { token: 'mint-a' }, { symbol: 'SOLAR' });
    symbols.learn(
      'transaction',
      {},
      {
        route_map_details: [
          { input_mint: 'mint-b', input_mint_info: { symbol: 'NEW' }, output_mint: 7 },
          'no step',
        ],
      },
    );
    assert.equal(symbols.symbolOf('mint-b'), 'NEW');
    const found = symbols.findMints('sol', 10);
    assert.equal(found[0], wrappedSolMint);
    assert.ok(found.includes('mint-a'));
  });

  it('rejects symbols that would disrupt a row or look like text of Arbscope', () => {
    const symbols = new SymbolCache();
    symbols.add('mint-a', '\u202eLOS\u0007');
    assert.equal(symbols.symbolOf('mint-a'), 'LOS');
    symbols.add('mint-b', 'x'.repeat(10_000));
    symbols.add('mint-c', '\u200b');
    assert.equal(symbols.symbolOf('mint-b'), '');
    assert.equal(symbols.symbolOf('mint-c'), '');
  });
});
