import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  SimulatedTransaction,
  Simulation,
  SimulationError,
} from '../../../../src/api/arbscope/simulate.ts';
import type { MintInfo, TransactionDetail } from '../../../../src/api/transaction.ts';
import { simulationLines } from '../../../../src/backend/commands/simulationLines.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { arbscopeSample } from '../../../arbscopeDouble.ts';

const wallet = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
const sample = arbscopeSample('simulate');
const [base] = sample.transactions as [SimulatedTransaction];

const sol: MintInfo & { mint: string } = {
  mint: wrappedSolMint,
  symbol: 'SOL',
  digits: 9,
  price: 100,
  price_timestamp: null,
};
const usdc = { ...sol, mint: usdcMint, symbol: 'USDC', digits: 6, price: 1 };
const leg = (order: number, from: typeof sol, to: typeof sol) => ({
  order,
  input_mint: from.mint,
  output_mint: to.mint,
  input_amount: 1n,
  output_amount: 1n,
  input_mint_info: from,
  output_mint_info: to,
});

const record: TransactionDetail = {
  ...(base.record as TransactionDetail),
  gains_details: [{ ...sol, amount: 30_000_000n }],
  tips_details: [{ ...sol, amount: 1_000_000n, type: 'JITO', to: [] }],
  bot_fees_details: [],
  route_map_details: [leg(0, sol, usdc), leg(1, usdc, sol)],
  net_gains_sol: 0.028_995,
  net_gains_usd: 2.899_5,
};
const arbitrage: SimulatedTransaction = {
  ...base,
  record,
  reason: '',
  error: null,
  missing: [],
  signing: 'partly-signed',
  size_bytes: 1_000,
  size_limit_bytes: 1_232,
  compute_units: 123_456,
  compute_unit_limit: 400_000,
  is_limit_set: true,
  base_fee: 5_000n,
  priority_fee: 40_000n,
  micro_lamports_per_unit: 100_000n,
  calls: [],
  balance_changes: [
    {
      ...{ account: wallet, owner: wallet, mint: null, symbol: 'SOL', digits: 9 },
      ...{ before: 2_000_000_000n, after: 1_998_995_000n },
    },
  ],
};
const simulation: Simulation = {
  slot: 360_000_000,
  network: 'mainnet-beta',
  is_bundle: false,
  sol_price_usd: 100,
  transactions: [arbitrage],
};
const linesOf = (change: Partial<SimulatedTransaction>, whole: Partial<Simulation> = {}) =>
  simulationLines({ ...simulation, ...whole, transactions: [{ ...arbitrage, ...change }] });

describe('The lines of a simulation on the command line', () => {
  it('state result, gains, costs, route and limits of an arbitrage with their units', () => {
    assert.deepEqual(simulationLines(simulation), [
      'Simulated on mainnet-beta at slot 360000000. Nothing was sent.',
      '',
      'Transaction 1: would succeed',
      '  Net gain: +0.028995 SOL (+$2.90)',
      '  Gross gain: +0.03 SOL',
      '  Tips: 0.001 SOL (JITO)',
      '  Route: SOL → USDC → SOL',
      '  Fee: 45,000 lamports (base 5,000, priority 40,000 at 100,000 micro-lamports per compute unit)',
      '  Compute units: 123,456, limit 400,000',
      '  Size: 1,000 of 1,232 bytes',
      '  Signatures: partly signed; not checked',
      `  Balance of ${wallet}: −0.001005 SOL (1.998995 after)`,
    ]);
  });

  it('state the error of a failure with program, instruction, leg and advice', () => {
    const error: SimulationError = {
      text: 'custom program error: 0x1786',
      instruction: 3,
      program: usdcMint,
      program_name: 'Raydium CPMM',
      code: 6_022,
      name: 'TooLittleOutputReceived',
      message: 'Slippage limit exceeded',
      advice: 'Quote again, or allow more slippage.',
      leg: 1,
    };
    const failed = { is_success: false, error };
    const lines = linesOf(failed);
    assert.ok(lines.includes('Transaction 1: would fail'));
    assert.ok(
      lines.includes(
        '  Error: TooLittleOutputReceived (code 6022, Raydium CPMM, instruction 4, leg 2): Slippage limit exceeded',
      ),
      lines.join('\n'),
    );
    assert.ok(lines.includes('  Advice: Quote again, or allow more slippage.'), lines.join('\n'));
    const unknown = {
      ...error,
      advice: null,
      name: null,
      message: null,
      program_name: null,
      leg: null,
    };
    const [, , , text, next] = linesOf({ ...failed, error: unknown });
    assert.match(next ?? '', /Net gain/);
    assert.equal(text, '  Error: custom program error: 0x1786 (EPjF…Dt1v, instruction 4)');
  });

  it('show an unknown net gain if a price is missing, unless all amounts are in SOL', () => {
    const inUsdc = { ...record, gains_details: [{ ...usdc, amount: 5n, price: null }] };
    assert.ok(linesOf({ record: inUsdc }).includes('  Net gain: unknown, no price of USDC'));
    const withoutSol = { sol_price_usd: null };
    const priced = { ...record, gains_details: [{ ...usdc, amount: 5n }] };
    assert.ok(
      linesOf({ record: priced }, withoutSol).includes('  Net gain: unknown, no price of SOL'),
    );
    assert.ok(linesOf({}, withoutSol).includes('  Net gain: +0.028995 SOL'));
  });

  it('explain why there is no arbitrage, and separate legs that do not connect', () => {
    const reason = 'no swap';
    const none = linesOf({ reason, record: { ...record, route_map_details: [] } });
    assert.ok(none.includes('  Route: none (no swap)'));
    const bonk = { ...usdc, symbol: '', mint: wallet };
    const legs = [leg(0, sol, usdc), leg(1, sol, bonk), leg(2, bonk, sol)];
    const split = linesOf({ reason, record: { ...record, route_map_details: legs } });
    assert.ok(split.includes('  Route: SOL → USDC, SOL → 8qbH…VfeR → SOL'), split.join('\n'));
    assert.ok(split.includes('  No arbitrage: no swap'));
    const free = linesOf({ priority_fee: 0n, micro_lamports_per_unit: 0n });
    assert.ok(free.includes('  Fee: 5,000 lamports (base 5,000, priority 0)'), free.join('\n'));
    assert.ok(linesOf({ record: null }).every((line) => !/gain|Route/.test(line)));
  });

  it('state what the node did not return, and whether it was a bundle', () => {
    const old = linesOf(
      { is_complete: false, missing: ['fee', 'preBalances'], compute_units: null },
      { slot: null },
    );
    assert.equal(old[0], 'Simulated on mainnet-beta. Nothing was sent.');
    assert.ok(old.includes('  Incomplete: the node did not return fee, preBalances'));
    assert.ok(old.includes('  Compute units: unknown, limit 400,000'));
    const two = { ...simulation, transactions: [arbitrage, arbitrage] };
    assert.match(String(simulationLines(two)[1]), /same state: none sees the changes of another/);
    assert.match(String(simulationLines({ ...two, is_bundle: true })[1]), /as a bundle/);
  });
});
