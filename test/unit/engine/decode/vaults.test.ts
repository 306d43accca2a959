import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import {
  decodeBlockTransaction,
  decodeTransaction,
} from '../../../../src/engine/decode/decodeTransaction.ts';
import type { RpcMeta, RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { PriceTracker } from '../../../../src/engine/prices/priceTracker.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import { dogMint, trader, unknownSwap } from './swapFixtures.ts';

const pumpCurve = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';
const sell = [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad];
const buy = [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea];

const ownVaults = (pool: string, builder: RpcTransactionBuilder) =>
  [wrappedSolMint, dogMint].map((mint) => builder.account(pool, mint));
const vaultsOf = (builder: RpcTransactionBuilder) =>
  decodeTransaction(builder.build()).vaults.map(({ vault, mint, amount }) => [vault, mint, amount]);

const recordOf = (builder: RpcTransactionBuilder) => {
  const position = { slot: 1, index: 0, blockTimeSeconds: null, version: null };
  return decodeBlockTransaction(builder.build(), position, true).record;
};
const legsOf = (builder: RpcTransactionBuilder) => recordOf(builder)?.legs ?? [];

describe('The vaults of a pool', () => {
  const pool = address('pool');
  const swap = { pool, pay: [wrappedSolMint, 10n], get: [dogMint, 5n], depth: 1 } as const;

  it('are those of its owner, with what they hold after the transaction', () => {
    const builder = new RpcTransactionBuilder(trader);
    unknownSwap(builder, swap);
    const [sol, dog] = ownVaults(pool, builder);
    assert.deepEqual(vaultsOf(builder), [
      [sol, wrappedSolMint, 1_000_000_000_010n],
      [dog, dogMint, 999_999_999_995n],
    ]);
  });

  it('exclude accounts of others that the swap pays to', () => {
    const builder = new RpcTransactionBuilder(trader);
    unknownSwap(builder, swap);
    const paid = builder.account(address('rich pool'), wrappedSolMint);
    builder.transfer(builder.account(trader, wrappedSolMint), paid, 1n);
    const held = vaultsOf(builder).map(([vault]) => vault);
    assert.deepEqual(held, ownVaults(pool, builder));
  });

  it('include the lamports that a bonding curve holds itself', () => {
    const builder = new RpcTransactionBuilder(trader);
    const curve = address('curve');
    const vault = builder.account(curve, dogMint);
    const own = builder.account(trader, dogMint);
    const accounts = [address('global'), address('fees'), dogMint, curve, vault, own, trader];
    builder.call(pumpCurve, accounts, [...buy, ...u64(5n)]);
    builder.transfer(vault, own, 5n).sendLamports(trader, curve, 10n, 2);
    assert.deepEqual(vaultsOf(builder), [
      [vault, dogMint, 999_999_999_995n],
      [curve, wrappedSolMint, 1_000_000_000_010n],
    ]);
  });
});

describe('The lamports of a bonding curve', () => {
  const curve = address('curve');
  const creator = address('creator fees');

  function trade() {
    const builder = new RpcTransactionBuilder(trader);
    const vault = builder.account(curve, dogMint);
    const own = builder.account(trader, dogMint);
    const accounts = [address('global'), address('fees'), dogMint, curve, vault, own, trader];
    return { builder, vault, own, accounts };
  }

  it('are exact for a purchase whose fees are paid by CPI, without the rent of their account', () => {
    const { builder, vault, own, accounts } = trade();
    builder.emptyAccount(creator).call(pumpCurve, accounts, [...buy, ...u64(5n)]);
    builder.transfer(vault, own, 5n);
    builder.sendLamports(trader, creator, 650_240n, 2).sendLamports(trader, creator, 3n, 2);
    builder.sendLamports(trader, address('fees'), 7n, 2).sendLamports(trader, curve, 990n, 2);
    const [leg] = legsOf(builder);
    assert.deepEqual([leg?.inputAmount, leg?.poolReceived], [1_000n, 990n]);
    assert.equal(recordOf(builder)?.rentLamports, 650_240n);
  });

  it('are exact for a sale, which pays the trader and fees without an instruction', () => {
    const { builder, vault, own, accounts } = trade();
    builder.call(pumpCurve, accounts, [...sell, ...u64(5n)]);
    builder.transfer(own, vault, 5n);
    builder.addLamports(curve, -1_000n).addLamports(trader, 990n);
    builder.addLamports(address('fees'), 10n);
    const [leg] = legsOf(builder);
    assert.deepEqual([leg?.outputAmount, leg?.poolSent], [990n, 1_000n]);
  });
});

describe('The vaults of a pool at the end of a block', () => {
  const pool = address('pool');
  const paid = 10_000n;
  const held = 1_000_000_000_000n + paid;

  const swapped = () => {
    const builder = new RpcTransactionBuilder(trader);
    unknownSwap(builder, { pool, pay: [usdcMint, paid], get: [dogMint, 5n], depth: 1 });
    return builder.build('swap');
  };

  /** Moves all USDC of the pool to another account, without a swap. */
  function emptied({ isClosed = false, fee = 5_000 } = {}): RpcTransaction {
    const builder = new RpcTransactionBuilder(trader);
    const vault = builder.account(pool, usdcMint);
    builder.call(address('AMM'), [trader, pool], [1]);
    builder.transfer(vault, builder.account(trader, usdcMint), held);
    const { meta, ...built } = builder.build('emptied');
    assert.ok('message' in built.transaction && meta);
    const at = built.transaction.message.accountKeys.indexOf(vault);
    const holding = (balances: RpcMeta['postTokenBalances'], amount: bigint) =>
      (balances ?? []).map((balance) =>
        balance.accountIndex === at
          ? { ...balance, uiTokenAmount: { amount: `${amount}`, decimals: 6 } }
          : balance,
      );
    const after = holding(meta.postTokenBalances, 0n);
    return {
      ...built,
      meta: {
        ...{ ...meta, fee, preTokenBalances: holding(meta.preTokenBalances, held) },
        postTokenBalances: after.filter(({ accountIndex }) => !isClosed || accountIndex !== at),
      },
    };
  }

  const decoded = (...transactions: readonly RpcTransaction[]) =>
    decodeBlock(1, {
      ...{ blockhash: 'hash', previousBlockhash: '', parentSlot: 0, blockTime: 1_000 },
      transactions,
    });
  const heldAfter = (...transactions: readonly RpcTransaction[]) =>
    decoded(...transactions).vaults.find(({ mint }) => mint === usdcMint)?.amount;

  it('are what a later transaction without a swap has left', () => {
    assert.equal(heldAfter(swapped()), held);
    assert.equal(heldAfter(swapped(), emptied()), 0n);
    assert.equal(heldAfter(swapped(), emptied({ isClosed: true })), 0n);
  });

  it('are what a later transaction has left that cannot be read', () => {
    const transactions = [swapped(), emptied({ fee: -1 })];
    assert.equal(decoded(...transactions).unreadable.length, 1);
    assert.equal(heldAfter(...transactions), 0n);
  });

  it('set no price if they are empty', () => {
    const priceAfter = (...transactions: readonly RpcTransaction[]) => {
      const prices = new PriceTracker();
      prices.observe(decoded(...transactions), 1_000);
      return prices.priceOf(dogMint);
    };
    assert.equal(priceAfter(swapped())?.timeSeconds, 1_000);
    assert.equal(priceAfter(swapped(), emptied()), null);
  });
});
