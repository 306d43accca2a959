import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Message, MessageV0, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { toNodeBlock, toNodeTransaction } from '../../../../src/engine/decode/libraryJson.ts';
import { UnreadableTransactionError } from '../../../../src/engine/decode/message.ts';
import type {
  RpcBlock,
  RpcInstruction,
  RpcTransaction,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { dogMint, jupiter, trader, whirlpoolSwap } from './swapFixtures.ts';

const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
whirlpoolSwap(builder, {
  pool: address('one'),
  pay: [wrappedSolMint, 1_000n],
  get: [dogMint, 50n],
});
whirlpoolSwap(builder, {
  pool: address('two'),
  pay: [dogMint, 50n],
  get: [wrappedSolMint, 1_100n],
});
const plain: RpcTransaction = {
  ...builder.call(jupiter, [trader], []).build(),
  blockTime: 1_790_000_000,
};
assert.ok('message' in plain.transaction);
const { message, signatures } = plain.transaction;
const header = message.header ?? assert.fail();
const keys = message.accountKeys.map((key) => new PublicKey(String(key)));
const instructions = message.instructions as readonly RpcInstruction[];

const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const written = (value: unknown) => toNodeTransaction(parsed(value)) as RpcTransaction;
const bytesOf = (text: string) => decodeBase58(text) ?? assert.fail();

function assertSame(transaction: RpcTransaction): void {
  const { record } = decodeTransaction(transaction);
  assert.equal(record?.type, 'arbitrage');
  assert.deepEqual(record, decodeTransaction(plain).record);
}

/** As `Connection.getTransaction` builds it. */
const messageV0 = new MessageV0({
  header,
  staticAccountKeys: keys,
  recentBlockhash: dogMint,
  compiledInstructions: instructions.map(({ programIdIndex, accounts, data }) => ({
    programIdIndex,
    accountKeyIndexes: [...accounts],
    data: bytesOf(data),
  })),
  addressTableLookups: [],
});

/** The fields of a key without its `toJSON`. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' && keys.some((key) => key.toBase58() === member)
      ? parsed({ ...new PublicKey(member) })
      : member,
  );

/** Kit: every integer is a bigint, apart from small ones like indexes. */
const bigintNames = /^(?:slot|blockTime|fee|computeUnitsConsumed)$/;
const withBigints = (suffix: string): unknown =>
  JSON.parse(JSON.stringify(plain), (name, member: unknown) => {
    if (/^(?:pre|post)Balances$/.test(name)) return (member as number[]).map((one) => one + suffix);
    return bigintNames.test(name) ? `${String(member)}${suffix}` : member;
  });

describe('A transaction that a program wrote with JSON.stringify', () => {
  it('decodes like the one of the node, from web3.js', () => {
    const of = (transaction: unknown) => ({ ...plain, transaction });
    assertSame(written(of({ signatures, message: messageV0 })));
    assertSame(written(of(new VersionedTransaction(messageV0, signatures.map(bytesOf)))));
    const data = messageV0.compiledInstructions.map((one) => ({
      ...one,
      data: Buffer.from(one.data),
    }));
    const buffers = { ...messageV0, compiledInstructions: data };
    assertSame(written(of({ signatures, message: buffers })));
    const legacy = new Message({
      header,
      accountKeys: keys,
      recentBlockhash: dogMint,
      instructions: instructions.map((one) => ({ ...one, accounts: [...one.accounts] })),
    });
    assertSame(written(of({ signatures, message: legacy })));
    assertSame(written(bare(of({ signatures, message: messageV0 }))));
  });

  it('decodes like the one of the node, from kit with its integers as text', () => {
    for (const suffix of ['', 'n']) {
      const transaction = toNodeTransaction(withBigints(suffix)) as RpcTransaction;
      assertSame(transaction);
      assert.equal(
        decodeTransaction(transaction).record?.computeUnits,
        plain.meta?.computeUnitsConsumed,
      );
    }
    const err = { InstructionError: ['2', { Custom: '6001' }] };
    const failed = written({ ...plain, meta: { ...plain.meta, err } });
    assert.deepEqual(failed.meta?.err, { InstructionError: [2, { Custom: 6001 }] });
  });

  it('decodes with the former name of the read-only indexes in its table lookups', () => {
    const asV0 = (lookup: object) => ({
      ...plain,
      version: 0,
      transaction: { signatures, message: { ...message, addressTableLookups: [lookup] } },
      meta: {
        ...plain.meta,
        preBalances: [...(plain.meta?.preBalances ?? []), 1, 1],
        postBalances: [...(plain.meta?.postBalances ?? []), 1, 1],
        loadedAddresses: { writable: [address('loaded')], readonly: [address('read')] },
      },
    });
    const accountKey = address('table');
    const of = (name: string, indexes: unknown) => ({
      accountKey,
      writableIndexes: [3],
      [name]: indexes,
    });
    const { record } = decodeTransaction(written(asV0(of('readonlyIndexes', [4]))));
    assert.equal(record?.type, 'arbitrage');
    for (const indexes of [[4], ['4n'], { 0: 4 }]) {
      const former = written(asV0(of('readableIndexes', indexes)));
      assert.deepEqual(decodeTransaction(former).record, record);
    }
    const former = asV0(of('readableIndexes', [4])) as unknown as RpcTransaction;
    assert.deepEqual(decodeTransaction(former).record, record, 'as a node would return it');
    assert.throws(
      () => decodeTransaction(asV0(of('others', [4])) as unknown as RpcTransaction),
      UnreadableTransactionError,
    );
  });

  it('keeps integers beyond 2^53 exact', () => {
    const meta = { ...plain.meta, preBalances: ['9007199254740993'] };
    assert.deepEqual(written({ ...plain, meta }).meta?.preBalances, [9007199254740993n]);
  });

  it('is read in a block, too', () => {
    const block = { parentSlot: '7', blockTime: '8', transactions: [withBigints('')] };
    const { parentSlot, blockTime, transactions } = toNodeBlock(block) as RpcBlock;
    assert.deepEqual({ parentSlot, blockTime }, { parentSlot: 7, blockTime: 8 });
    assert.deepEqual(transactions, [plain]);
  });
});
