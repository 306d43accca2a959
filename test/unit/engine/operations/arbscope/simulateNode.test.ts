import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { decodeTransactionBytes } from '../../../../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../../../../fixtures/signedTransactions.ts';
import { accountKeysOf, asJsonParsed, asVersion0 } from '../../decode/encodings.ts';
import { address } from '../../decode/rpcTransactionBuilder.ts';
import { dogMint, smbBot, trader } from '../../decode/swapFixtures.ts';
import { wireBytes } from '../../decode/wireBytes.ts';
import {
  AnsweringNode,
  loadedBytes,
  mainnetGenesis,
  oldNode,
  replayingNode,
  simulationOf,
} from './replayingNode.ts';
import {
  arbitrage,
  base64Of,
  chainOf,
  firstOf,
  firstPool,
  secondPool,
  tip,
  useSimulation,
} from './simulationSupport.ts';

describe('Simulating on a node', () => {
  const { simulateOn } = useSimulation();

  test('sends one request to a current node, without signatures and for any blockhash', async () => {
    const transaction = arbitrage();
    const node = replayingNode(transaction);
    const simulation = await simulateOn(chainOf(node), base64Of(transaction));
    assert.equal(simulation.network, 'mainnet-beta');
    assert.equal(simulation.slot, transaction.slot);
    assert.equal(simulation.is_bundle, false);
    assert.deepEqual(node.methods.sort(), ['getGenesisHash', 'simulateTransaction']);
    const asked = node.asked.find(({ method }) => method === 'simulateTransaction');
    const [sent, options] = asked?.params ?? [];
    assert.deepEqual(options, {
      encoding: 'base64',
      commitment: 'processed',
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
    });
    const { signatures, messageBytes } = decodeTransactionBytes(
      Uint8Array.from(Buffer.from(String(sent), 'base64')),
    );
    assert.ok(signatures.every((signature) => signature.every((byte) => byte === 0)));
    assert.deepEqual(messageBytes, decodeTransactionBytes(wireBytes(transaction)).messageBytes);
  });

  test('returns the route with its gain and costs', async () => {
    const transaction = arbitrage();
    const simulated = firstOf(
      (await simulateOn(chainOf(replayingNode(transaction)), base64Of(transaction))).transactions,
    );
    assert.equal(simulated.is_success, true);
    assert.equal(simulated.record?.type, 'arbitrage');
    assert.deepEqual(
      simulated.record.route_map_details.map(({ pool }) => pool),
      [firstPool, secondPool],
    );
    assert.equal(simulated.record.gains_details[0]?.amount, 30_000n);
    assert.equal(simulated.record.tips_details[0]?.amount, tip);
    assert.equal(simulated.record.timestamp, null);
    assert.deepEqual(simulated.record.closing_differences_details, []);
    assert.equal(simulated.compute_units, 123_456);
    assert.equal(simulated.base_fee, 5_000n);
    assert.equal(simulated.loaded_accounts_data_bytes, loadedBytes);
    const change = simulated.balance_changes.find(({ mint }) => mint === wrappedSolMint);
    assert.equal((change?.after ?? 0n) - (change?.before ?? 0n), 30_000n);
    assert.deepEqual([change?.owner, change?.symbol, change?.digits], [trader, 'SOL', 9]);
  });

  test('reads parsed inner instructions', async () => {
    const transaction = arbitrage();
    const { meta } = asJsonParsed(transaction);
    const parsed = { ...transaction, meta: transaction.meta && { ...transaction.meta, ...meta } };
    const [compiled, worded] = [transaction, parsed].map(
      async (one) => (await simulateOn(chainOf(replayingNode(one)), base64Of(one))).transactions,
    );
    assert.deepEqual(await worded, await compiled);
  });

  test('accepts a version 1 transaction and reads the limits in its header', async () => {
    const payer = await wallet(1);
    const bytes = await signedWithKit({
      version: 1,
      payer,
      instructions: [instructions.transfer(payer.address, (await wallet(2)).address, 5n)],
      blockhash: mainnetGenesis,
      config: {
        computeUnitLimit: 700,
        priorityFeeLamports: 40n,
        loadedAccountsDataSizeLimit: 65_536,
      },
    });
    const value = {
      ...simulationOf({ err: null, fee: 5_040, preBalances: [], postBalances: [] }),
      preBalances: [10_000, 0, 1],
      postBalances: [4_955, 5, 1],
    };
    const node = new AnsweringNode({
      simulateTransaction: () => ({ context: { slot: 8, apiVersion: '4.2.0' }, value }),
    });
    const text = Buffer.from(bytes).toString('base64');
    const simulated = firstOf((await simulateOn(chainOf(node), text)).transactions);
    assert.equal(simulated.record?.version, 1);
    assert.equal(simulated.compute_unit_limit, 700);
    assert.equal(simulated.loaded_accounts_data_limit, 65_536);
    assert.equal(simulated.priority_fee, 40n);
    assert.equal(simulated.micro_lamports_per_unit, null);
    const sent = Uint8Array.from(Buffer.from(String(node.asked[0]?.params[0]), 'base64'));
    assert.ok(decodeTransactionBytes(sent).signatures[0]?.every((byte) => byte === 0));
  });

  describe('before Agave 3.0', () => {
    const decimals = { [dogMint]: 6 };

    test('returns the same record from accounts, and lists members that the node did not return', async () => {
      const transaction = arbitrage();
      const current = await simulateOn(chainOf(replayingNode(transaction)), base64Of(transaction));
      const node = oldNode(transaction, { keys: accountKeysOf(transaction), decimals });
      const simulated = firstOf(
        (await simulateOn(chainOf(node), base64Of(transaction))).transactions,
      );
      assert.deepEqual(simulated.record, firstOf(current.transactions).record);
      assert.deepEqual(simulated.balance_changes, firstOf(current.transactions).balance_changes);
      assert.equal(simulated.is_complete, false);
      assert.deepEqual(simulated.missing, [
        'fee',
        'preBalances',
        'postBalances',
        'preTokenBalances',
        'postTokenBalances',
      ]);
    });

    test('needs an extra request only the first time', async () => {
      const transaction = arbitrage();
      const node = oldNode(transaction, { keys: accountKeysOf(transaction), decimals });
      const chain = chainOf(node);
      await simulateOn(chain, base64Of(transaction));
      const asked = () => node.methods.filter((one) => one !== 'getGenesisHash');
      const round = ['getMultipleAccounts', 'simulateTransaction'];
      assert.deepEqual(asked(), ['simulateTransaction', ...round]);
      await simulateOn(chain, base64Of(transaction));
      assert.deepEqual(asked(), ['simulateTransaction', ...round, ...round]);
    });

    test('resolves lookup tables itself', async () => {
      const json = arbitrage();
      const keys = accountKeysOf(json);
      const own = keys.indexOf(smbBot) + 1;
      const table = address('table');
      const transaction = asVersion0(json, own, table);
      const node = oldNode(transaction, { keys, decimals, tables: { [table]: keys.slice(own) } });
      const simulated = firstOf(
        (await simulateOn(chainOf(node), base64Of(transaction))).transactions,
      );
      const current = await simulateOn(chainOf(replayingNode(transaction)), base64Of(transaction));
      assert.equal(simulated.record?.type, 'arbitrage');
      assert.deepEqual(simulated.record, firstOf(current.transactions).record);
      assert.ok(simulated.missing.includes('loadedAddresses'));
    });

    test('charges a failure its fee', async () => {
      const transaction = { ...arbitrage() };
      const failed = {
        ...transaction,
        meta: transaction.meta && {
          ...transaction.meta,
          err: { InstructionError: [1, { Custom: 6 }] },
        },
      };
      const node = oldNode(failed, { keys: accountKeysOf(failed), decimals });
      const simulated = firstOf((await simulateOn(chainOf(node), base64Of(failed))).transactions);
      assert.equal(simulated.record?.fees, 5_000n);
      const [change, more] = simulated.balance_changes;
      assert.equal((change?.before ?? 0n) - (change?.after ?? 0n), 5_000n);
      assert.equal(more, undefined);
    });
  });
});
