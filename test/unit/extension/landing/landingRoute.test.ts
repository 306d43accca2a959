import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LandingPlan } from '../../../../src/backend/protocol/landingProtocol.ts';
import { landingConfirmation } from '../../../../src/extension/landing/landingConfirmation.ts';
import { previewRows } from '../../../../src/extension/landing/previewRows.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import type { SimulatedOutcome } from '../../../../src/solana/landing/simulatedOutcome.ts';
import {
  instructions,
  type PlainInstruction,
  signedWithKit,
  wallet,
} from '../../../fixtures/signedTransactions.ts';
import { inSol, inUsdc, simulatedTrade } from '../../solana/landing/simulatedTrade.ts';

/** A plan of a node for a transaction with a tip of 0.0015 SOL and a fee of 0.000006 SOL. */
async function planned(
  outcome: SimulatedOutcome,
  change: Partial<LandingPlan> = {},
  more: readonly PlainInstruction[] = [],
): Promise<LandingPlan> {
  const payer = await wallet(1);
  const bytes = await signedWithKit({
    version: 0,
    payer,
    instructions: [
      instructions.computeUnitLimit(50_000),
      instructions.computeUnitPrice(20_000n),
      ...more,
      instructions.tip(payer.address, 1_500_000n),
    ],
    blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
  });
  const report = checkTransaction(bytes, {
    lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 140 },
    payerLamports: 10_000_000_000n,
    outcome,
    simulation: {
      isSuccess: true,
      error: null,
      advice: null,
      unitsConsumed: 183_312,
      logs: [],
      slot: 367_354_659,
      commitment: 'processed',
      changes: [],
    },
  });
  return {
    id: 'plan-1',
    network: 'mainnet-beta',
    receiver: 'https://node.example',
    queriedOrigin: 'https://node.example',
    kind: 'node',
    frontRunningProtection: false,
    protection: true,
    options: [],
    reports: [report],
    tipMarkets: [],
    ...change,
  };
}

const textOf = (plan: LandingPlan): string =>
  previewRows(plan)
    .map(({ group = '', label, description = '', detail = '' }) =>
      [group, label, description, detail].join(' | '),
    )
    .join('\n');

describe('The landing preview of an arbitrage', () => {
  test('shows net gain, its parts, the route with its AMMs, and the input', async () => {
    const text = textOf(await planned(simulatedTrade({ bot: 'NOTARB' })));
    const rows = [
      'Simulated Route | $(graph) Net gain: +0.008494 SOL ($1.70) | Arbitrage, NOTARB | ' +
        'gain 0.01 SOL, tips 0.0015 SOL, fee 0.000006 SOL',
      ' | $(type-hierarchy) SOL → JUP → SOL | 2 legs | Raydium CLMM, Orca Whirlpool',
      ' | $(arrow-right) Input: 1.5 SOL |  | ',
    ].join('\n');
    assert.ok(text.includes(rows), text);
    assert.ok(text.indexOf('| Findings') < text.indexOf('Simulated Route'));
    assert.match(text, /Simulation succeeded \| 183,312 \/ 50,000 CU \| Slot: 367,354,659/);
  });

  test('shows a loss with its sign, a bot’s fee, and the separate legs of a split route', async () => {
    const text = textOf(
      await planned(
        simulatedTrade({
          type: 'circular-with-loss',
          net: { sol: -0.002, usd: null },
          botFees: [inSol(3n)],
          route: [
            { inputSymbol: 'SOL', outputSymbol: 'JUP', amm: 'A' },
            { inputSymbol: 'SOL', outputSymbol: 'JUP', amm: 'B' },
            { inputSymbol: 'JUP', outputSymbol: 'SOL', amm: 'C' },
          ],
        }),
      ),
    );
    assert.match(text, /Net gain: −0\.002 SOL \| Circular route at a loss \| .*bot fee 0\.00000/);
    assert.match(text, /SOL → JUP, SOL → JUP → SOL \| 3 legs \| A, B, C/);
  });

  test('shows unknown values as unknown, and lists the data that the node did not return', async () => {
    const unpriced = simulatedTrade({ net: { sol: null, usd: null }, missing: ['fee'] });
    const text = textOf(await planned(unpriced));
    assert.match(text, /Net gain: unknown/);
    assert.match(text, /Figures may be incomplete \| {2}\| Not returned by the node: fee/);
    const missing = ['innerInstructions', 'preBalances'];
    const unknown = textOf(await planned({ kind: 'unknown', missing }));
    assert.match(
      unknown,
      /Route unknown \| {2}\| Not returned by the node: innerInstructions, preBalances/,
    );
  });

  test('does not render an icon from a symbol', async () => {
    const spoofed = { ...inUsdc(5n), symbol: '$(flame)' };
    const [leg] = simulatedTrade().route;
    assert.ok(leg !== undefined);
    const route = [{ ...leg, inputSymbol: '$(flame)' }];
    const net = { sol: -1, usd: null };
    const outcome = simulatedTrade({ gains: [spoofed], input: spoofed, route, net });
    const text = textOf(await planned(outcome));
    assert.ok(text.includes('$ (flame)'));
    assert.ok(!text.includes('$(flame)'), text);
  });

  test('offers the simulation panel, and shows no route section for a plain transfer', async () => {
    const rows = previewRows(await planned({ kind: 'other' }));
    assert.ok(rows.some(({ value, label }) => value === 'simulation' && /Open/.test(label)));
    assert.ok(rows.every(({ group = '' }) => group !== 'Simulated Route'));
  });
});

describe('The amount at risk of an arbitrage', () => {
  const atRisk = (plan: LandingPlan): string =>
    /^At risk: .*$/m.exec(landingConfirmation(plan).detail ?? '')?.[0] ?? '';

  test('includes the input of the route, which the instructions do not show', async () => {
    const plan = await planned(simulatedTrade());
    const words = 'At risk: 1.501506 SOL (fee 0.000006 SOL, tips 0.0015 SOL, route 1.5 SOL)';
    assert.equal(atRisk(plan), words);
    assert.equal(previewRows(plan)[0]?.detail, words);
    const inDollars = await planned(simulatedTrade({ input: inUsdc(2_500_000_000n) }));
    assert.equal(
      atRisk(inDollars),
      'At risk: 0.001506 SOL, 2,500 USDC (fee 0.000006 SOL, tips 0.0015 SOL)',
    );
  });

  test('counts a transfer that funds the route once, and adds payments to others', async () => {
    const [payer, other] = await Promise.all([wallet(1), wallet(2)]);
    assert.ok(payer && other);
    const transfer = instructions.transfer(payer.address, other.address, 1_500_000_000n);
    assert.match(atRisk(await planned(simulatedTrade(), {}, [transfer])), /: 1\.501506 SOL /);
    const more = instructions.transfer(payer.address, other.address, 1_700_000_000n);
    assert.match(
      atRisk(await planned(simulatedTrade(), {}, [more])),
      /: 1\.701506 SOL .*route 1\.5 SOL, transfers 0\.2 SOL\)/,
    );
    const paying = simulatedTrade({ otherPayments: [inSol(300_000_000n), inUsdc(-5n)] });
    assert.match(
      atRisk(await planned(paying)),
      /: 1\.801506 SOL .*route 1\.5 SOL, transfers 0\.3 SOL\)/,
    );
  });

  test('is shown next to front-running protection if others can see the transaction', async () => {
    const advice = async (change: Partial<LandingPlan>, outcome: SimulatedOutcome) => {
      const plan = await planned(outcome, change);
      const line = /^Front-running protection: .*$/m.exec(landingConfirmation(plan).detail ?? '');
      return [previewRows(plan)[1]?.detail, line?.[0]];
    };
    const trade = simulatedTrade();
    assert.deepEqual(await advice({}, trade), [
      'Front-running puts 1.5 SOL at risk',
      'Front-running protection: off (1.5 SOL at risk)',
    ]);
    const off = 'Front-running protection: off';
    assert.deepEqual(await advice({ protection: 'No block engine.' }, trade), [
      'No block engine. · Front-running puts 1.5 SOL at risk',
      `${off} (1.5 SOL at risk)`,
    ]);
    assert.deepEqual(await advice({ kind: 'sandbox' }, trade), [undefined, off]);
    assert.deepEqual(await advice({}, { kind: 'other' }), [undefined, off]);
    assert.deepEqual(await advice({ frontRunningProtection: true }, trade), [
      undefined,
      'Front-running protection: on',
    ]);
  });
});
