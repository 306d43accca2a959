import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { decodeBlock } from '../../../../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { readUpdate } from '../../../../../src/engine/sources/geyser/geyserMessages.ts';
import { GeyserFormatError } from '../../../../../src/engine/sources/geyser/protobufReader.ts';
import { readBlock } from '../../../../../src/engine/sources/geyser/readBlock.ts';
import {
  instructionErrorNames,
  readTransactionError,
  transactionErrorNames,
} from '../../../../../src/engine/sources/geyser/readTransactionError.ts';
import { encodeBlockUpdate, encodeTransactionError } from '../../../../geyserBlocks.ts';
import { encodeMessage } from '../../../../geyserProtocol.ts';
import { readChainEntry } from '../../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../../sharedData.ts';
import { simulatedBlocks } from './geyserSupport.ts';

const wantsAll = () => true;

/** The records of a block as text, without loss of precision. */
const recordsOf = (slot: number, block: RpcBlock): string =>
  JSON.stringify(decodeBlock(slot, block, wantsAll), (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );

function roundTrip(slot: number, block: RpcBlock): RpcBlock {
  const update = readUpdate(encodeBlockUpdate(slot, block));
  assert.equal(update.kind, 'block');
  assert.equal(update.block.slot, slot);
  return readBlock(update.block);
}

const blockOf = (transactions: readonly RpcBlockTransaction[]): RpcBlock => ({
  blockhash: 'a',
  previousBlockhash: 'b',
  parentSlot: 6,
  blockTime: 1_800_000_000,
  blockHeight: 5,
  transactions,
});

suite('A block from a Geyser server', () => {
  const folder = sharedData('data', 'blocks');
  for (const slot of [254_170_887, 332_254_855]) {
    test(`has the same records as from getBlock: block ${slot} of mainnet`, {
      skip: skipWithout(folder),
    }, async () => {
      const file = await readChainEntry(join(folder ?? '', `${slot}.json.gz`));
      assert.equal(file.kind, 'block');
      const expected = recordsOf(slot, file.block);
      assert.match(expected, /"type":"arbitrage"/);
      assert.match(expected, /"type":"failed"/);
      const read = roundTrip(slot, file.block);
      assert.equal(recordsOf(slot, read), expected);
      for (const [index, entry] of read.transactions.entries()) {
        const original: unknown = file.block.transactions[index]?.transaction;
        if (Array.isArray(entry.transaction) && Array.isArray(original)) {
          assert.deepEqual(entry.transaction, original);
        }
      }
    });
  }

  test('has the same records as from getBlock: blocks of the Sandbox', async () => {
    let arbitrages = 0;
    for (const [slot, block] of (await simulatedBlocks(20)).entries()) {
      const linked = { ...block, parentSlot: slot, previousBlockhash: 'parent' };
      const expected = recordsOf(slot + 1, linked);
      arbitrages += expected.split('"type":"arbitrage"').length - 1;
      assert.equal(recordsOf(slot + 1, roundTrip(slot + 1, linked)), expected);
    }
    assert.ok(arbitrages > 0);
  });

  for (const name of ['batch', 'version1', 'unwrapLamports', 'withdrawExcessLamports']) {
    test(`has the same records as from getBlock: a transaction with ${name}`, async () => {
      const path = join(import.meta.dirname, `../../../../fixtures/chain/${name}.json`);
      const file = await readChainEntry(path);
      assert.equal(file.kind, 'transaction');
      const block = blockOf([file.transaction]);
      const expected = JSON.parse(
        JSON.stringify(decodeBlock(7, block, wantsAll, 0), (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      );
      assert.equal(expected.records.length, 1);
      const read = decodeBlock(7, roundTrip(7, block), wantsAll, 0);
      assert.deepEqual(
        JSON.parse(
          JSON.stringify(read, (_key, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          ),
        ),
        expected,
      );
    });
  }

  test('preserves an unknown time, unknown inner instructions and balances above 2^53', () => {
    const meta = {
      err: null,
      fee: 5_000,
      innerInstructions: null,
      preBalances: [2 ** 53 - 1, 2n ** 53n + 1n, 0],
      postBalances: [2n ** 53n, 2n ** 64n - 1n, 1],
    };
    const signature = '1'.repeat(64);
    const key = '1'.repeat(32);
    const transaction = {
      signatures: [signature],
      message: { accountKeys: [key], instructions: [], recentBlockhash: key },
    };
    const read = roundTrip(7, { ...blockOf([{ transaction, meta }]), blockTime: null });
    assert.equal(read.blockTime, null);
    const [entry] = read.transactions;
    assert.equal(entry?.meta?.innerInstructions, null);
    assert.deepEqual(entry?.meta?.preBalances, meta.preBalances);
    assert.deepEqual(entry?.meta?.postBalances, meta.postBalances);
    assert.equal(entry?.version, 'legacy');
    assert.equal('computeUnitsConsumed' in (entry?.meta ?? {}), false);
  });

  test('with missing transactions is rejected', () => {
    const update = encodeMessage('SubscribeUpdate', {
      block: {
        slot: 7,
        blockhash: 'a',
        parentSlot: 6,
        parentBlockhash: 'b',
        executedTransactionCount: 2,
        transactions: [{ isVote: true }],
      },
    });
    assert.throws(() => readUpdate(update), GeyserFormatError);
  });
});

suite('A transaction error in bincode', () => {
  const cases: readonly unknown[] = [
    'AccountInUse',
    'BlockhashNotFound',
    'UnbalancedTransaction',
    { DuplicateInstruction: 3 },
    { InsufficientFundsForRent: { account_index: 200 } },
    { ProgramExecutionTemporarilyRestricted: { account_index: 2 } },
    { InstructionError: [0, 'GenericError'] },
    { InstructionError: [255, 'BuiltinProgramsMustConsumeComputeUnits'] },
    { InstructionError: [4, { Custom: 6_001 }] },
    { InstructionError: [4, { Custom: 0xffff_ffff }] },
    { InstructionError: [1, 'BorshIoError'] },
    { InstructionError: [1, { BorshIoError: 'Unknown' }] },
  ];
  for (const error of cases) {
    test(`becomes the JSON error ${JSON.stringify(error)}`, () => {
      assert.deepEqual(readTransactionError(encodeTransactionError(error)), error);
    });
  }

  test('has the variant numbers of the runtime', () => {
    assert.deepEqual(
      [0, 7, 8, 9, 17, 23, 27, 30, 31, 35, 36, 38].map((index) => transactionErrorNames[index]),
      [
        'AccountInUse',
        'BlockhashNotFound',
        'InstructionError',
        'CallChainTooDeep',
        'WouldExceedMaxBlockCostLimit',
        'AddressLookupTableNotFound',
        'InvalidRentPayingAccount',
        'DuplicateInstruction',
        'InsufficientFundsForRent',
        'ProgramExecutionTemporarilyRestricted',
        'UnbalancedTransaction',
        'CommitCancelled',
      ],
    );
    assert.equal(transactionErrorNames.length, 39);
    assert.deepEqual(
      [0, 5, 24, 25, 26, 37, 44, 53].map((index) => instructionErrorNames[index]),
      [
        'GenericError',
        'InsufficientFunds',
        'DuplicateAccountOutOfSync',
        'Custom',
        'InvalidError',
        'ComputationalBudgetExceeded',
        'BorshIoError',
        'BuiltinProgramsMustConsumeComputeUnits',
      ],
    );
    assert.equal(instructionErrorNames.length, 54);
  });

  test('that is missing in the tables is named by its number', () => {
    assert.equal(readTransactionError(Buffer.from([99, 0, 0, 0])), 'TransactionError99');
    assert.deepEqual(readTransactionError(Buffer.from([8, 0, 0, 0, 2, 200, 0, 0, 0])), {
      InstructionError: [2, 'InstructionError200'],
    });
  });

  test('that is truncated is refused', () => {
    for (const error of cases) {
      const bytes = encodeTransactionError(error);
      assert.throws(() => readTransactionError(bytes.subarray(0, 3)), GeyserFormatError);
    }
    const custom = encodeTransactionError({ InstructionError: [4, { Custom: 1 }] });
    for (let length = 4; length < custom.length; length++) {
      assert.throws(() => readTransactionError(custom.subarray(0, length)), GeyserFormatError);
    }
  });
});
