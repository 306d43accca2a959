import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import {
  catMint,
  dogMint,
  jitoTipAccount,
  jupiter,
  raydiumCpmm,
  smbBot,
  trader,
  unknownSwap,
  whirlpool,
  whirlpoolSwap,
} from './swapFixtures.ts';

const firstPool = address('first pool');
const secondPool = address('second pool');

/** SOL -> DOG -> SOL over two pools, with a gain of 1,000 lamports. */
function simpleCycle(builder = new RpcTransactionBuilder(trader)): RpcTransactionBuilder {
  builder.call(address('a bot nobody knows'), [trader], [1]);
  whirlpoolSwap(builder, {
    pool: firstPool,
    pay: [wrappedSolMint, 50_000n],
    get: [dogMint, 700n],
  });
  whirlpoolSwap(builder, {
    pool: secondPool,
    pay: [dogMint, 700n],
    get: [wrappedSolMint, 51_000n],
  });
  return builder;
}

const recordOf = (builder: RpcTransactionBuilder) => {
  const { record } = decodeTransaction(builder.build());
  assert.ok(record);
  return record;
};

describe('A transaction', () => {
  it('is an arbitrage if it is a cycle over two pools with a gain, with exact amounts', () => {
    const record = recordOf(simpleCycle());
    assert.equal(record.type, 'arbitrage');
    assert.equal(record.baseMint, wrappedSolMint);
    assert.equal(record.baseInput, 50_000n);
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 1_000n }]);
    assert.deepEqual(
      record.legs.map(({ program, pool, inputAmount, outputAmount }) => [
        program,
        pool,
        inputAmount,
        outputAmount,
      ]),
      [
        [whirlpool, firstPool, 50_000n, 700n],
        [whirlpool, secondPool, 700n, 51_000n],
      ],
    );
    assert.deepEqual(record.closingDifferences, []);
  });

  it('is an arbitrage with a split route, whose legs do not form a chain', () => {
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 900n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 400n], get: [catMint, 40n] });
    whirlpoolSwap(builder, {
      pool: address('third pool'),
      pay: [dogMint, 500n],
      get: [wrappedSolMint, 60n],
    });
    whirlpoolSwap(builder, {
      pool: address('fourth pool'),
      pay: [catMint, 40n],
      get: [wrappedSolMint, 50n],
    });
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 10n }]);
  });

  it('reports the rest of a middle mint as a separate gain', () => {
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 907n] });
    whirlpoolSwap(builder, {
      pool: secondPool,
      pay: [dogMint, 900n],
      get: [wrappedSolMint, 103n],
    });
    assert.deepEqual(recordOf(builder).grossGains, [
      { mint: wrappedSolMint, amount: 3n },
      { mint: dogMint, amount: 7n },
    ]);
  });

  it('is recognized on an unknown AMM by its transfers', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    unknownSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.equal(record.legs[0]?.program, address('new AMM'));
    assert.equal(record.legs[0]?.pool, firstPool);
  });

  it('has the unknown AMM in its reason if a swap on it cannot be read', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    unknownSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
    const [source, vault] = [
      builder.account(trader, catMint),
      builder.account(secondPool, catMint),
    ];
    // The AMM takes a second token too, so the input is ambiguous.
    builder.transfer(source, vault, 5n, { depth: 3 });
    const { record, reason } = decodeTransaction(builder.build());
    assert.equal(record, null);
    assert.equal(reason, `a swap on an unknown AMM cannot be read: ${address('new AMM')}`);
  });

  it('is not an arbitrage if it uses a single pool', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: firstPool, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
    const { record, reason } = decodeTransaction(builder.build());
    assert.equal(record, null);
    assert.match(reason, /one pool/);
  });

  it('is not an arbitrage if two signers trade against each other', () => {
    const other = address('other signer');
    const builder = new RpcTransactionBuilder(trader, [other]).call(
      address('a bot'),
      [trader],
      [1],
    );
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, {
      pool: firstPool,
      pay: [dogMint, 9n],
      get: [wrappedSolMint, 120n],
      owner: other,
    });
    assert.equal(decodeTransaction(builder.build()).record, null);
  });

  it('is an arbitrage of the signer with the cycle, even if another signer pays the fee', () => {
    const sponsor = address('sponsor');
    const builder = simpleCycle(new RpcTransactionBuilder(sponsor, [trader]));
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.equal(record.wallet, sponsor);
    assert.deepEqual(record.gainOwners, [trader]);
  });

  it('is not an arbitrage if it sells a middle mint that it did not buy', () => {
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 90n], get: [wrappedSolMint, 900n] });
    const { record, reason } = decodeTransaction(builder.build());
    assert.equal(record, null);
    assert.match(reason, /more of .* is sold than bought/);
  });

  it('is classified separately if its cycle has a loss', () => {
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 90n] });
    const record = recordOf(builder);
    assert.equal(record.type, 'circular-with-loss');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: -10n }]);
  });

  it('is classified separately, with its tip, if a bot ran without a swap', () => {
    const builder = new RpcTransactionBuilder(trader)
      .call(smbBot, [trader], [28])
      .sendLamports(trader, jitoTipAccount, 1_234n);
    const record = recordOf(builder);
    assert.equal(record.type, 'bot-no-profit');
    assert.equal(record.bot?.family, 'SMB');
    assert.deepEqual(
      record.tips.map(({ provider, amount, inner }) => [provider, amount, inner]),
      [['JITO', 1_234n, false]],
    );
  });

  it('is classified separately, with its fee and without its reverted tip, if a bot failed', () => {
    const builder = simpleCycle(new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]))
      .sendLamports(trader, jitoTipAccount, 1_234n)
      .fail({ InstructionError: [1, { Custom: 1 }] });
    const record = recordOf(builder);
    assert.equal(record.type, 'failed');
    assert.equal(record.failure, 'instruction 1: custom error 1');
    assert.deepEqual(record.tips, []);
    assert.equal(record.feeLamports, 5_000n);
  });

  it('is a failed attempt even without fee and logs (SIMD-0290)', () => {
    const builder = simpleCycle(new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]));
    const { meta, ...rest } = builder.fee(0).fail('InvalidAccountForFee').build();
    assert.ok(meta);
    const { computeUnitsConsumed: _, ...bare } = meta;
    const { record } = decodeTransaction({
      ...rest,
      blockTime: null,
      meta: { ...bare, logMessages: null, innerInstructions: null },
    });
    assert.equal(record?.type, 'failed');
    assert.equal(record.feeLamports, 0n);
    assert.equal(record.priorityFeeLamports, 0n);
    assert.equal(record.computeUnits, null);
    assert.equal(record.blockTimeSeconds, null);
  });

  it('has a single swap as its reason if there is only one', () => {
    const builder = new RpcTransactionBuilder(trader);
    whirlpoolSwap(builder, {
      pool: firstPool,
      pay: [wrappedSolMint, 100n],
      get: [dogMint, 9n],
      depth: 1,
    });
    const { record, reason, observations } = decodeTransaction(builder.build());
    assert.equal(record, null);
    assert.match(reason, /only one swap/);
    assert.equal(observations.length, 1);
  });
});

describe('The payments of a transaction', () => {
  it('list tips at any depth with their provider, and the bot fee with its owner', () => {
    const builder = new RpcTransactionBuilder(trader).computeUnitLimit(300_000).fee(7_500);
    builder.call(smbBot, [trader], [28]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 9_000n] });
    const makers = address('makers of the bot');
    const feeAccount = builder.account(makers, wrappedSolMint);
    builder.transfer(builder.account(trader, wrappedSolMint), feeAccount, 90n);
    builder.sendLamports(trader, jitoTipAccount, 1_000n, 2);
    builder.sendLamports(trader, address('a friend'), 77n);
    const record = recordOf(builder);
    assert.deepEqual(
      record.tips.map(({ provider, recipient, amount, inner }) => [
        provider,
        recipient,
        amount,
        inner,
      ]),
      [['JITO', jitoTipAccount, 1_000n, true]],
    );
    assert.deepEqual(record.botFees, [{ to: makers, mint: wrappedSolMint, amount: 90n }]);
    assert.deepEqual(record.otherPayments, [
      { to: address('a friend'), mint: wrappedSolMint, amount: 77n },
    ]);
    assert.equal(record.priorityFeeLamports, 2_500n);
    assert.equal(record.computeUnitLimit, 300_000);
    assert.deepEqual(record.closingDifferences, []);
  });

  it('do not include a repaid flash loan', () => {
    const lender = address('lender');
    const builder = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
    const pot = builder.account(lender, wrappedSolMint);
    const own = builder.account(trader, wrappedSolMint);
    builder.transfer(pot, own, 5_000n);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 5_000n], get: [dogMint, 9n] });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 5_100n] });
    builder.transfer(own, pot, 5_000n);
    const record = recordOf(builder);
    assert.equal(record.legs.length, 2);
    assert.deepEqual(record.botFees, []);
    assert.deepEqual(record.closingDifferences, []);
  });

  it('include the unexplained balance difference', () => {
    const builder = simpleCycle().addLamports(trader, -33n);
    assert.deepEqual(recordOf(builder).closingDifferences, [
      { mint: wrappedSolMint, amount: -33n },
    ]);
  });
});

describe('The swap decoder', () => {
  it('counts a leg once if a router wraps the AMM and emits its own event', () => {
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    builder.call(jupiter, [address('event authority')], 'e445a52e51cb9a1d40c6cde8260871e2', 2);
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
    builder.call(jupiter, [address('event authority')], 'e445a52e51cb9a1d40c6cde8260871e2', 2);
    assert.equal(recordOf(builder).legs.length, 2);
  });

  it('reads the transfers inside a p-token batch', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const own = [
      builder.account(trader, wrappedSolMint),
      builder.account(trader, dogMint),
    ] as const;
    for (const [pool, pay, get] of [
      [firstPool, 100n, 9n],
      [secondPool, 9n, 120n],
    ] as const) {
      const isFirst = pool === firstPool;
      const vaults = [
        builder.account(pool, wrappedSolMint),
        builder.account(pool, dogMint),
      ] as const;
      builder.call(address('new AMM'), [pool, ...vaults, ...own], [3], 2);
      builder.batch(
        [
          { from: own[isFirst ? 0 : 1], to: vaults[isFirst ? 0 : 1], amount: pay },
          { from: vaults[isFirst ? 1 : 0], to: own[isFirst ? 1 : 0], amount: get },
        ],
        3,
      );
    }
    assert.deepEqual(recordOf(builder).grossGains, [{ mint: wrappedSolMint, amount: 20n }]);
  });

  it('separates received from sent amounts if the mint has a transfer fee', () => {
    const program = RpcTransactionBuilder.token2022;
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const own = builder.account(trader, dogMint, { program });
    const sol = builder.account(trader, wrappedSolMint);
    const firstDog = builder.account(firstPool, dogMint, { program });
    const secondDog = builder.account(secondPool, dogMint, { program });
    const cpmm = (pool: string, input: string, output: string) =>
      builder.call(
        raydiumCpmm,
        ['payer', 'authority', 'config'].map(address).concat(pool, sol, own, input, output),
        '8fbe5adac41e33de',
        2,
      );
    const firstSol = builder.account(firstPool, wrappedSolMint);
    const secondSol = builder.account(secondPool, wrappedSolMint);
    cpmm(firstPool, firstSol, firstDog);
    builder.transfer(sol, firstSol, 1_000n, { depth: 3 });
    builder.transfer(firstDog, own, 10_000n, { depth: 3, withheld: 100n });
    cpmm(secondPool, secondDog, secondSol);
    builder.transfer(own, secondDog, 9_900n, { depth: 3, withheld: 99n });
    builder.transfer(secondSol, sol, 1_100n, { depth: 3 });
    const record = recordOf(builder);
    assert.deepEqual(
      record.legs.map(({ inputAmount, outputAmount, poolReceived, poolSent }) => [
        inputAmount,
        outputAmount,
        poolReceived,
        poolSent,
      ]),
      [
        [1_000n, 9_900n, 1_000n, 10_000n],
        [9_900n, 1_100n, 9_801n, 1_100n],
      ],
    );
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 100n }]);
  });

  it('distributes the withheld fee of two transfers to one account by the mint’s rate', () => {
    const program = RpcTransactionBuilder.token2022;
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const own = builder.account(trader, dogMint, { program });
    const sol = builder.account(trader, wrappedSolMint);
    for (const [pool, sent, withheld] of [
      [firstPool, 101n, 2n],
      [secondPool, 9_901n, 100n],
    ] as const) {
      const vaults = [
        builder.account(pool, wrappedSolMint),
        builder.account(pool, dogMint, { program }),
      ] as const;
      builder.call(address('new AMM'), [pool, ...vaults, own, sol], [1], 2);
      builder.transfer(sol, vaults[0], 50n, { depth: 3 });
      builder.transfer(vaults[1], own, sent, { depth: 3, withheld });
    }
    const { observations } = decodeTransaction(builder.build());
    assert.deepEqual(
      observations.map(({ outputAmount }) => outputAmount),
      [99n, 9_801n],
    );
  });

  it('adds a fee that the user pays on top of a swap to its input', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const sol = builder.account(trader, wrappedSolMint);
    const dog = builder.account(trader, dogMint);
    const vaultDog = builder.account(firstPool, dogMint);
    const vaultSol = builder.account(firstPool, wrappedSolMint);
    const fees = builder.account(address('protocol'), wrappedSolMint);
    builder.call(
      'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
      [firstPool, trader, 'config', 'base', 'quote', dog, sol, vaultDog, vaultSol].map((each) =>
        each.length > 20 ? each : address(each),
      ),
      '66063d1201daebea',
      2,
    );
    builder.transfer(vaultDog, dog, 500n, { depth: 3 });
    builder.transfer(sol, vaultSol, 1_000n, { depth: 3 });
    builder.transfer(sol, fees, 5n, { depth: 3 });
    whirlpoolSwap(builder, {
      pool: secondPool,
      pay: [dogMint, 500n],
      get: [wrappedSolMint, 1_200n],
    });
    const [leg] = recordOf(builder).legs;
    assert.equal(leg?.inputAmount, 1_005n);
    assert.equal(leg?.poolReceived, 1_000n);
  });

  it('follows a router that trades through its shared accounts', () => {
    const router = address('authority of the router');
    const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
    const own = builder.account(trader, wrappedSolMint);
    const shared = builder.account(router, wrappedSolMint);
    builder.transfer(own, shared, 100n);
    whirlpoolSwap(builder, {
      pool: firstPool,
      pay: [wrappedSolMint, 100n],
      get: [dogMint, 9n],
      owner: router,
    });
    whirlpoolSwap(builder, {
      pool: secondPool,
      pay: [dogMint, 9n],
      get: [wrappedSolMint, 130n],
      owner: router,
    });
    builder.transfer(shared, own, 130n);
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 30n }]);
    assert.deepEqual(record.closingDifferences, []);
  });

  it('includes a bot’s vault that receives the output of a signer’s swap', () => {
    const vaultOwner = address('vault of the bot');
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    const source = builder.account(trader, dogMint);
    const proceeds = builder.account(vaultOwner, wrappedSolMint);
    const vaults = [
      builder.account(secondPool, dogMint),
      builder.account(secondPool, wrappedSolMint),
    ] as const;
    builder.call(
      whirlpool,
      [address('t'), trader, secondPool, source, vaults[0], proceeds, vaults[1]],
      'f8c69e91e17587c8',
      2,
    );
    builder.transfer(source, vaults[0], 9n, { depth: 3 });
    builder.transfer(vaults[1], proceeds, 125n, { depth: 3 });
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 25n }]);
    assert.deepEqual([...record.gainOwners].sort(), [trader, vaultOwner].sort());
  });

  it('does not treat borrowing, repaying or collateral as a swap', () => {
    const lender = address('lender');
    const builder = new RpcTransactionBuilder(trader).call(
      'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
      [trader],
      [1],
    );
    const dog = builder.account(trader, dogMint);
    const sol = builder.account(trader, wrappedSolMint);
    builder.transfer(sol, builder.account(lender, wrappedSolMint), 100n);
    builder.transfer(builder.account(lender, dogMint), dog, 9n);
    builder.call(jupiter, [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
    assert.equal(decodeTransaction(builder.build()).record, null);
  });

  it('splits an instruction with swaps on two pools into two legs', () => {
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const sol = builder.account(trader, wrappedSolMint);
    const cat = builder.account(trader, catMint);
    const vaults = [
      builder.account(firstPool, wrappedSolMint),
      builder.account(firstPool, dogMint),
      builder.account(secondPool, dogMint),
      builder.account(secondPool, catMint),
    ] as const;
    const filler = (count: number) => Array.from({ length: count }, (_, i) => address(`f${i}`));
    builder.call(
      whirlpool,
      [firstPool, secondPool, ...filler(6), sol, ...vaults, cat],
      'ba8fd11dfe02c275',
      2,
    );
    builder.transfer(sol, vaults[0], 100n, { depth: 3 });
    builder.transfer(vaults[1], vaults[2], 40n, { depth: 3 });
    builder.transfer(vaults[3], cat, 7n, { depth: 3 });
    whirlpoolSwap(builder, {
      pool: address('third pool'),
      pay: [catMint, 7n],
      get: [wrappedSolMint, 104n],
    });
    assert.deepEqual(
      recordOf(builder).legs.map(({ pool, inputAmount, outputAmount }) => [
        pool,
        inputAmount,
        outputAmount,
      ]),
      [
        [firstPool, 100n, 40n],
        [secondPool, 40n, 7n],
        [address('third pool'), 7n, 104n],
      ],
    );
  });

  it('joins an order and its settlement, two calls to one order book, into one leg', () => {
    const openbook = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX';
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    const sol = builder.account(trader, wrappedSolMint);
    const dog = builder.account(trader, dogMint);
    const vaultSol = builder.account(firstPool, wrappedSolMint);
    const vaultDog = builder.account(firstPool, dogMint);
    // Immediate or cancel: order type 1 after side, price, quantities and self-trade behavior.
    const order = [0, 10, 0, 0, 0, ...new Uint8Array(32), 1, 0, 0, 0];
    builder.call(openbook, [firstPool, vaultSol, vaultDog], order, 2);
    builder.transfer(sol, vaultSol, 100n, { depth: 3 });
    builder.call(openbook, [firstPool, vaultSol, vaultDog], [0, 5, 0, 0, 0], 2);
    builder.transfer(vaultDog, dog, 30n, { depth: 3 });
    whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 30n], get: [wrappedSolMint, 111n] });
    const record = recordOf(builder);
    assert.deepEqual(
      record.legs.map(({ pool, inputAmount, outputAmount }) => [pool, inputAmount, outputAmount]),
      [
        [firstPool, 100n, 30n],
        [secondPool, 30n, 111n],
      ],
    );
  });

  it('finds the lamports that a bonding curve pays without an instruction', () => {
    const curve = address('bonding curve');
    const builder = new RpcTransactionBuilder(trader).call(address('a bot'), [trader], [1]);
    whirlpoolSwap(builder, { pool: firstPool, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
    const dog = builder.account(trader, dogMint);
    const curveDog = builder.account(curve, dogMint);
    builder.call(
      '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
      [address('global'), address('fees'), dogMint, curve, curveDog, dog, trader],
      [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad, ...u64(9)],
      2,
    );
    builder.transfer(dog, curveDog, 9n, { depth: 3 });
    builder.addLamports(curve, -140n).addLamports(trader, 140n);
    const record = recordOf(builder);
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 40n }]);
    assert.deepEqual(record.closingDifferences, []);
  });

  it('reads old blocks without call depths by instruction order', () => {
    const record = recordOf(simpleCycle().withoutStackHeight());
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 1_000n }]);
  });

  it('does not assign a bot fee in old blocks to an AMM that did not receive its account', () => {
    const builder = simpleCycle().withoutStackHeight();
    const makers = address('makers of the bot');
    const feeAccount = builder.account(makers, wrappedSolMint);
    builder.transfer(builder.account(trader, wrappedSolMint), feeAccount, 90n);
    const record = recordOf(builder);
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 1_000n }]);
    assert.deepEqual(record.botFees, [{ to: makers, mint: wrappedSolMint, amount: 90n }]);
  });
});
