import assert from 'node:assert/strict';
import type { SimulatedTransaction, Simulation } from '../../../../src/api/arbscope/simulate.ts';
import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import { buildSimulateContent } from '../../../../src/extension/simulate/simulateContent.ts';
import { recordedExamples } from '../../../../src/extension/transaction/recordedExamples.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import type {
  SimulateContent,
  SimulateState,
  SimulationRun,
} from '../../../../src/webview/messages/simulate.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const info = (symbol: string, digits: number, price: number) => ({
  symbol,
  digits,
  price,
  price_timestamp: '2026-11-22T14:02:11.000Z',
});
const sol = info('SOL', 9, 166.6);
const mints = { [wrappedSolMint]: sol, [usdc]: info('USDC', 6, 1), [jup]: info('JUP', 6, 0.492) };

const leg = (
  order: number,
  from: keyof typeof mints,
  to: keyof typeof mints,
  [input, output]: readonly [bigint, bigint],
  amm: string,
) => ({
  order,
  input_mint: from,
  output_mint: to,
  input_amount: input,
  output_amount: output,
  input_mint_info: mints[from] ?? sol,
  output_mint_info: mints[to] ?? sol,
  pool: `${amm.slice(0, 20)}${wrappedSolMint.slice(20)}`,
  amm,
});

/** SOL → USDC → JUP → SOL; the figures add up. */
export const sampleRecord = (changes: Partial<TransactionDetail> = {}): TransactionDetail => {
  const [example] = recordedExamples;
  assert.ok(example);
  return {
    ...example.detail,
    signature: '',
    timestamp: null,
    block_number: 395_314_902,
    compute_unit: 162_010,
    fees: 30_000n,
    priority_fees: 25_000n,
    rent: 0n,
    bot: { family: 'SMB', program: 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz' },
    gains_details: [{ mint: wrappedSolMint, amount: 3_010_126n, ...sol }],
    tips_details: [
      { mint: wrappedSolMint, amount: 1_000_000n, ...sol, type: 'JITO', to: [wrappedSolMint] },
    ],
    bot_fees_details: [],
    other_payments_details: [],
    closing_differences_details: [],
    route_map_details: [
      leg(
        0,
        wrappedSolMint,
        usdc,
        [2_400_000_000n, 399_600_000n],
        'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
      ),
      leg(
        1,
        usdc,
        jup,
        [399_600_000n, 812_330_000n],
        'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
      ),
      leg(
        2,
        jup,
        wrappedSolMint,
        [812_330_000n, 2_403_010_126n],
        'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
      ),
    ],
    net_gains_sol: 0.001980126,
    net_gains_usd: 0.32988899,
    volume_usd: 399.84,
    volume_sol: 2.4,
    failure: null,
    ...changes,
  };
};

const call = (
  instruction: number,
  depth: number,
  [programName, name]: readonly [string, string],
  units: number | null,
  [from, to]: readonly [number, number],
  own: number | null = null,
) => ({
  instruction,
  depth,
  program: wrappedSolMint,
  program_name: programName,
  name,
  compute_units: units,
  own_compute_units: own,
  state: 'success' as const,
  log_from: from,
  log_to: to,
});

export const sampleTransaction = (
  changes: Partial<SimulatedTransaction> = {},
): SimulatedTransaction => ({
  is_success: true,
  is_complete: true,
  missing: [],
  signing: 'unsigned',
  size_bytes: 812,
  size_limit_bytes: 1_232,
  record: sampleRecord(),
  reason: '',
  error: null,
  compute_units: 162_010,
  compute_unit_limit: 400_000,
  is_limit_set: true,
  micro_lamports_per_unit: 62_500n,
  base_fee: 5_000n,
  priority_fee: 25_000n,
  loaded_accounts_data_bytes: 1_468_006,
  loaded_accounts_data_limit: null,
  calls: [
    call(0, 1, ['Compute Budget', 'SetComputeUnitLimit'], 150, [0, 2]),
    call(1, 1, ['Compute Budget', 'SetComputeUnitPrice'], 150, [2, 4]),
    call(2, 1, ['SMB bot', 'Arbitrage'], 161_560, [4, 27], 12_810),
    call(2, 2, ['Orca Whirlpool', 'SwapV2'], 47_320, [5, 12], 41_112),
    call(2, 3, ['SPL Token', 'TransferChecked'], 3_104, [6, 8]),
    call(2, 3, ['SPL Token', 'TransferChecked'], 3_104, [8, 10]),
    call(2, 2, ['Meteora DLMM', 'Swap'], 62_480, [12, 18], 50_076),
    call(2, 3, ['SPL Token', 'TransferChecked'], 12_404, [13, 15]),
    call(2, 2, ['Raydium CLMM', 'SwapV2'], 38_950, [18, 26], 32_736),
    call(2, 3, ['SPL Token', 'TransferChecked'], 6_214, [19, 21]),
    call(3, 1, ['System', 'Transfer'], 150, [27, 29]),
  ],
  logs: Array.from({ length: 29 }, (_, at) => `Program log: line ${at}`),
  balance_changes: [
    {
      account: 'EzJ7277sqt9s9nuRMNVUG1cTz9fHVxqhuE91QTVF14Gx',
      owner: 'EzJ7277sqt9s9nuRMNVUG1cTz9fHVxqhuE91QTVF14Gx',
      mint: null,
      symbol: 'SOL',
      digits: 9,
      before: 5_000_000_000n,
      after: 5_001_980_126n,
    },
  ],
  ...changes,
});

export const failedTransaction = (): SimulatedTransaction => {
  const transaction = sampleTransaction();
  const record = sampleRecord({
    isSuccess: false,
    type: 'failed',
    gains_details: [],
    tips_details: [],
    route_map_details: sampleRecord().route_map_details.slice(0, 2),
    net_gains_sol: -0.00003,
    net_gains_usd: -0.004998,
    failure: 'InstructionError [2, {"Custom":6022}]',
  });
  return {
    ...transaction,
    is_success: false,
    record,
    compute_units: 161_860,
    error: {
      text: 'InstructionError [2, {"Custom":6022}]',
      instruction: 2,
      program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
      program_name: 'Raydium CLMM',
      code: 6_022,
      name: 'TooLittleOutputReceived',
      message: 'Too little output received.',
      advice: 'The price moved past the limit. Quote again, or allow more slippage.',
      leg: 2,
    },
    calls: transaction.calls
      .slice(0, 10)
      .map((each, at) => (at === 2 || at === 8 ? { ...each, state: 'failed' as const } : each)),
  };
};

/** In the format of a node before Agave 3.0. */
export const incompleteTransaction = (): SimulatedTransaction =>
  sampleTransaction({
    is_complete: false,
    missing: ['preTokenBalances', 'postTokenBalances', 'innerInstructions'],
    record: null,
    loaded_accounts_data_bytes: null,
    balance_changes: [],
  });

export const sampleSimulationOf = (
  transactions: readonly SimulatedTransaction[] = [sampleTransaction()],
): Simulation => ({
  slot: 395_314_902,
  network: 'mainnet-beta',
  is_bundle: false,
  sol_price_usd: 166.6,
  transactions: [...transactions],
});

export const sampleState: SimulateState = {
  key: 'sample',
  transactions: ['AA=='],
  source: {
    label: 'src/bot.ts:41',
    uri: 'file:///w/src/bot.ts',
    line: 40,
    variable: 'tx',
    ordinal: 0,
  },
  isOnSave: true,
};

const run = (
  number: number,
  slots: number,
  netGainsSol: number,
  computeUnits: number,
): SimulationRun => ({
  number,
  slot: 395_314_902 + slots,
  atMilliseconds: 1_763_000_000_000 + slots * 400,
  netGainsSol,
  computeUnits,
  isSuccess: netGainsSol > 0,
  error: netGainsSol > 0 ? '' : 'TooLittleOutputReceived',
  errorDetail: netGainsSol > 0 ? '' : '6022, Raydium CLMM, leg 3',
});

export const sampleRuns: readonly SimulationRun[] = [
  run(1, 0, 0.00198, 162_010),
  run(2, 5, 0.00179, 162_010),
  run(3, 12, 0.001105, 162_010),
  run(4, 19, 0.000412, 162_044),
  run(5, 28, -0.00003, 161_860),
];

/** Tips of JITO in the last hour. */
export const sampleTips = {
  sample: 104,
  windowSeconds: 3_600,
  values: [
    10_000, 30_000, 80_000, 140_000, 230_000, 361_536, 500_000, 900_000, 1_150_000, 2_300_000,
    3_900_000, 9_000_000,
  ],
};

export const sampleSimulation = (
  transactions?: readonly SimulatedTransaction[],
  changes: Partial<SimulateContent> = {},
): SimulateContent => ({
  ...buildSimulateContent(sampleSimulationOf(transactions), {
    state: sampleState,
    connection: { name: 'My node', isSandbox: false },
    advice: { marginPercent: 10, tipsOf: () => sampleTips, tipsFault: '' },
    runs: [sampleRuns, sampleRuns.slice(0, 1), sampleRuns.slice(0, 2)],
    errorSources: ['programs/vault/src/lib.rs:12'],
  }),
  ...changes,
});
