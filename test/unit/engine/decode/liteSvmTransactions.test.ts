import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AccountBalances } from '../../../../src/engine/decode/accountBalances.ts';
import { computeUnitLimit, priorityFee } from '../../../../src/engine/decode/computeBudget.ts';
import { decodeBlockTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { createTraderCheck } from '../../../../src/engine/decode/interpretation.ts';
import { flattenInstructions } from '../../../../src/engine/decode/readJsonMessage.ts';
import { readMessage } from '../../../../src/engine/decode/readMessage.ts';
import { reconcileBalances } from '../../../../src/engine/decode/reconcileBalances.ts';
import { readTransactionFlow } from '../../../../src/engine/decode/transactionFlow.ts';
import { readChainEntry } from '../../../readChainEntry.ts';

const folder = join(import.meta.dirname, '../../../fixtures/chain');

async function readFixture(name: string) {
  const file = await readChainEntry(join(folder, `${name}.json`));
  assert.equal(file.kind, 'transaction');
  const { meta } = file.transaction;
  assert.ok(meta);
  const message = readMessage(file.transaction);
  const book = new AccountBalances(message, meta);
  const flow = readTransactionFlow(message, flattenInstructions(message, meta), book);
  return { message, meta, book, flow };
}

type Fixture = Awaited<ReturnType<typeof readFixture>>;

/** Asserts that the movements explain the balance changes of every owner. */
function assertSumsClose({ message, meta, book, flow }: Fixture): void {
  const mints = new Set(flow.movements.map(({ mint }) => mint));
  for (let account = 0; account < message.keys.length; account++) {
    const isOwner = createTraderCheck(new Set([book.ownerOf(account)]), book);
    const closing = reconcileBalances(flow, mints, BigInt(meta.fee), book, isOwner);
    assert.deepEqual(closing.differences, [], `owner of account ${account}`);
  }
}

describe('For transactions executed by a Solana virtual machine, the decoder', () => {
  it('reads every transfer inside a p-token batch, which has no logs', async () => {
    const fixture = await readFixture('batch');
    assert.ok(fixture.flow.movements.length >= 3);
    assert.ok(!fixture.meta.logMessages?.some((line) => line.includes('Instruction: Transfer')));
    assertSumsClose(fixture);
  });

  it('follows lamports unwrapped without closing the account', async () => {
    const fixture = await readFixture('unwrapLamports');
    assert.ok(fixture.flow.movements.some(({ isNative, amount }) => isNative && amount > 0n));
    assertSumsClose(fixture);
  });

  it('follows excess lamports withdrawn from a token account', async () => {
    assertSumsClose(await readFixture('withdrawExcessLamports'));
  });

  it('reads version 1, which has its limits in the header', async () => {
    const fixture = await readFixture('version1');
    assertSumsClose(fixture);
    assert.ok((computeUnitLimit(fixture.message) ?? 0) > 0);
    assert.ok(priorityFee(fixture.message, BigInt(fixture.meta.fee)) > 0n);
    const file = await readChainEntry(join(folder, 'version1.json'));
    assert.ok(file.kind === 'transaction');
    const { record } = decodeBlockTransaction(
      file.transaction,
      { slot: 1, index: 0, blockTimeSeconds: null, version: file.transaction.version ?? null },
      true,
    );
    assert.equal(record?.version, 1);
  });

  it('reads a failed transaction without fee, logs and inner instructions (SIMD-0290)', async () => {
    const file = await readChainEntry(join(folder, 'version1.json'));
    assert.ok(file.kind === 'transaction' && file.transaction.meta);
    const { record } = decodeBlockTransaction(
      {
        ...file.transaction,
        meta: {
          ...file.transaction.meta,
          err: 'InvalidAccountForFee',
          fee: 0,
          logMessages: null,
          innerInstructions: null,
        },
      },
      { slot: 1, index: 0, blockTimeSeconds: null, version: 1 },
      true,
    );
    assert.equal(record?.type, 'failed');
    assert.equal(record.feeLamports, 0n);
    assert.equal(record.priorityFeeLamports, 0n);
  });
});
