import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { systemProgram, tokenProgram } from '../../../../src/solana/knownPrograms.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import { catMint, dogMint, trader, whirlpoolSwap } from './swapFixtures.ts';

const bot = address('a bot');
const ledger = address('ledger of the bot');
const rent = 1_468_560n;

/** A cycle whose bot opens an account of its own before the swaps. */
function cycleWithLedger(): RpcTransactionBuilder {
  const builder = new RpcTransactionBuilder(trader).call(bot, [trader, ledger], [1]);
  return cycleOf(builder.openAccount(trader, ledger, rent));
}

/** The same by transfer, allocation and assignment, as programs do for accounts with lamports. */
function cycleWithFundedLedger(): RpcTransactionBuilder {
  const builder = new RpcTransactionBuilder(trader).call(bot, [trader, ledger], [1]);
  builder.emptyAccount(ledger).sendLamports(trader, ledger, rent, 2);
  builder.call(systemProgram, [ledger], [8, 0, 0, 0, ...u64(83n)], 2);
  builder.call(systemProgram, [ledger], [1, 0, 0, 0, ...new Uint8Array(32)], 2);
  return cycleOf(builder);
}

function cycleOf(builder: RpcTransactionBuilder): RpcTransactionBuilder {
  whirlpoolSwap(builder, {
    pool: address('first pool'),
    pay: [wrappedSolMint, 50_000n],
    get: [dogMint, 700n],
  });
  whirlpoolSwap(builder, {
    pool: address('second pool'),
    pay: [dogMint, 700n],
    get: [wrappedSolMint, 51_000n],
  });
  return builder;
}

function rentOf(builder: RpcTransactionBuilder) {
  const { record } = decodeTransaction(builder.build());
  assert.ok(record);
  assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 1_000n }]);
  assert.deepEqual(record.closingDifferences, []);
  return record.rentLamports;
}

describe('The rent of an account that a transaction opens', () => {
  it('is reported if the account stays open', () => {
    assert.equal(rentOf(cycleWithLedger()), rent);
  });

  it('is reported if the account had lamports before it was opened (SIMD-0312)', () => {
    const builder = cycleOf(new RpcTransactionBuilder(trader).call(bot, [trader, ledger], [1]));
    builder.addLamports(trader, -rent).addLamports(ledger, rent);
    const data = [13, 0, 0, 0, ...u64(rent), ...u64(83n), ...new Uint8Array(32)];
    assert.equal(rentOf(builder.call(systemProgram, [ledger, trader], data, 2)), rent);
  });

  it('is reported if the account is funded first and then given to its program', () => {
    assert.equal(rentOf(cycleWithFundedLedger()), rent);
  });

  it('is not reported if the account is funded, given to its program and closed again', () => {
    const builder = cycleWithFundedLedger();
    assert.equal(rentOf(builder.addLamports(ledger, -rent).addLamports(trader, rent)), 0n);
  });

  it('is not reported if a program closes the account by moving the lamports back', () => {
    const builder = cycleWithLedger().addLamports(ledger, -rent).addLamports(trader, rent);
    assert.equal(rentOf(builder), 0n);
  });

  it('is not reported if an instruction closes the account', () => {
    const builder = cycleWithLedger().addLamports(ledger, -rent).addLamports(trader, rent);
    builder.call(tokenProgram, [ledger, trader, address('authority of the bot')], [9], 2);
    assert.equal(rentOf(builder), 0n);
  });

  it('is reported for the trader’s own new token account', () => {
    const builder = new RpcTransactionBuilder(trader).call(bot, [trader], [1]);
    const own = builder.account(trader, catMint);
    const owner = [...(decodeBase58(trader) ?? [])];
    builder.openAccount(trader, own, rent).call(tokenProgram, [own, catMint], [18, ...owner], 2);
    assert.equal(rentOf(cycleOf(builder)), rent);
  });

  it('does not include the wrapped SOL that the trader’s new account is opened with', () => {
    const builder = new RpcTransactionBuilder(trader).call(bot, [trader], [1]);
    const tokens = 1_000_000_000_000n;
    const own = builder.account(trader, wrappedSolMint);
    builder.openAccount(trader, own, rent + tokens);
    assert.equal(rentOf(cycleOf(builder)), rent);
  });

  it('is not reported if the trader closes the own account again', () => {
    const own = address('own temporary account');
    const builder = new RpcTransactionBuilder(trader).call(bot, [trader], [1]);
    const owner = [...(decodeBase58(trader) ?? [])];
    builder.openAccount(trader, own, rent).call(tokenProgram, [own, catMint], [18, ...owner], 2);
    cycleOf(builder).addLamports(own, -rent).addLamports(trader, rent);
    assert.equal(rentOf(builder.call(tokenProgram, [own, trader, trader], [9], 2)), 0n);
  });

  it('is reported if another wallet receives it when the account is closed', () => {
    const stranger = address('stranger');
    const builder = cycleWithLedger().addLamports(ledger, -rent).addLamports(stranger, rent);
    builder.call(tokenProgram, [ledger, stranger, address('authority of the bot')], [9], 2);
    assert.equal(rentOf(builder), rent);
  });
});
