import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anchorDiscriminator } from '../../../../src/engine/decode/ammInstructions.ts';
import { decodeBlockTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { catMint, dogMint, trader } from './swapFixtures.ts';

const pumpSwap = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const pumpCurve = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';
const pool = address('pool of DOG');
const curve = address('curve');
const buyback = address('buyback');

/** Accounts that the decoder does not read. */
const others = (count: number) => Array.from({ length: count }, (_, at) => address(`other ${at}`));

function decode(builder: RpcTransactionBuilder) {
  const position = { slot: 1, index: 0, blockTimeSeconds: null, version: null };
  const { record } = decodeBlockTransaction(builder.build(), position, true);
  assert.deepEqual(record?.closingDifferences, []);
  return record;
}

const legsOf = (builder: RpcTransactionBuilder) =>
  decode(builder)?.legs.map((leg) => [
    ...[leg.pool, leg.inputMint, leg.inputAmount, leg.poolReceived],
    ...[leg.outputMint, leg.outputAmount, leg.poolSent],
  ]);

describe('Of Pump’s instructions of September 2026', () => {
  it('a swap over two hops is a leg for each, with the fee on the first', () => {
    const builder = new RpcTransactionBuilder(trader);
    const ownSol = builder.account(trader, wrappedSolMint);
    const ownCat = builder.account(trader, catMint);
    const [poolDog, poolSol] = [
      builder.account(pool, dogMint),
      builder.account(pool, wrappedSolMint),
    ];
    const [curveCat, curveDog] = [builder.account(curve, catMint), builder.account(curve, dogMint)];
    builder.call(
      pumpSwap,
      [
        ...[trader, ownSol, ownCat, ...others(13)],
        ...[dogMint, wrappedSolMint, pool, poolDog, poolSol],
        ...[catMint, dogMint, curve, curveCat, curveDog],
      ],
      anchorDiscriminator('multi_hop_swap'),
    );
    builder.transfer(ownSol, poolSol, 997n);
    builder.transfer(ownSol, builder.account(buyback, wrappedSolMint), 3n);
    builder.transfer(poolDog, curveDog, 50n);
    builder.call(pumpCurve, [curve], anchorDiscriminator('multi_hop_curve_swap'), 2);
    builder.transfer(curveCat, ownCat, 7n, { depth: 3 });
    assert.deepEqual(legsOf(builder), [
      [pool, wrappedSolMint, 1_000n, 997n, dogMint, 50n, 50n],
      [curve, dogMint, 50n, 50n, catMint, 7n, 7n],
    ]);
  });

  it('a sale on the curve names it, and sends what the fees leave', () => {
    const builder = new RpcTransactionBuilder(trader);
    const [ownCat, curveCat] = [builder.account(trader, catMint), builder.account(curve, catMint)];
    const accounts = [...others(5), curve, curveCat, address('unused'), trader, ownCat];
    builder.call(pumpCurve, accounts, anchorDiscriminator('sell_v3'));
    builder.transfer(ownCat, curveCat, 7n);
    builder.addLamports(curve, -993n).addLamports(trader, 990n).addLamports(buyback, 3n);
    builder.call(pumpCurve, [buyback], [1], 2);
    assert.deepEqual(legsOf(builder), [[curve, catMint, 7n, 7n, wrappedSolMint, 990n, 993n]]);
  });

  it('lamports that extend the curve’s data are rent, not input', () => {
    const builder = new RpcTransactionBuilder(trader);
    const [ownCat, curveCat] = [builder.account(trader, catMint), builder.account(curve, catMint)];
    const accounts = [...others(5), curve, curveCat, address('unused'), trader, ownCat];
    builder.call(pumpCurve, accounts, anchorDiscriminator('buy_v3'));
    builder.sendLamports(trader, curve, 36n * 5_080n, 2).sendLamports(trader, curve, 997n, 2);
    builder.sendLamports(trader, buyback, 3n, 2).transfer(curveCat, ownCat, 7n);
    const record = decode(builder);
    assert.equal(record?.legs[0]?.inputAmount, 1_000n);
    assert.equal(record?.legs[0]?.poolReceived, 997n);
    assert.equal(record?.rentLamports, 36n * 5_080n);
  });

  it('lamports that extend the pool’s data are rent, not input', () => {
    const builder = new RpcTransactionBuilder(trader);
    const [ownSol, ownDog] = [
      builder.account(trader, wrappedSolMint),
      builder.account(trader, dogMint),
    ];
    const [poolDog, poolSol] = [
      builder.account(pool, dogMint),
      builder.account(pool, wrappedSolMint),
    ];
    const accounts = [pool, trader, ...others(3), ownDog, ownSol, poolDog, poolSol];
    builder.call(pumpSwap, accounts, anchorDiscriminator('buy_v2'));
    builder.sendLamports(trader, pool, 162_560n, 2);
    builder.transfer(ownSol, poolSol, 997n).transfer(poolDog, ownDog, 50n);
    const record = decode(builder);
    assert.equal(record?.legs[0]?.inputAmount, 997n);
    assert.equal(record?.rentLamports, 162_560n);
  });
});
