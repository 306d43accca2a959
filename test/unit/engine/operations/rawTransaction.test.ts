import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationContext } from '../../../../src/engine/operations/operationContext.ts';
import { readRawTransaction } from '../../../../src/engine/operations/rawTransaction.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { noonMilliseconds, sandboxTransaction } from '../../../fixtures/engineResponses.ts';

test('The Sandbox has the instructions of the transactions in its index', async () => {
  const { signature, transaction } = await sandboxTransaction();
  const source = new SimulatedSource({ seed: 1, nowMilliseconds: noonMilliseconds });
  const find = async (asked: string) =>
    asked === signature ? { record: { slot: transaction.slot } } : null;
  const context = {
    store: { findTransaction: find },
    slotReader: source.slotReader,
  } as unknown as OperationContext;
  const { signal } = new AbortController();
  const read = await readRawTransaction(context, signature, signal);
  assert.ok(read && 'message' in read.transaction && 'message' in transaction.transaction);
  const { instructions } = read.transaction.message;
  assert.deepEqual(instructions, transaction.transaction.message.instructions);
  assert.equal(await readRawTransaction(context, '3'.repeat(88), signal), null);
});
