import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SimulatedTransaction } from '../../../../../src/api/arbscope/simulate.ts';
import type { RpcTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { tokenProgram } from '../../../../../src/solana/knownPrograms.ts';
import { smbBot, whirlpool } from '../../decode/swapFixtures.ts';
import { replayingNode } from './replayingNode.ts';
import {
  arbitrage,
  base64Of,
  chainOf,
  firstOf,
  firstPool,
  useSimulation,
} from './simulationSupport.ts';

describe('A simulation that fails', () => {
  const { simulateOn } = useSimulation();

  const swapLogs = (state: string) => [
    `Program ${whirlpool} invoke [2]`,
    'Program log: Instruction: Swap',
    `Program ${tokenProgram} invoke [3]`,
    `Program ${tokenProgram} consumed 6000 of 90000 compute units`,
    `Program ${tokenProgram} success`,
    `Program ${tokenProgram} invoke [3]`,
    `Program ${tokenProgram} consumed 6000 of 80000 compute units`,
    `Program ${tokenProgram} success`,
    `Program ${whirlpool} consumed 40000 of 100000 compute units`,
    `Program ${whirlpool} ${state}`,
  ];
  const system = '11111111111111111111111111111111';
  const logs = [
    `Program ${system} invoke [1]`,
    `Program ${system} success`,
    `Program ${smbBot} invoke [1]`,
    ...swapLogs('success'),
    ...swapLogs('failed: custom program error: 0x1782'),
    `Program ${smbBot} consumed 90000 of 200000 compute units`,
    `Program ${smbBot} failed: custom program error: 0x1782`,
  ];

  async function failing(more: Partial<NonNullable<RpcTransaction['meta']>> = {}) {
    const transaction = arbitrage();
    const err = { InstructionError: [1, { Custom: 6_018 }] };
    const meta = transaction.meta && { ...transaction.meta, err, logMessages: logs, ...more };
    const node = replayingNode({ ...transaction, meta });
    const simulation = await simulateOn(chainOf(node), base64Of(transaction));
    return firstOf<SimulatedTransaction>(simulation.transactions);
  }

  test('has the failed program and leg, and the route up to it', async () => {
    const simulated = await failing();
    assert.equal(simulated.is_success, false);
    const { instruction, program, program_name, leg, code, name, message, advice } =
      simulated.error ?? {};
    assert.deepEqual([instruction, program, leg], [1, whirlpool, 1]);
    assert.match(program_name ?? '', /Whirlpool/);
    assert.deepEqual([code, name], [6_018, 'TokenMinSubceeded']);
    assert.equal(message, 'Did not meet token min');
    assert.equal(advice, null);
    assert.deepEqual(
      simulated.record?.route_map_details.map(({ pool, output_amount }) => [pool, output_amount]),
      [[firstPool, 100n]],
    );
  });

  test('has advice even without logs that explain the error', async () => {
    const { error } = await failing({
      err: { InstructionError: [1, { Custom: 6_036 }] },
      logMessages: logs.map((line) => line.replace('0x1782', '0x1794')),
    });
    assert.equal(error?.name, 'AmountOutBelowMinimum');
    assert.match(error?.advice ?? '', /Quote again, or allow more slippage/);
  });

  test('has no gain and no tip, and loses its fee', async () => {
    const { record } = await failing();
    assert.deepEqual(record?.gains_details, []);
    assert.deepEqual(record?.tips_details, []);
    assert.equal(record?.fees, 5_000n);
    assert.equal(record?.net_gains_sol, -0.000005);
  });

  test('has all legs if the bot itself failed after them', async () => {
    const simulated = await failing({
      logMessages: [
        ...logs.slice(0, 3),
        ...swapLogs('success'),
        ...swapLogs('success'),
        'Program log: no profit',
        `Program ${smbBot} failed: custom program error: 0x1`,
      ],
    });
    assert.equal(simulated.error?.program, smbBot);
    assert.equal(simulated.error?.leg, null);
    assert.equal(simulated.record?.route_map_details.length, 2);
  });

  test('lists its calls with units, names and log lines', async () => {
    const { calls } = await failing();
    assert.deepEqual(
      calls.map((call) => [
        call.depth,
        call.name,
        call.compute_units,
        call.own_compute_units,
        call.state,
      ]),
      [
        [1, 'Transfer', 150, 150, 'success'],
        [1, null, 90_000, 10_000, 'failed'],
        [2, 'Swap', 40_000, 28_000, 'success'],
        [3, 'TransferChecked', 6_000, 6_000, 'success'],
        [3, 'TransferChecked', 6_000, 6_000, 'success'],
        [2, 'Swap', 40_000, 28_000, 'failed'],
        [3, 'TransferChecked', 6_000, 6_000, 'success'],
        [3, 'TransferChecked', 6_000, 6_000, 'success'],
      ],
    );
    const [, bot, swap] = calls;
    assert.deepEqual([bot?.log_from, bot?.log_to], [2, logs.length]);
    assert.deepEqual([swap?.log_from, swap?.log_to], [3, 13]);
    assert.deepEqual(
      calls.map(({ instruction }) => instruction),
      [0, 1, 1, 1, 1, 1, 1, 1],
    );
  });

  test('before it ran costs nothing', async () => {
    const simulated = await failing({
      err: 'AccountNotFound',
      fee: null as never,
      preBalances: null as never,
      postBalances: null as never,
      innerInstructions: null,
      logMessages: [],
    });
    assert.match(simulated.error?.text ?? '', /debit an account/);
    assert.equal(simulated.error?.instruction, null);
    assert.equal(simulated.is_complete, true);
    assert.equal(simulated.record?.fees, 0n);
    assert.equal(simulated.record.net_gains_sol, 0);
  });
});
