import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type {
  ArbitrageRecord,
  DecodedBlock,
} from '../../../../src/engine/decode/arbitrageRecord.ts';
import type { OperationContext } from '../../../../src/engine/operations/operationContext.ts';
import { handleTokenInfo } from '../../../../src/engine/operations/tokenInfo.ts';
import {
  handleTransaction,
  transactionDetailOfRecord,
} from '../../../../src/engine/operations/transaction.ts';
import { PriceTracker } from '../../../../src/engine/prices/priceTracker.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, block, record, signatureOf, solAt, tip, twoLegs } from '../syntheticBlocks.ts';

const token = address('token');
const amm = address('amm');

async function answersTo<Answer>(
  records: ArbitrageRecord[],
  ask: (context: OperationContext) => Promise<Answer>,
  members: Partial<DecodedBlock> = { observations: [solAt(100)] },
): Promise<Answer> {
  const store = await DuckDbStore.open(':memory:');
  try {
    await store.add(block({ records, ...members }));
    await store.flush();
    const sandbox = {
      mint: token,
      name: 'Token',
      symbol: 'TKN',
      decimals: 6,
      supply: 5n,
      program: 'spl-token-2022',
      mintAuthority: null,
      freezeAuthority: address('freezer'),
      updateAuthority: address('updater'),
    } as const;
    return await ask({ store, source: { now: () => 0 }, tokens: new Map([[token, sandbox]]) });
  } finally {
    await store.close();
  }
}
const detail = (member: ArbitrageRecord, members?: Partial<DecodedBlock>) =>
  answersTo(
    [member],
    (context) => handleTransaction(context, { signature: member.signature }),
    members,
  );

const arbitrage = record({
  ...twoLegs(token, [amm, address('p1')], [amm, address('p2')], 10_000_000n),
  bot: { family: 'SMB', program: address('bot') },
  tips: [
    tip('JITO', 1_000_000n),
    { ...tip('JITO', 500_000n), recipient: address('second') },
    tip('FAST', 100n),
  ],
  botFees: [{ mint: wrappedSolMint, amount: 2_000_000n, to: address('maker') }],
});

test('a transaction is returned with route, gains, tips, fee, bot and net gain', async () => {
  const answer = await detail(arbitrage);
  const price = {
    price: 100,
    price_timestamp: '1970-01-12T13:46:40.000Z',
    digits: 9,
    symbol: 'SOL',
  };
  assert.equal(answer.timestamp, '1970-01-12T13:46:40.000Z');
  assert.deepEqual(answer.gains_details, [{ amount: 10_000_000n, mint: wrappedSolMint, ...price }]);
  assert.deepEqual(answer.tips_details, [
    {
      amount: 1_500_000n,
      mint: wrappedSolMint,
      ...price,
      type: 'JITO',
      to: [address('tipJITO'), address('second')],
    },
    { amount: 100n, mint: wrappedSolMint, ...price, type: 'FAST', to: [address('tipFAST')] },
  ]);
  assert.deepEqual(answer.route_map_details[0], {
    order: 0,
    input_mint: wrappedSolMint,
    output_mint: token,
    input_amount: 1_000_000_000n,
    output_amount: 5_000_000n,
    input_mint_info: price,
    output_mint_info: { price: null, price_timestamp: null, digits: 0, symbol: 'TKN' },
    pool: address('p1'),
    amm,
  });
  assert.deepEqual(answer.bot, { family: 'SMB', program: address('bot') });
  assert.deepEqual(answer.bot_fees_details, [
    { amount: 2_000_000n, mint: wrappedSolMint, ...price, to: [address('maker')] },
  ]);
  assert.equal(answer.fees, 5_000n);
  assert.equal(answer.compute_unit, 100_000);
  assert.equal(answer.block_number, 100);
  // 0.01 gained - 0.002 to the bot - 0.0015001 tips - 0.000005 fee
  assert.equal(answer.net_gains_sol, 0.0064949);
  assert.equal(answer.net_gains_usd.toFixed(7), '0.6494900');
  assert.equal(answer.volume_sol, 1);
  assert.equal(answer.volume_usd, 100);
});

test('without a SOL price, amounts are returned and USD figures are 0', async () => {
  const answer = await detail(arbitrage, {});
  assert.equal(answer.gains_details[0]?.price, null);
  assert.equal(answer.net_gains_usd, 0);
  assert.equal(answer.net_gains_sol, 0.0064949);
});

test('transactions of a block without a time have no time', async () => {
  const { timestamp } = await detail({ ...arbitrage, blockTimeSeconds: null });
  assert.equal(timestamp, null);
});

test('a transaction has its version, also when read from the store', async () => {
  assert.equal((await detail({ ...arbitrage, version: 1 })).version, 1);
  assert.equal((await detail({ ...arbitrage, version: 'legacy' })).version, 'legacy');
  assert.equal((await detail({ ...arbitrage, version: null })).version, null);
});

test('prices of a transaction without a time have no time', () => {
  const prices = new PriceTracker();
  prices.observe(block({ observations: [solAt(100)] }), 0);
  const [gain] = transactionDetailOfRecord(
    { ...arbitrage, blockTimeSeconds: null },
    prices,
    0,
  ).gains_details;
  assert.equal(gain?.price, 100);
  assert.equal(gain.price_timestamp, null);
});

test('a failed attempt gains nothing and loses its fee', async () => {
  const answer = await detail(
    record({ type: 'failed', isSuccess: false, failure: 'x', baseMint: null, baseInput: 0n }),
  );
  assert.equal(answer.type, 'failed');
  assert.equal(answer.net_gains_sol, -0.000005);
  assert.equal(answer.net_gains_usd.toFixed(6), '-0.000500');
  assert.deepEqual(answer.gains_details, []);
});

test('dust of another mint is listed but does not count as gain', async () => {
  const dusty = {
    ...arbitrage,
    grossGains: [...arbitrage.grossGains, { mint: usdcMint, amount: 1_000_000n }],
  };
  const answer = await detail(dusty);
  assert.equal(answer.gains_details.length, 2);
  assert.equal(answer.net_gains_usd.toFixed(7), '0.6494900');
});

test('a signature outside the index is not found', async () => {
  await assert.rejects(
    answersTo([arbitrage], (context) => handleTransaction(context, { signature: signatureOf(77) })),
    (error) => MarketError.is(error, 'not-found') && error.parameter === 'signature',
  );
});

test('a token is described by the source, the known mints, or only its decimals', async () => {
  const info = (mint: string) =>
    answersTo([], (context) => handleTokenInfo(context, { token: mint }), {
      decimals: new Map([[address('seen'), 4]]),
    });
  const sandbox = await info(token);
  assert.equal(sandbox.name, 'Token');
  assert.equal(sandbox.program, 'spl-token-2022');
  assert.equal(sandbox.unknown_members, undefined);
  assert.deepEqual(sandbox.authorities, {
    update: address('updater'),
    freeze: address('freezer'),
    close: null,
    mint: null,
  });
  const known = await info(usdcMint);
  assert.deepEqual([known.symbol, known.decimals, known.program], ['USDC', 6, 'spl-token']);
  // Its account was not read: null does not mean revoked.
  const unread = ['update', 'freeze', 'close', 'mint'].map((role) => `authorities.${role}`);
  assert.deepEqual(known.unknown_members, [...unread, 'metadata']);
  const seen = await info(address('seen'));
  assert.deepEqual([seen.symbol, seen.decimals, seen.program], ['', 4, '']);
  assert.deepEqual(seen.unknown_members, ['program', ...unread, 'metadata']);
  await assert.rejects(info(address('unseen')), (error) => MarketError.is(error, 'not-found'));
});
