import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import type { RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { tokenProgram } from '../../../../src/solana/knownPrograms.ts';
import { accountKeysOf, asBase64, asJsonParsed, asVersion0 } from './encodings.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import {
  dogMint,
  jitoTipAccount,
  smbBot,
  trader,
  whirlpool,
  whirlpoolSwap,
} from './swapFixtures.ts';

const pools = [address('first pool'), address('second pool')] as const;

function arbitrage(tip = 10_000n) {
  const builder = new RpcTransactionBuilder(trader)
    .computeUnitLimit(200_000)
    .call(smbBot, [trader], [28]);
  whirlpoolSwap(builder, { pool: pools[0], pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
  whirlpoolSwap(builder, { pool: pools[1], pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
  return builder.sendLamports(trader, jitoTipAccount, tip).build();
}

describe('The decoder', () => {
  const asJson = decodeTransaction(arbitrage()).record;

  it('returns the same record for base64 as for json', () => {
    assert.equal(asJson?.type, 'arbitrage');
    assert.deepEqual(decodeTransaction(asBase64(arbitrage())).record, asJson);
  });

  it('returns the same record for jsonParsed as for json', () => {
    assert.deepEqual(decodeTransaction(asJsonParsed(arbitrage())).record, asJson);
  });

  it('returns the same record for jsonParsed as for json with a tip above 2^53 lamports', () => {
    const tip = 2n ** 53n + 1n;
    const info = { source: trader, destination: jitoTipAccount, lamports: tip };
    const transaction = asJsonParsed(arbitrage(tip));
    assert.ok('message' in transaction.transaction);
    const sending = transaction.transaction.message.instructions.at(-1);
    Object.assign(sending ?? {}, { parsed: { type: 'transfer', info }, data: undefined });
    const { record } = decodeTransaction(transaction);
    assert.equal(record?.tips[0]?.amount, tip);
    assert.deepEqual(record, decodeTransaction(arbitrage(tip)).record);
  });

  it('returns the same record for a p-token batch parsed by the node', () => {
    const builder = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
    for (const [at, pay, get] of [
      [0, [wrappedSolMint, 100n], [dogMint, 9n]],
      [1, [dogMint, 9n], [wrappedSolMint, 120n]],
    ] as const) {
      const pool = pools[at];
      builder.call(whirlpool, [address('t'), trader, pool], 'f8c69e91e17587c8', 2);
      const [from, into] = [builder.account(trader, pay[0]), builder.account(pool, pay[0])];
      const [out, to] = [builder.account(pool, get[0]), builder.account(trader, get[0])];
      builder.batch(
        [
          { from, to: into, amount: pay[1] },
          { from: out, to, amount: get[1] },
        ],
        3,
      );
    }
    const json = builder.build();
    const { record } = decodeTransaction(json);
    assert.equal(record?.legs.length, 2);
    const parsed = asJsonParsed(json);
    for (const { instructions } of parsed.meta?.innerInstructions ?? []) {
      for (const each of instructions) {
        if (!('programId' in each) || each.programId !== tokenProgram) continue;
        const [from, into, owner, out, to, pool] = each.accounts ?? [];
        const data = Buffer.from(decodeBase58(each.data ?? '') ?? []);
        const part = (source?: string, destination?: string, authority?: string, offset = 0) => ({
          type: 'transfer',
          info: { source, destination, authority, amount: `${data.readBigUInt64LE(offset)}` },
        });
        const parts = [part(from, into, owner, 4), part(out, to, pool, 15)];
        Object.assign(each, {
          parsed: { type: 'batch', info: { instructions: parts } },
          accounts: undefined,
          data: undefined,
        });
      }
    }
    assert.deepEqual(decodeTransaction(parsed).record, record);
  });

  for (const [name, encode] of [
    ['json', (transaction: RpcTransaction) => transaction],
    ['jsonParsed', asJsonParsed],
  ] as const) {
    it(`reads the limit of version 1 from its configuration, not from instructions: ${name}`, () => {
      const limitOf = (computeUnitLimit: number | null) => {
        const transaction = encode({ ...arbitrage(), version: 1 });
        assert.ok('message' in transaction.transaction);
        const { message, signatures } = transaction.transaction;
        const transactionConfig = { priorityFee: 7, computeUnitLimit, heapSize: null };
        return decodeTransaction({
          ...transaction,
          transaction: { signatures, message: { ...message, transactionConfig } },
        }).record?.computeUnitLimit;
      };
      assert.equal(limitOf(123_456), 123_456);
      assert.equal(limitOf(null), 0);
    });
  }

  it('returns the same record for version 0, with the lookup table of each pool', () => {
    const json = arbitrage();
    const keys = accountKeysOf(json);
    const own = Math.max(keys.indexOf(smbBot), keys.indexOf(jitoTipAccount), 3) + 1;
    const table = address('table');
    const record = decodeTransaction(asVersion0(json, own, table)).record;
    assert.deepEqual(
      record?.legs.map(({ lookupTable, ...leg }) => ({
        ...leg,
        lookupTable: null,
        at: lookupTable,
      })),
      asJson?.legs.map((leg) => ({
        ...leg,
        at: keys.indexOf(leg.pool ?? '') >= own ? table : null,
      })),
    );
    assert.deepEqual(record?.grossGains, asJson?.grossGains);
  });
});
