import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { PriceTracker } from '../../../../src/engine/prices/priceTracker.ts';
import { computeValuation } from '../../../../src/engine/store/recordValuation.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { lendingPrograms, terminalPrograms } from '../../../../src/solana/knownPrograms.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import {
  dogMint,
  jitoTipAccount,
  jupiter,
  smbBot,
  trader,
  whirlpool,
  whirlpoolSwap,
} from './swapFixtures.ts';

const [firstPool, secondPool] = [address('first pool'), address('second pool')];
const newBot = address('a new bot');
const makers = address('makers of the new bot');

/** SOL -> DOG -> SOL with a gain of 9,000 lamports; the AMM calls are at `depth`. */
function swapBack(builder: RpcTransactionBuilder, depth: number): RpcTransactionBuilder {
  const [pay, get] = [[wrappedSolMint, 1_000n] as const, [dogMint, 9n] as const];
  whirlpoolSwap(builder, { pool: firstPool, pay, get, depth });
  const back = [wrappedSolMint, 10_000n] as const;
  whirlpoolSwap(builder, { pool: secondPool, pay: get, get: back, depth });
  return builder;
}

const build = () => new RpcTransactionBuilder(trader);

function recordOf(builder: RpcTransactionBuilder) {
  const { record } = decodeTransaction(builder.build());
  assert.equal(record?.type, 'arbitrage');
  assert.deepEqual(record.closingDifferences, []);
  return record;
}

const netLamports = (record: ReturnType<typeof recordOf>) =>
  Math.round((computeValuation(record, new PriceTracker()).netGainsSol ?? 0) * 1e9);

describe('The bot program of an arbitrage', () => {
  const unlabeled = { family: newBot, program: newBot };

  it('is the unlisted program that calls the AMMs, identified by its address', () => {
    assert.deepEqual(recordOf(swapBack(build().call(newBot, [trader], [1]), 2)).bot, unlabeled);
  });

  it('is the outermost program if that calls a router', () => {
    const builder = build().call(newBot, [trader], [1]).call(jupiter, [trader], [1], 2);
    assert.deepEqual(recordOf(swapBack(builder, 3)).bot, unlabeled);
  });

  it('is the program that a flash lender calls, not the lender', () => {
    const [lender = ''] = lendingPrograms.keys();
    const builder = build().call(lender, [trader], [1]).call(newBot, [trader], [1], 2);
    assert.deepEqual(recordOf(swapBack(builder, 3)).bot, unlabeled);
  });

  it('has its family if it is listed, whichever program calls it', () => {
    const builder = build().call(newBot, [trader], [1]).call(smbBot, [trader], [1], 2);
    assert.deepEqual(recordOf(swapBack(builder, 3)).bot, { family: 'SMB', program: smbBot });
  });

  it('is unknown if the wallet calls a router or the AMMs directly', () => {
    assert.equal(recordOf(swapBack(build().call(jupiter, [trader], [1]), 2)).bot, null);
    assert.equal(recordOf(swapBack(build(), 1)).bot, null);
  });

  it('is the program that sends lamports from the gain after a router call', () => {
    const builder = swapBack(build().call(jupiter, [trader], [1]), 2).call(newBot, [trader], [2]);
    assert.deepEqual(
      recordOf(builder.sendLamports(trader, jitoTipAccount, 500n, 2)).bot,
      unlabeled,
    );
  });
});

describe('A payment to an unknown account', () => {
  it('is a bot fee, which lowers the net gain, if the bot’s program pays it by CPI', () => {
    const builder = swapBack(build().call(jupiter, [trader], [1]), 2).call(newBot, [trader], [2]);
    builder.sendLamports(trader, jitoTipAccount, 500n, 2).sendLamports(trader, makers, 1_500n, 2);
    const record = recordOf(builder);
    assert.deepEqual(record.botFees, [{ to: makers, mint: wrappedSolMint, amount: 1_500n }]);
    assert.deepEqual(record.otherPayments, []);
    assert.equal(netLamports(record), 9_000 - 500 - 1_500 - 5_000);
  });

  it('is listed without an effect on the net gain if the wallet pays it at top level', () => {
    const builder = swapBack(build().call(newBot, [trader], [1]), 2);
    const record = recordOf(builder.sendLamports(trader, address('a stranger'), 1_500n));
    assert.deepEqual(record.botFees, []);
    assert.deepEqual(record.otherPayments, [
      { to: address('a stranger'), mint: wrappedSolMint, amount: 1_500n },
    ]);
    assert.equal(netLamports(record), 9_000 - 5_000);
  });
});

describe('A remainder in a router’s shared account', () => {
  const router = address('authority of the router');

  /** Pays `paid` lamports to the router's account, which pays `taken` of them to the pool. */
  function throughSharedAccount(paid: bigint, taken: bigint) {
    const builder = build().call(jupiter, [trader], [1]);
    const own = builder.account(trader, wrappedSolMint);
    builder.transfer(own, builder.account(router, wrappedSolMint), paid);
    const get = [dogMint, 9n] as const;
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, taken], get, owner: router });
    const shared = builder.account(router, dogMint);
    builder.transfer(shared, builder.account(trader, dogMint), 9n);
    const back = [wrappedSolMint, taken + 500n] as const;
    whirlpoolSwap(builder, { pool: secondPool, pay: get, get: back });
    const { record } = decodeTransaction(builder.build());
    assert.equal(record?.type, 'arbitrage');
    return record;
  }

  it('is a closing difference: the wallet gained less than the legs', () => {
    const { grossGains, closingDifferences } = throughSharedAccount(100_003n, 100_000n);
    assert.deepEqual(grossGains, [{ mint: wrappedSolMint, amount: 500n }]);
    assert.deepEqual(closingDifferences, [{ mint: wrappedSolMint, amount: -3n }]);
  });

  it('is absent if the router passes on the full amount', () => {
    assert.deepEqual(throughSharedAccount(100_000n, 100_000n).closingDifferences, []);
  });

  it('is not assumed if a bot’s vault trades alone and keeps the gain', () => {
    const vault = { owner: router, get: [dogMint, 9n] as const };
    const builder = build().call(newBot, [trader], [1]);
    whirlpoolSwap(builder, { ...vault, pool: firstPool, pay: [wrappedSolMint, 100_000n] });
    const back = { pay: vault.get, get: [wrappedSolMint, 100_050n] as const, owner: router };
    whirlpoolSwap(builder, { ...back, pool: secondPool });
    const record = recordOf(builder);
    assert.deepEqual(record.gainOwners, [router]);
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 50n }]);
  });
});

describe('The bot program of an attempt without a swap', () => {
  const raydiumV4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
  const orderBook = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX';
  const attempt = (program: string, ...amms: readonly string[]) =>
    build().call(program, [...amms, ...others], [1]);
  const others = Array.from({ length: 10 }, (_, at) => address(`account ${at}`));
  const error = { InstructionError: [0, { Custom: 6000 }] };
  const typeAndBot = (builder: RpcTransactionBuilder) => {
    const { record } = decodeTransaction(builder.build());
    return record === null ? null : [record.type, record.bot?.program];
  };

  it('is the unlisted program that the wallet calls with two AMM programs', () => {
    const builder = () => attempt(newBot, whirlpool, raydiumV4);
    assert.deepEqual(typeAndBot(builder()), ['bot-no-profit', newBot]);
    assert.deepEqual(typeAndBot(builder().fail(error)), ['failed', newBot]);
  });

  it('is unknown with one AMM, also if that names its order book', () => {
    for (const builder of [attempt(newBot, whirlpool), attempt(newBot, raydiumV4, orderBook)]) {
      assert.equal(typeAndBot(builder), null);
    }
    assert.equal(typeAndBot(attempt(newBot, raydiumV4, orderBook).fail(error)), null);
  });

  it('is never a router or terminal, which name two AMMs for a trade over two pools', () => {
    assert.equal(typeAndBot(attempt(jupiter, whirlpool, raydiumV4).fail(error)), null);
    const [terminal = ''] = terminalPrograms.keys();
    assert.equal(typeAndBot(attempt(terminal, whirlpool, raydiumV4).fail(error)), null);
  });
});
