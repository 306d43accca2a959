import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import type { RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { voteProgram } from '../../../../src/solana/knownPrograms.ts';
import { asBase64, asJsonParsed } from './encodings.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { dogMint, jupiter, trader, whirlpoolSwap } from './swapFixtures.ts';

function arbitrage(name: string): RpcTransaction {
  const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
  const [first, second] = [address('first pool'), address('second pool')];
  whirlpoolSwap(builder, { pool: first, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
  whirlpoolSwap(builder, { pool: second, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
  return builder.build(name);
}
const vote = (name: string): RpcTransaction =>
  new RpcTransactionBuilder(address('validator'))
    .call(voteProgram, [address('vote account'), address('validator')], [14])
    .build(name);

const blockOf = (transactions: readonly RpcTransaction[]) =>
  decodeBlock(100, {
    blockhash: address('hash'),
    previousBlockhash: address('previous'),
    parentSlot: 99,
    blockTime: 1_790_000_000,
    transactions,
  });

describe('A block', () => {
  for (const [encoding, encode] of [
    ['json', (transaction: RpcTransaction) => transaction],
    ['jsonParsed', asJsonParsed],
    ['base64', asBase64],
  ] as const) {
    it(`without votes, as with Alpenglow, has the same arbitrages as one with votes: ${encoding}`, () => {
      const others = ['one', 'two'].map((name) => encode(arbitrage(name)));
      const votes = ['three', 'four', 'five'].map((name) => encode(vote(name)));
      const [withVotes, without] = [blockOf([...others, ...votes]), blockOf(others)];
      assert.deepEqual([withVotes.votes, withVotes.transactions], [3, 5]);
      assert.deepEqual([without.votes, without.transactions], [0, 2]);
      assert.deepEqual(
        without.records.map(({ type }) => type),
        ['arbitrage', 'arbitrage'],
      );
      assert.deepEqual(without.records, withVotes.records);
      assert.deepEqual(without.unreadable, []);
    });
  }

  it('without transactions is decoded', () => {
    const { records, transactions, votes, blockTimeSeconds } = blockOf([]);
    assert.deepEqual([records, transactions, votes], [[], 0, 0]);
    assert.equal(blockTimeSeconds, 1_790_000_000);
  });
});
