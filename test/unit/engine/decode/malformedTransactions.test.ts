import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { UnreadableTransactionError } from '../../../../src/engine/decode/message.ts';
import type { RpcBlock, RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { asBase64 } from './encodings.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { dogMint, smbBot, trader, whirlpoolSwap } from './swapFixtures.ts';

function arbitrage(name = 'arbitrage'): RpcTransaction {
  const builder = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
  whirlpoolSwap(builder, {
    pool: address('first pool'),
    pay: [wrappedSolMint, 100n],
    get: [dogMint, 9n],
  });
  whirlpoolSwap(builder, {
    pool: address('second pool'),
    pay: [dogMint, 9n],
    get: [wrappedSolMint, 120n],
  });
  return builder.build(name);
}

function decodeOrRefuse(transaction: unknown): void {
  try {
    decodeTransaction(transaction as RpcTransaction);
  } catch (error) {
    assert.ok(error instanceof UnreadableTransactionError, String(error));
    assert.ok(error.message.length > 0);
    // Every reason names what is wrong.
    assert.doesNotMatch(error.message, /unexpected JSON|undefined|Cannot|\{\d\}/);
  }
}

const blockOf = (transactions: readonly unknown[]): RpcBlock => ({
  blockhash: address('blockhash'),
  previousBlockhash: address('previous'),
  parentSlot: 1,
  blockTime: 1,
  transactions: transactions as RpcBlock['transactions'],
});

const good = arbitrage();
const wire = Buffer.from((asBase64(good).transaction as readonly [string, string])[0], 'base64');

describe('The decoder, given malformed input,', () => {
  it('rejects bytes truncated anywhere with a message', () => {
    for (let length = 0; length < wire.length; length++) {
      const cut = wire.subarray(0, length).toString('base64');
      decodeOrRefuse({ ...good, transaction: [cut, 'base64'] });
    }
  });

  it('counts a transaction once that is in the block twice', () => {
    const failed = new RpcTransactionBuilder(trader)
      .call(smbBot, [trader], [28])
      .fail({ InstructionError: [0, { Custom: 1 }] });
    const block = decodeBlock(2, blockOf([good, failed.build('failed'), good]));
    assert.deepEqual(
      block.records.map(({ type }) => type),
      ['arbitrage', 'failed'],
    );
    assert.deepEqual(
      block.unreadable.map(({ reason }) => reason),
      ['its signature occurs twice in the block'],
    );
  });

  it('knows no decimals of a mint if they are not a byte', () => {
    const meta = good.meta ?? assert.fail();
    for (const decimals of [-1, 0.5, 256, 2 ** 40, 2n ** 64n, null]) {
      const postTokenBalances = (meta.postTokenBalances ?? []).map((balance) => ({
        ...balance,
        uiTokenAmount: { ...balance.uiTokenAmount, decimals },
      }));
      const block = blockOf([{ ...good, meta: { ...meta, postTokenBalances } }]);
      assert.equal(decodeBlock(2, block).decimals.size, 0);
    }
  });

  it('reads or rejects arbitrary bytes without other errors', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const data = Buffer.from(bytes).toString('base64');
        decodeOrRefuse({ ...good, transaction: [data, 'base64'] });
      }),
      { numRuns: 500 },
    );
  });

  it('reads or rejects a transaction with any bytes changed', () => {
    const changes = fc.array(
      fc.tuple(fc.nat({ max: wire.length - 1 }), fc.integer({ min: 0, max: 255 })),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(changes, (places) => {
        const bytes = Buffer.from(wire);
        for (const [place, value] of places) bytes[place] = value;
        decodeOrRefuse({ ...good, transaction: [bytes.toString('base64'), 'base64'] });
      }),
      { numRuns: 500 },
    );
  });

  it('reads or rejects a transaction with any member of its JSON replaced', () => {
    const paths = memberPaths(good);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        decodeOrRefuse(replaced(good, path, value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('names an unknown version and missing metadata in its error', () => {
    const unknown = Buffer.from(wire);
    unknown[1 + 64] = 0x85;
    assert.throws(
      () => decodeTransaction({ ...good, transaction: [unknown.toString('base64'), 'base64'] }),
      /unknown version 5/,
    );
    for (const encoded of [good, asBase64(good)]) {
      assert.throws(() => decodeTransaction({ ...encoded, version: 9 }), /unknown version 9/);
      const odd = { ...encoded, version: 'latest' } as unknown as RpcTransaction;
      assert.throws(() => decodeTransaction(odd), /unknown version "latest"/);
    }
    assert.throws(() => decodeTransaction({ ...good, meta: null }), /no metadata/);
  });

  it('rejects counts and lists that would take minutes to process', () => {
    const endless = { length: 1_000 };
    for (const [path, value] of [
      ['transaction.message.header.numRequiredSignatures', 1_000],
      ['transaction.message.header.numRequiredSignatures', [1_000]],
      ['transaction.message.header.numRequiredSignatures', -1],
      ['transaction.message.instructions.0.accounts', endless],
      ['meta.innerInstructions.0.instructions.0.accounts', endless],
      ['meta.loadedAddresses.writable', endless],
      ['meta.loadedAddresses.readonly', endless],
    ] as const) {
      const transaction = replaced(good, path.split('.'), value) as RpcTransaction;
      assert.throws(() => decodeTransaction(transaction), UnreadableTransactionError, path);
    }
  });

  it('decodes the rest of a block with an unreadable transaction', () => {
    const block = blockOf([
      { ...good, meta: null },
      good,
      { nonsense: true },
      null,
      arbitrage('another'),
    ]);
    const { records, unreadable } = decodeBlock(2, block);
    assert.equal(records.length, 2);
    assert.deepEqual(
      records.map(({ index }) => index),
      [1, 4],
    );
    assert.equal(unreadable.length, 3);
    for (const { reason } of unreadable) assert.ok(reason.length > 0);
  });
});

function memberPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, member]) => memberPaths(member, [...path, key])),
  ];
}

function replaced(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      index === Number(key) ? replaced(each, rest, replacement) : each,
    );
  }
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaced(object[key], rest, replacement) };
}
