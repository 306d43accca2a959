import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { sampleBotFolder } from '../../../../../scripts/paths.ts';
import { developmentAccount } from '../../../../../src/engine/sandbox/developmentAccounts.ts';
import { mirroredPools } from '../../../../../src/engine/sandbox/mirroredPools.ts';
import { SandboxChain } from '../../../../../src/engine/sandbox/sandboxChain.ts';
import { simulatedAccounts } from '../../../../../src/engine/sandbox/simulatedAccounts.ts';
import { SimulatedMarket } from '../../../../../src/engine/sandbox/simulatedMarket.ts';
import { slotAtSecond } from '../../../../../src/engine/sandbox/simulatedTime.ts';
import { VirtualMachine } from '../../../../../src/engine/sandbox/virtualMachine.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { decodeTransactionBytes } from '../../../../../src/solana/wireTransaction.ts';
import { withoutSignatures } from '../../../../../src/solana/withoutSignatures.ts';
import {
  instructions,
  type PlainInstruction,
  signedWithKit,
  wallet,
} from '../../../../fixtures/signedTransactions.ts';
import { firstOf, useSimulation } from './simulationSupport.ts';

const start = 1_800_000_000;
const market = new SimulatedMarket(1);
const tip = 10_000n;

describe('Simulating in the Sandbox', () => {
  const { simulateOn } = useSimulation();
  let chain: SandboxChain;
  let machine: VirtualMachine;
  let payer: KeyPairSigner;
  let other: string;

  before(async () => {
    machine = await VirtualMachine.open();
    chain = new SandboxChain({
      machine,
      now: () => start * 1_000,
      blockhashOf: (second) => market.blockhash(second),
      slotOf: slotAtSecond,
      accounts: (rent) => simulatedAccounts(market, rent),
      mirroredPools: () => mirroredPools(market),
    });
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(200)).address;
  });

  /** Unsigned, with an expired blockhash. */
  const unsigned = async (...list: PlainInstruction[]): Promise<string> => {
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(50_000),
        instructions.computeUnitPrice(1_000n),
        ...list,
      ],
      blockhash: market.blockhash(start - 10_000),
    });
    const transaction = decodeTransactionBytes(bytes);
    return Buffer.from(withoutSignatures({ bytes, transaction })).toString('base64');
  };
  const transfer = (lamports: bigint, from: string = payer.address, to = other) =>
    instructions.transfer(from, to, lamports);

  test('shows that the first transaction of the sample bot earns, and why the second fails', async () => {
    const source = await readFile(join(sampleBotFolder, 'transactions/cycles.ts'), 'utf8');
    const texts = source.match(/(?<=')[\w+/=]{200,}(?=')/g) ?? [];
    const [earning, failing] = await Promise.all(
      texts.map(async (text) => firstOf((await simulateOn(chain, text)).transactions)),
    );
    assert.equal(texts.length, 2);
    assert.equal(earning?.signing, 'unsigned');
    assert.equal(earning.record?.type, 'arbitrage');
    assert.equal(failing?.is_success, false);
    assert.match(failing.reason ?? '', /custom error 6000/);
    const mints = failing.token_accounts?.map(({ mint, digits }) => `${mint} ${digits}`);
    assert.deepEqual(new Set(mints), new Set([`${wrappedSolMint} 9`, `${usdcMint} 6`]));
  });

  test('returns the cost of an unsigned transfer with a tip, and changes nothing', async () => {
    const text = await unsigned(transfer(5_000_000n), instructions.tip(payer.address, tip));
    const lamports = machine.account(payer.address)?.lamports;
    const simulation = await simulateOn(chain, text);
    assert.equal(simulation.network, 'Sandbox');
    assert.equal(simulation.slot, slotAtSecond(start));
    const simulated = firstOf(simulation.transactions);
    assert.equal(simulated.signing, 'unsigned');
    assert.equal(simulated.is_success, true);
    assert.equal(simulated.is_complete, true);
    assert.equal(simulated.record?.signature, '');
    assert.equal(simulated.record.type, 'other');
    assert.equal(simulated.reason, 'no swap');
    assert.deepEqual(
      simulated.record.tips_details.map(({ type, amount }) => [type, amount]),
      [['JITO', tip]],
    );
    assert.equal(simulated.record.fees, 5_050n);
    assert.equal(simulated.priority_fee, 50n);
    assert.deepEqual(simulated.record.closing_differences_details, []);
    assert.deepEqual(
      simulated.balance_changes.map(({ account, before, after }) => [account, after - before]),
      [[payer.address, -5_000_000n - tip - 5_050n]],
    );
    assert.deepEqual(
      simulated.calls.map(({ name, compute_units, state }) => [name, compute_units, state]),
      [
        ['SetComputeUnitLimit', 150, 'success'],
        ['SetComputeUnitPrice', 150, 'success'],
        ['Transfer', 150, 'success'],
        ['Transfer', 150, 'success'],
      ],
    );
    assert.equal(machine.account(payer.address)?.lamports, lamports);
    assert.equal(machine.account(other), null);
  });

  test('names the instruction and program that lack funds', async () => {
    const simulated = firstOf(
      (await simulateOn(chain, await unsigned(transfer(10n ** 18n)))).transactions,
    );
    assert.equal(simulated.is_success, false);
    const { text, instruction, program_name, code, name } = simulated.error ?? {};
    assert.equal(text, 'Error processing Instruction 2: custom program error: 0x1');
    assert.equal(instruction, 2);
    assert.equal(program_name, 'System Program');
    assert.deepEqual([code, name], [1, 'ResultWithNegativeLamports']);
    assert.equal(simulated.record?.type, 'failed');
    assert.equal(simulated.record.net_gains_sol, -0.00000505);
    assert.equal(simulated.calls.at(-1)?.state, 'failed');
  });

  test('names a program that the Sandbox does not have, and charges only the fee', async () => {
    const missing = { programAddress: other, accounts: [], data: Uint8Array.of(1) };
    const simulated = firstOf((await simulateOn(chain, await unsigned(missing))).transactions);
    assert.equal(simulated.is_success, false);
    assert.match(simulated.error?.text ?? '', /program/i);
    assert.deepEqual(simulated.record?.tips_details, []);
  });

  test('runs several in order, each on the state after the one before', async () => {
    const third = (await wallet(201)).address;
    const rent = BigInt(machine.rentExemption(0));
    const fund = await unsigned(transfer(rent * 3n));
    const more = await unsigned(transfer(rent, payer.address, third));
    const simulation = await simulateOn(chain, fund, more);
    assert.equal(simulation.is_bundle, true);
    const [one, two] = simulation.transactions;
    assert.equal(two?.is_success, true);
    assert.equal(
      two.balance_changes.find(({ account }) => account === payer.address)?.before,
      one?.balance_changes.find(({ account }) => account === payer.address)?.after,
    );
    assert.equal(machine.account(other), null);
    assert.equal(machine.account(third), null);
  });

  test('ends a bundle at the first failure and restores the state', async () => {
    const lamports = machine.account(payer.address)?.lamports;
    const simulation = await simulateOn(
      chain,
      await unsigned(transfer(5_000_000n)),
      await unsigned(transfer(10n ** 18n)),
      await unsigned(transfer(6_000_000n)),
    );
    assert.deepEqual(
      simulation.transactions.map(({ error }) => error?.text ?? null),
      [
        null,
        'Error processing Instruction 2: custom program error: 0x1',
        'Not run: a transaction before it in the bundle failed',
      ],
    );
    assert.equal(machine.account(payer.address)?.lamports, lamports);
    assert.equal(machine.account(other), null);
  });

  test('leaves the transaction landable', async () => {
    const { blockhash } = await chain.latestBlockhash();
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [transfer(4_000_000n)],
      blockhash,
    });
    const text = Buffer.from(bytes).toString('base64');
    const simulated = firstOf((await simulateOn(chain, text)).transactions);
    assert.equal(simulated.signing, 'signed');
    const { signature } = await chain.send(bytes, {});
    assert.equal(simulated.record?.signature, signature);
    chain.produceBlock(start + 1);
    assert.equal((await chain.statuses([signature]))[0]?.error, null);
    assert.equal(machine.account(other)?.lamports, 4_000_000n);
  });
});
