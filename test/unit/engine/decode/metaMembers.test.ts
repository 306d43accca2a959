import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { decodeSimulation } from '../../../../src/engine/decode/decodeSimulation.ts';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { UnreadableTransactionError } from '../../../../src/engine/decode/message.ts';
import { metaMembers } from '../../../../src/engine/decode/metaMembers.ts';
import type {
  RpcBlockTransaction,
  RpcTransaction,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { notReached } from '../../../../src/engine/decode/simulatedRun.ts';
import { readUpdate } from '../../../../src/engine/sources/geyser/geyserMessages.ts';
import { readBlock } from '../../../../src/engine/sources/geyser/readBlock.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { tokenProgram, voteProgram } from '../../../../src/solana/knownPrograms.ts';
import { decodeTransactionBytes } from '../../../../src/solana/wireTransaction.ts';
import { encodeBlockUpdate } from '../../../geyserBlocks.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { asBase64, asJsonParsed, asVersion0 } from './encodings.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { dogMint, smbBot, trader, whirlpool, whirlpoolSwap } from './swapFixtures.ts';

type MemberName = keyof typeof metaMembers;

function withSwaps(builder: RpcTransactionBuilder): RpcTransactionBuilder {
  const [first, second] = [address('first pool'), address('second pool')];
  whirlpoolSwap(builder, { pool: first, pay: [wrappedSolMint, 100n], get: [dogMint, 9n] });
  whirlpoolSwap(builder, { pool: second, pay: [dogMint, 9n], get: [wrappedSolMint, 120n] });
  return builder;
}
const startBot = () => new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
const arbitrage = withSwaps(startBot()).build();
const bot = startBot().build('bot');
const payment = new RpcTransactionBuilder(trader)
  .computeUnitLimit(1_000)
  .sendLamports(trader, address('friend'), 5n)
  .build('payment');
const vote = new RpcTransactionBuilder(address('validator'))
  .call(voteProgram, [address('vote account'), address('validator')], [14])
  .build('vote');
const failed = startBot()
  .fail({ InstructionError: [0, 'InvalidArgument'] })
  .build('failed');

/** `undefined` removes the member. */
function withMember(transaction: RpcTransaction, name: MemberName, value: unknown) {
  const { [name]: _, ...meta } = { ...transaction.meta } as Record<string, unknown>;
  const changed = value === undefined ? meta : { ...meta, [name]: value };
  return { ...transaction, meta: changed } as unknown as RpcTransaction;
}

/** What a node without extended metadata returns. */
const withoutExtended = (transaction: RpcTransaction): RpcTransaction =>
  withMember(withMember(transaction, 'innerInstructions', null), 'logMessages', null);

const refuses = (transaction: RpcTransaction, reason: RegExp): void =>
  assert.throws(
    () => decodeTransaction(transaction),
    (error) => error instanceof UnreadableTransactionError && reason.test(error.message),
  );

const blockOf = (transactions: readonly RpcBlockTransaction[]) => ({
  blockhash: address('hash'),
  previousBlockhash: address('previous'),
  parentSlot: 99,
  blockTime: 1_790_000_000,
  transactions,
});
const decode = (transactions: readonly RpcBlockTransaction[]) =>
  decodeBlock(100, blockOf(transactions));

describe('A transaction whose metadata lacks a member', () => {
  /** Members without which a record is still complete. */
  const optional: readonly MemberName[] = [
    'loadedAddresses',
    'computeUnitsConsumed',
    'logMessages',
  ];
  const names = Object.keys(metaMembers) as MemberName[];

  for (const name of names) {
    for (const value of [undefined, null]) {
      const isRead = optional.includes(name) || (name === 'err' && value === null);
      const title = `${name}: ${value}`;
      it(`${isRead ? 'is read' : 'is unreadable, and the reason names it'} (${title})`, () => {
        const without = withMember(arbitrage, name, value);
        if (isRead) assert.equal(decodeTransaction(without).record?.type, 'arbitrage');
        else refuses(without, new RegExp(name));
        for (const { reason } of decode([without]).unreadable) assert.match(reason, RegExp(name));
      });
    }

    it(`is unreadable if the member has another type (${name})`, () => {
      for (const value of [true, { nonsense: 1 }, 'text', -1, [null]]) {
        const isError = name === 'err' && (typeof value === 'string' || !Array.isArray(value));
        const isList = [
          'innerInstructions',
          'preTokenBalances',
          'postTokenBalances',
          'logMessages',
        ];
        if (isError || (isList.includes(name) && Array.isArray(value))) continue;
        refuses(withMember(arbitrage, name, value), new RegExp(`invalid ${name}`));
      }
    });
  }

  it('is unreadable if its bot program made calls that the node did not record', () => {
    for (const transaction of [arbitrage, bot, failed]) {
      for (const encode of [(same: RpcTransaction) => same, asBase64]) {
        refuses(withoutExtended(encode(transaction)), /--enable-extended-tx-metadata-storage/);
      }
    }
    assert.equal(decodeTransaction(bot).record?.type, 'bot-no-profit');
    assert.equal(decodeTransaction(failed).record?.type, 'failed');
  });

  it('stays a payment or a vote if it called no program that makes calls', () => {
    for (const encode of [(same: RpcTransaction) => same, asBase64, asJsonParsed]) {
      assert.equal(decodeTransaction(withoutExtended(encode(payment))).reason, 'no swap');
      assert.ok(decodeTransaction(withoutExtended(encode(vote))).isVote);
    }
    const withoutTokens = ['preTokenBalances', 'postTokenBalances'] as const;
    const old = withoutTokens.reduce(
      (before, name) => withMember(before, name, undefined),
      withoutExtended(payment),
    );
    assert.equal(decodeTransaction(old).reason, 'no swap');
  });

  it('stays a failure if it was rejected before it ran, with or without a fee', () => {
    for (const fee of [5_000, 0]) {
      const rejected = startBot().fee(fee).fail('InsufficientFundsForFee').build();
      const { record } = decodeTransaction(withoutExtended(rejected));
      assert.equal(record?.type, 'failed');
      assert.equal(record.feeLamports, BigInt(fee));
    }
  });

  it('is unreadable if balances of some accounts are missing', () => {
    const { preBalances = [], preTokenBalances = [] } = arbitrage.meta ?? {};
    refuses(withMember(arbitrage, 'preBalances', preBalances.slice(1)), /preBalances has/);
    const [first, ...others] = preTokenBalances ?? [];
    for (const change of [
      { accountIndex: preBalances.length },
      { mint: '' },
      { uiTokenAmount: { decimals: 6 } },
    ]) {
      const list = [{ ...first, ...change }, ...others];
      refuses(withMember(arbitrage, 'preTokenBalances', list), /token balance of account/);
    }
  });
});

describe('A version 0 transaction', () => {
  const own = 8;
  const base64 = asVersion0(
    withSwaps(
      new RpcTransactionBuilder(trader).call(smbBot, [trader, whirlpool, tokenProgram], [28]),
    ).build(),
    own,
    address('table'),
  );
  const addresses = base64.meta?.loadedAddresses?.writable ?? [];
  const message = arbitrage.transaction as Exclude<
    RpcTransaction['transaction'],
    readonly unknown[]
  >;
  const json: RpcTransaction = {
    ...arbitrage,
    version: 0,
    transaction: {
      ...message,
      message: {
        ...message.message,
        addressTableLookups: [
          { accountKey: address('table'), writableIndexes: [1, 2], readonlyIndexes: [] },
        ],
      },
    },
  };

  it('is unreadable without one of the addresses that its lookup tables name', () => {
    assert.equal(decodeTransaction(base64).record?.type, 'arbitrage');
    for (const loaded of [
      undefined,
      null,
      { writable: [], readonly: [] },
      { writable: addresses.slice(1), readonly: [] },
      { writable: [], readonly: addresses },
      { writable: [...addresses, address('more')], readonly: [] },
    ]) {
      refuses(withMember(base64, 'loadedAddresses', loaded), /loadedAddresses has \d+ of the/);
      refuses(withMember(json, 'loadedAddresses', loaded), /loadedAddresses has \d+ of the/);
    }
    const unnamed = { writable: addresses.map(() => ''), readonly: [] };
    refuses(withMember(base64, 'loadedAddresses', unnamed), /no address of account/);
  });

  it('is read without them if it was rejected before it ran', () => {
    for (const transaction of [base64, json]) {
      const rejected = withMember(transaction, 'err', 'AccountNotFound');
      const unresolved = withoutExtended(withMember(rejected, 'loadedAddresses', undefined));
      assert.equal(decodeTransaction(unresolved).record?.type, 'failed');
    }
    const bytes = Buffer.from(String((base64.transaction as readonly string[])[0]), 'base64');
    const run = { ...notReached, meta: { ...notReached.meta, err: 'AccountNotFound' } };
    const transaction = decodeTransactionBytes(bytes);
    const simulated = decodeSimulation({ bytes, transaction, run, slot: null });
    assert.equal(simulated.ran, null);
    assert.equal(simulated.record?.type, 'failed');
  });

  it('is read from jsonParsed, which lists all keys', () => {
    const parsed = { ...asJsonParsed(arbitrage), version: 0 as const };
    assert.equal(decodeTransaction(parsed).record?.type, 'arbitrage');
  });
});

describe('A transaction with an index outside its accounts', () => {
  const count = arbitrage.meta?.preBalances.length ?? 0;
  const [call] = arbitrage.meta?.innerInstructions ?? [];

  it('is unreadable, whichever instruction has it', () => {
    assert.ok(call !== undefined);
    const [first, ...others] = call.instructions;
    for (const change of [
      { programIdIndex: count },
      { accounts: [0, count] },
      { accounts: [-1] },
    ]) {
      const list = [{ ...call, instructions: [{ ...first, ...change }, ...others] }];
      refuses(withMember(arbitrage, 'innerInstructions', list), /no address of account/);
    }
    const { transaction } = arbitrage;
    assert.ok('message' in transaction);
    for (const change of [{ programIdIndex: count }, { accounts: [count] }]) {
      const [top, ...rest] = transaction.message.instructions;
      const instructions = [
        { ...top, ...change },
        ...rest,
      ] as typeof transaction.message.instructions;
      const changed = { ...transaction, message: { ...transaction.message, instructions } };
      const one = { ...arbitrage, transaction: changed };
      refuses(one, /no address of account/);
      refuses(asBase64(one), /no address of account/);
    }
  });

  it('is unreadable if calls belong to an instruction that it does not have', () => {
    for (const list of [[{ ...call, index: 9 }], [call, call]]) {
      refuses(withMember(arbitrage, 'innerInstructions', list), /invalid innerInstructions/);
    }
  });
});

describe('A block', () => {
  it('counts as missing if most transactions are unreadable, apart from votes and payments', () => {
    const unreadable = withoutExtended(arbitrage);
    const others = [vote, vote, payment, payment].map(withoutExtended);
    const missing = decode([unreadable, ...others]);
    assert.equal(missing.unreadablePart?.isMost, true);
    assert.match(missing.unreadablePart.reason, /innerInstructions/);
    assert.equal(decode(others).unreadablePart, null);
    assert.equal(decode([unreadable, arbitrage]).unreadablePart?.isMost, true);
    assert.equal(decode([unreadable, arbitrage, bot]).unreadablePart?.isMost, false);
    assert.equal(decode([arbitrage, vote]).unreadablePart, null);
  });

  it('of a Geyser server is read the same', () => {
    const transactions = [withoutExtended(asBase64(arbitrage)), asBase64(payment)];
    const update = readUpdate(encodeBlockUpdate(100, blockOf(transactions)));
    assert.equal(update.kind, 'block');
    const { unreadable, unreadablePart } = decodeBlock(100, readBlock(update.block));
    assert.equal(unreadable.length, 1);
    assert.equal(unreadablePart?.isMost, true);
  });

  const folder = sharedData('data', 'blocks');
  for (const slot of [254_170_887, 332_254_855]) {
    it(`of mainnet counts as missing from a node without extended metadata (${slot})`, {
      skip: skipWithout(folder),
    }, async () => {
      const file = await readChainEntry(join(folder ?? '', `${slot}.json.gz`));
      assert.equal(file.kind, 'block');
      const { transactions } = file.block;
      const whole = decodeBlock(slot, file.block);
      const without = decodeBlock(slot, {
        ...file.block,
        transactions: transactions.map((entry) => withoutExtended({ ...entry, slot })),
      });
      assert.equal(whole.unreadablePart, null);
      assert.equal(without.unreadablePart?.isMost, true);
      assert.equal(without.votes, whole.votes);
      assert.deepEqual(
        without.records.filter(({ type }) => type !== 'failed'),
        [],
      );
    });
  }
});
