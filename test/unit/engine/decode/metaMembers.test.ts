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
import { signatureOf } from '../syntheticBlocks.ts';
import { asBase64, asJsonParsed, asVersion0 } from './encodings.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import {
  dogMint,
  jitoTipAccount,
  smbBot,
  trader,
  whirlpool,
  whirlpoolSwap,
} from './swapFixtures.ts';

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
    const list = [{ ...first, accountIndex: preBalances.length }, ...others];
    refuses(withMember(arbitrage, 'preTokenBalances', list), /no address of account/);
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
    refuses(withMember(base64, 'loadedAddresses', unnamed), /invalid loadedAddresses/);
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

type Changes = Readonly<Record<string, unknown>>;

/** With the first entry of a list of the metadata changed. */
function withEntry(transaction: RpcTransaction, name: MemberName, change: Changes): RpcTransaction {
  const [first, ...others] = (transaction.meta?.[name] ?? []) as readonly Changes[];
  return withMember(transaction, name, [{ ...first, ...change }, ...others]);
}

/** With the first recorded call changed. */
function withCall(transaction: RpcTransaction, change: Changes): RpcTransaction {
  const [first, ...others] = transaction.meta?.innerInstructions?.[0]?.instructions ?? [];
  const instructions = [{ ...first, ...change }, ...others];
  return withEntry(transaction, 'innerInstructions', { instructions });
}

/** Base58, of 31 and 33 bytes and with a digit that does not exist. */
const otherAddresses = [
  '1'.repeat(31),
  `${wrappedSolMint}1`,
  wrappedSolMint.replace(/.$/, '0'),
] as const;

describe('A transaction with an invalid member in an entry of its metadata', () => {
  const parsed = asJsonParsed(arbitrage);

  it('is unreadable, and the reason names the member of a token balance', () => {
    const amounts = ['', '-1', '1.5', '0x1', 'many', 7, null, undefined, '18446744073709551616'];
    const changes: Changes[] = [
      ...amounts.map((amount) => ({ uiTokenAmount: { amount, decimals: 6 } })),
      ...[null, undefined, '1', -1, 0.5].map((accountIndex) => ({ accountIndex })),
      ...[null, undefined, '', 5, ...otherAddresses].map((mint) => ({ mint })),
      ...[5, {}, 'me', ...otherAddresses].map((owner) => ({ owner })),
      ...[5, 'token'].map((programId) => ({ programId })),
      ...[null, undefined, 'none', []].map((uiTokenAmount) => ({ uiTokenAmount })),
    ];
    for (const list of ['preTokenBalances', 'postTokenBalances'] as const) {
      for (const change of changes) {
        const [name = ''] = Object.keys(change);
        const member = name === 'uiTokenAmount' ? '(uiTokenAmount|amount)' : name;
        for (const transaction of [arbitrage, parsed]) {
          const reason = new RegExp(`^invalid ${member} in ${list}$`);
          refuses(withEntry(transaction, list, change), reason);
        }
      }
    }
    assert.equal(
      decodeTransaction(withEntry(arbitrage, 'preTokenBalances', { owner: '' })).record?.type,
      'arbitrage',
    );
  });

  it('is unreadable, and the reason names the member of a call', () => {
    const changes: Changes[] = [
      ...[null, '1', -1, 0.5].map((programIdIndex) => ({ programIdIndex })),
      ...[null, undefined, 'none', {}, ['1'], [null], [-1]].map((accounts) => ({ accounts })),
      ...[null, undefined, 5, {}, 'not Base58: 0'].map((data) => ({ data })),
      ...['2', 0, -1, {}].map((stackHeight) => ({ stackHeight })),
    ];
    for (const change of changes) {
      const [name] = Object.keys(change);
      refuses(withCall(arbitrage, change), new RegExp(`^invalid ${name} in innerInstructions$`));
    }
    for (const change of [
      ...[null, undefined, 5, 'program', ...otherAddresses].map((programId) => ({ programId })),
      ...[[null], ['account'], 'none', undefined].map((accounts) => ({ accounts })),
      ...[null, undefined, 5].map((data) => ({ data })),
      ...[null, 5, {}, { type: 5, info: {} }].map((value) => ({ parsed: value })),
    ] as Changes[]) {
      const [name] = Object.keys(change);
      refuses(withCall(parsed, change), new RegExp(`^invalid ${name} in innerInstructions$`));
    }
    for (const change of [{ index: '0' }, { index: null }, { instructions: null }]) {
      const [name] = Object.keys(change);
      const reason = new RegExp(`^invalid ${name} in innerInstructions$`);
      refuses(withEntry(arbitrage, 'innerInstructions', change), reason);
    }
  });

  it('is unreadable if a parsed token transfer lacks its amount or an account', () => {
    const calls = parsed.meta?.innerInstructions?.[0]?.instructions ?? [];
    const at = calls.findIndex((call) => 'parsed' in call);
    const { parsed: known } = calls[at] as { readonly parsed: { readonly info: Changes } };
    for (const [name, value] of [
      ['tokenAmount', undefined],
      ['tokenAmount', { amount: '-5' }],
      ['source', undefined],
      ['destination', 5],
      ['mint', 'mint'],
    ] as const) {
      const info = { ...known.info, [name]: value };
      const changed = { ...calls[at], parsed: { ...known, info } };
      const instructions = calls.map((call, index) => (index === at ? changed : call));
      const one = withEntry(parsed, 'innerInstructions', { instructions });
      refuses(one, /^invalid (amount|source|destination|mint) in parsed$/);
    }
  });

  it('is unreadable if an address or the signature has another length', () => {
    const { transaction } = arbitrage;
    assert.ok('message' in transaction);
    const { message } = transaction;
    for (const other of [...otherAddresses, null, 5, {}]) {
      const accountKeys = [...message.accountKeys.slice(0, -1), other];
      const changed = { ...transaction, message: { ...message, accountKeys } };
      const one = { ...arbitrage, transaction: changed } as unknown as RpcTransaction;
      refuses(one, /^invalid accountKeys$/);
      const loaded = { writable: [other], readonly: [] };
      refuses(withMember(arbitrage, 'loadedAddresses', loaded), /^invalid loadedAddresses$/);
    }
    for (const signature of ['', 'signature', wrappedSolMint, '1'.repeat(63)]) {
      const changed = { ...transaction, signatures: [signature] };
      refuses({ ...arbitrage, transaction: changed }, /^invalid signatures$/);
    }
  });
});

describe('A transaction with a number that no store can hold', () => {
  it('is unreadable also if it is no arbitrage, as in the command decode', () => {
    for (const transaction of [payment, arbitrage]) {
      refuses({ ...transaction, blockTime: 2 ** 32 }, /^out of range: blockTime = 4294967296$/);
      refuses({ ...transaction, slot: 2 ** 32 }, /^out of range: the slot = 4294967296$/);
      for (const name of ['preBalances', 'postBalances'] as const) {
        const [, ...others] = transaction.meta?.[name] ?? [];
        for (const amount of [2n ** 64n, 1e30, -1, 0.5]) {
          const reason = new RegExp(`^invalid ${name}$`);
          refuses(withMember(transaction, name, [amount, ...others]), reason);
        }
      }
    }
  });
});

describe('A transaction whose error has no known form', () => {
  it('is unreadable: it neither succeeded nor failed', () => {
    for (const err of [
      {},
      '',
      0,
      false,
      true,
      [],
      ['AccountInUse'],
      'some words',
      { a: 1, b: 2 },
    ]) {
      for (const transaction of [arbitrage, bot, failed]) {
        refuses(withMember(transaction, 'err', err), /^invalid err$/);
      }
    }
  });

  it('failed if a newer node has another error', () => {
    for (const err of ['NewError', { NewError: { account_index: 3 } }]) {
      const { record } = decodeTransaction(withMember(bot, 'err', err));
      assert.equal(record?.type, 'failed');
    }
  });
});

describe('A transaction from a node that returns empty lists in place of its effects', () => {
  const log = (...programs: readonly string[]) =>
    programs.map((program, at) => `Program ${program} invoke [${at + 1}]`);
  const withoutCalls = withMember(arbitrage, 'innerInstructions', []);

  it('is unreadable without the calls that its log names', () => {
    for (const transaction of [arbitrage, failed]) {
      const calls = log(smbBot, whirlpool, tokenProgram);
      const known = withMember(transaction, 'logMessages', calls);
      refuses(
        withMember(known, 'innerInstructions', []),
        /^innerInstructions has 0 calls, but the log has 2\./,
      );
    }
    const [entry] = arbitrage.meta?.innerInstructions ?? [];
    const calls = [log(smbBot, whirlpool), log(smbBot, whirlpool).slice(1)].flat();
    const part = { ...entry, instructions: entry?.instructions.slice(0, 1) };
    refuses(
      withMember(withMember(arbitrage, 'logMessages', calls), 'innerInstructions', [part]),
      /^innerInstructions has 1 calls, but the log has 2\./,
    );
  });

  it('is unreadable without calls if tokens moved', () => {
    for (const encode of [(same: RpcTransaction) => same, asBase64, asJsonParsed]) {
      for (const logs of [null, [], ['Log truncated']]) {
        refuses(
          withMember(encode(withoutCalls), 'logMessages', logs),
          /^tokens moved, but innerInstructions is empty\./,
        );
      }
    }
  });

  it('is unreadable without the token balances of its transfers', () => {
    const withoutTokens = withMember(
      withMember(arbitrage, 'preTokenBalances', []),
      'postTokenBalances',
      [],
    );
    for (const encode of [(same: RpcTransaction) => same, asBase64, asJsonParsed]) {
      refuses(encode(withoutTokens), /^preTokenBalances and postTokenBalances lack an account/);
    }
    const [, ...pre] = arbitrage.meta?.preTokenBalances ?? [];
    const [, ...post] = arbitrage.meta?.postTokenBalances ?? [];
    const lacksOne = withMember(
      withMember(arbitrage, 'preTokenBalances', pre),
      'postTokenBalances',
      post,
    );
    refuses(lacksOne, /^preTokenBalances and postTokenBalances lack an account/);
    // An account that the transaction neither opened nor closed has balances before and after.
    for (const name of ['preTokenBalances', 'postTokenBalances'] as const) {
      refuses(withMember(arbitrage, name, []), /^preTokenBalances and postTokenBalances lack/);
    }
  });

  it('is read if nothing contradicts them', () => {
    const logs = ['Program log: invoke [2]', `Program log: ${log(smbBot, whirlpool)[1]}`];
    for (const messages of [null, [], log(smbBot), ['Log truncated'], logs]) {
      const read = decodeTransaction(withMember(bot, 'logMessages', messages));
      assert.equal(read.record?.type, 'bot-no-profit');
    }
    const owner = address('owner');
    const builder = new RpcTransactionBuilder(owner);
    const [from, to] = [builder.account(owner, dogMint), builder.account(trader, dogMint)];
    const moved = builder.transfer(from, to, 5n, { depth: 1 }).build();
    assert.match(decodeTransaction(moved).reason, /./);
  });
});

describe('A transaction whose members contradict each other', () => {
  const { preBalances = [] } = arbitrage.meta ?? {};
  const failed = new RpcTransactionBuilder(trader)
    .call(smbBot, [trader], [28])
    .fail({ InstructionError: [0, { Custom: 1 }] })
    .build();

  it('is unreadable if its fee is more than its payer had', () => {
    assert.equal(
      decodeTransaction(withMember(arbitrage, 'fee', preBalances[0])).record?.slot,
      400_000_000,
    );
    const reason = /the fee of \d+ lamports is more than its payer had: \d+/;
    for (const fee of [BigInt(preBalances[0] ?? 0) + 1n, 2n ** 64n - 1n]) {
      refuses(withMember(arbitrage, 'fee', fee), reason);
      refuses(withMember(failed, 'fee', fee), reason);
    }
  });

  it('is unreadable if it failed and left its payer more than the fee allows', () => {
    const [before] = failed.meta?.preBalances ?? [];
    const changed = [before, ...(failed.meta?.postBalances.slice(1) ?? [])];
    refuses(withMember(failed, 'postBalances', changed), /its payer has more than before/);
  });

  it('is unreadable if it used more compute units than a transaction may', () => {
    const units = (count: number) => withMember(arbitrage, 'computeUnitsConsumed', count);
    assert.equal(decodeTransaction(units(1_400_000)).record?.computeUnits, 1_400_000);
    refuses(units(1_400_001), /computeUnitsConsumed is 1400001/);
  });

  it('is unreadable if it tipped more than the recipient has', () => {
    const tipped = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
    tipped.sendLamports(trader, jitoTipAccount, 5_000_000);
    const built = tipped.build();
    assert.ok('message' in built.transaction);
    const at = (built.transaction.message.accountKeys as string[]).indexOf(jitoTipAccount);
    const after = built.meta?.postBalances.map((lamports, account) =>
      account === at ? 1 : lamports,
    );
    refuses(withMember(built, 'postBalances', after), /a tip of 5000000 lamports/);
  });

  it('is read if the recipient moved its tips on in the same transaction', () => {
    const collected = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
    collected.sendLamports(trader, jitoTipAccount, 5_000_000);
    collected.sendLamports(jitoTipAccount, address('owner of the tips'), 5_000_000);
    const built = collected.build();
    assert.ok('message' in built.transaction);
    const at = (built.transaction.message.accountKeys as string[]).indexOf(jitoTipAccount);
    const after = built.meta?.postBalances.map((lamports, account) =>
      account === at ? 1 : lamports,
    );
    const { record } = decodeTransaction(withMember(built, 'postBalances', after));
    assert.equal(record?.tips[0]?.amount, 5_000_000n);
  });
});

describe('A transaction with an index outside its accounts', () => {
  const count = arbitrage.meta?.preBalances.length ?? 0;
  const [call] = arbitrage.meta?.innerInstructions ?? [];

  it('is unreadable, whichever instruction has it', () => {
    assert.ok(call !== undefined);
    const [first, ...others] = call.instructions;
    for (const change of [{ programIdIndex: count }, { accounts: [0, count] }]) {
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

/** The builder's accounts hold less than these transfers move. */
function withHeldAmounts(transaction: RpcTransaction): RpcTransaction {
  const { postTokenBalances } = transaction.meta ?? {};
  const held = postTokenBalances?.map((balance) => ({
    ...balance,
    uiTokenAmount: { ...balance.uiTokenAmount, amount: '7' },
  }));
  return withMember(transaction, 'postTokenBalances', held);
}

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

  it('counts as missing if its swaps are unreadable, however many other transactions it has', () => {
    const list = (...parts: readonly (readonly [entry: RpcTransaction, count: number])[]) =>
      parts
        .flatMap(([entry, count]) => Array.from({ length: count }, () => entry))
        .map((entry, at) => ({
          ...entry,
          transaction: { ...entry.transaction, signatures: [signatureOf(at)] },
        })) as RpcTransaction[];
    const stripped = withoutExtended(arbitrage);
    const isMost = (entries: RpcTransaction[]) => decode(entries).unreadablePart?.isMost;
    assert.equal(isMost(list([stripped, 10], [bot, 40])), true);
    assert.equal(isMost(list([stripped, 9], [bot, 40])), false);
    assert.equal(isMost(list([stripped, 10], [bot, 40], [arbitrage, 10])), true);
    assert.equal(isMost(list([stripped, 10], [bot, 40], [arbitrage, 11])), false);
  });

  it('does not count as missing because of amounts that anybody can land', () => {
    const builder = startBot();
    const half = 2n ** 63n;
    const pool = address('first pool');
    whirlpoolSwap(builder, { pool, pay: [dogMint, half], get: [wrappedSolMint, 5n] });
    const [source, vault] = [builder.account(trader, dogMint), builder.account(pool, dogMint)];
    builder.transfer(source, vault, half, { depth: 3 });
    const landed = withHeldAmounts(builder.build('more than a u64'));
    const { unreadable, unreadablePart } = decode([landed, arbitrage]);
    assert.match(unreadable[0]?.reason ?? '', /^out of range: an amount of a swap/);
    assert.equal(unreadablePart?.isMost, false);
    assert.equal(decode([landed]).unreadablePart?.isMost, false);
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
