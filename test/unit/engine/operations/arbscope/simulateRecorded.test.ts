import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { addDecimals } from '../../../../../src/engine/decode/decodeBlock.ts';
import { decodeSimulation } from '../../../../../src/engine/decode/decodeSimulation.ts';
import { decodeBlockTransaction } from '../../../../../src/engine/decode/decodeTransaction.ts';
import type { RpcTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { readReturnedRun } from '../../../../../src/engine/landing/readSimulation.ts';
import { RpcChain } from '../../../../../src/engine/landing/rpcChain.ts';
import { toSimulatedRun } from '../../../../../src/engine/landing/toSimulatedRun.ts';
import { transactionDetailOfRecord } from '../../../../../src/engine/operations/transaction.ts';
import { PriceTracker, withFallback } from '../../../../../src/engine/prices/priceTracker.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { decodeTransactionBytes } from '../../../../../src/solana/wireTransaction.ts';
import { readChainEntry } from '../../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../../sharedData.ts';
import { wireBytes } from '../../decode/wireBytes.ts';
import { now, serviceOf } from './market.ts';
import { loadedBytes, replayingNode, simulationOf } from './replayingNode.ts';

const blockFiles = (path: string) => readdirSync(path).filter((one) => one.endsWith('.json.gz'));

const folder = sharedData('data', 'transactions');

async function recorded(): Promise<{ name: string; transaction: RpcTransaction }[]> {
  const names =
    folder === undefined ? [] : readdirSync(folder).filter((one) => one !== 'truth.json');
  return await Promise.all(
    names.map(async (name) => {
      const file = await readChainEntry(join(folder ?? '', name));
      assert.equal(file.kind, 'transaction');
      return { name, transaction: file.transaction };
    }),
  );
}

describe('Simulating a transaction that landed', { skip: skipWithout(folder) }, () => {
  let store: DuckDbStore;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
  });
  after(async () => {
    await store.close();
  });

  const simulate = async (transaction: RpcTransaction) => {
    const chain = new RpcChain({
      client: replayingNode(transaction),
      origin: 'https://node.example',
    });
    const text = Buffer.from(wireBytes(transaction)).toString('base64');
    return await serviceOf(store, { landing: chain }).simulate({ transactions: [text] });
  };

  /** Response of the operation for landed transactions, at the same prices. */
  const landed = (transaction: RpcTransaction) => {
    const { slot, version = null } = transaction;
    const position = { slot, index: 0, blockTimeSeconds: null, version };
    const { record, observations, vaults, reason } = decodeBlockTransaction(
      transaction,
      position,
      true,
    );
    const decimals = new Map<string, number>();
    addDecimals(transaction, decimals);
    const prices = new PriceTracker();
    prices.observe({ observations, vaults, decimals }, now);
    const detail =
      record && transactionDetailOfRecord(record, withFallback(prices, store.prices), 0);
    return { detail, reason };
  };

  test('with its original result returns its original record', async () => {
    const all = await recorded();
    let compared = 0;
    for (const { name, transaction } of all) {
      const simulation = await simulate(transaction);
      const [simulated] = simulation.transactions;
      assert.ok(simulated, name);
      const { detail, reason } = landed(transaction);
      const isSuccess = transaction.meta?.err === null;
      // A simulated failure has its route up to the failure, a landed one has no route.
      const route = isSuccess ? {} : { route_map_details: detail?.route_map_details };
      assert.deepEqual(simulated.record && { ...simulated.record, ...route }, detail, name);
      assert.equal(simulated.reason, reason, name);
      assert.equal(simulated.is_success, isSuccess, name);
      assert.equal(simulated.is_complete, true, name);
      assert.deepEqual(simulated.missing, [], name);
      assert.equal(simulated.signing, 'signed', name);
      assert.equal(simulated.loaded_accounts_data_bytes, loadedBytes);
      assert.equal(simulation.slot, transaction.slot);
      compared++;
    }
    assert.equal(compared, all.length);
    assert.ok(compared > 100);
  });
});

const blocks = sharedData('data', 'blocks');

describe('Simulating the transactions of a real block', { skip: skipWithout(blocks) }, () => {
  for (const name of blocks === undefined ? [] : blockFiles(blocks)) {
    test(`returns the records of ${name}`, async () => {
      const file = await readChainEntry(join(blocks ?? '', name));
      assert.equal(file.kind, 'block');
      const { slot, block } = file;
      let compared = 0;
      for (const entry of block.transactions) {
        const { meta, version = null } = entry;
        const position = { slot, index: 0, blockTimeSeconds: null, version };
        const { record, isVote, reason } = decodeBlockTransaction(entry, position, true);
        if (isVote || meta === null) continue;
        const bytes = wireBytes({ ...entry, slot });
        const transaction = decodeTransactionBytes(bytes);
        const value = JSON.parse(JSON.stringify(simulationOf(meta)));
        const returned = readReturnedRun(value, transaction, 'simulateTransaction');
        const run = toSimulatedRun(returned, transaction);
        const simulated = decodeSimulation({ bytes, transaction, run, slot });
        assert.deepEqual(simulated.record, record);
        assert.equal(simulated.reason, reason);
        assert.deepEqual(run.missing, []);
        compared++;
      }
      assert.ok(compared > 100);
    });
  }
});
