import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CheckFacts } from '../../../../src/solana/landing/checkFacts.ts';
import { defaultGainLimits } from '../../../../src/solana/landing/checkGain.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import type { SimulationReport } from '../../../../src/solana/landing/transactionReport.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';
import { inSol, inUsdc, simulatedTrade } from './simulatedTrade.ts';

const simulation: SimulationReport = {
  isSuccess: true,
  error: null,
  advice: null,
  unitsConsumed: 450,
  logs: [],
  slot: 1_000,
  commitment: 'processed',
  changes: [],
};

describe('A simulated trade', () => {
  let bytes: Uint8Array;

  before(async () => {
    const payer = await wallet(1);
    bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(50_000),
        instructions.computeUnitPrice(20_000n),
        instructions.tip(payer.address, 1_500_000n),
      ],
      blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
    });
  });

  const warnings = (facts: CheckFacts) =>
    checkTransaction(bytes, {
      lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 140 },
      payerLamports: 10_000_000_000n,
      simulation,
      slot: 1_000,
      ...facts,
    })
      .findings.filter(({ rank }) => rank === 'warn')
      .map(({ code, message, detail = '' }) => [code, message, detail]);
  const losing = simulatedTrade({
    gains: [inSol(1_000_000n)],
    gross: { sol: 0.001, usd: 0.2 },
    net: { sol: -0.000506, usd: -0.1012 },
    tipShare: 1.5,
  });

  test('that gains causes no warning', () => {
    assert.deepEqual(warnings({ outcome: simulatedTrade() }), []);
  });

  test('that loses after tip and fee causes a warning with every part of the sum', () => {
    const gainLimits = { ...defaultGainLimits, maxTipSharePercent: null };
    assert.deepEqual(warnings({ outcome: losing, gainLimits }), [
      [
        'net-gain-negative',
        'Net gain negative: −0.000506 SOL (−$0.10)',
        'gain 0.001 SOL, tips 0.0015 SOL, fee 0.000006 SOL',
      ],
    ]);
    // A bot's run without a trade, and a base token without a SOL price.
    const idle = simulatedTrade({
      type: 'bot-no-profit',
      route: [],
      gains: [],
      gross: { sol: 0, usd: 0 },
      net: { sol: -0.001506, usd: null },
      tipShare: null,
    });
    assert.deepEqual(
      warnings({ outcome: idle }).map(([code]) => code),
      ['net-gain-negative'],
    );
    const inDollars = { ...losing, net: { sol: null, usd: -0.1 } };
    assert.match(String(warnings({ outcome: inDollars, gainLimits })[0]), /negative: −\$0\.10/);
  });

  test('whose net gain is unknown, or below 0 only by rounding, causes no warning', () => {
    for (const net of [
      { sol: null, usd: null },
      { sol: -1e-18, usd: 0 },
    ]) {
      assert.deepEqual(warnings({ outcome: simulatedTrade({ net }) }), []);
    }
  });

  test('whose tip exceeds the user’s share of the gain causes a warning with share and limit', () => {
    const greedy = simulatedTrade({ tipShare: 0.951, net: { sol: 0.0001, usd: 0.02 } });
    const told = ['tip-share-high', 'Tip is 95.1% of the simulated gain'];
    assert.deepEqual(warnings({ outcome: greedy }), [[...told, 'Your limit: 90%']]);
    const limited = (maxTipSharePercent: number | null) =>
      warnings({ outcome: greedy, gainLimits: { ...defaultGainLimits, maxTipSharePercent } });
    assert.deepEqual(limited(95.1), []);
    assert.deepEqual(limited(null), []);
    assert.deepEqual(limited(50), [[...told, 'Your limit: 50%']]);
  });

  test('that loses because of its tip causes one warning, not several', () => {
    const codes = (outcome: CheckFacts['outcome'], gainLimits = defaultGainLimits) =>
      warnings({ ...(outcome && { outcome }), gainLimits }).map(([code]) => code);
    assert.deepEqual(codes(losing), ['net-gain-negative', 'tip-share-high']);
    const off = { ...defaultGainLimits, warnsNetGainNegative: false, maxTipSharePercent: null };
    assert.deepEqual(codes(losing, off), ['tip-above-gain']);
  });

  test('is measured by its own gain, also in a token other than SOL', () => {
    const small = { gross: { sol: 0.00001, usd: 0.002 }, gains: [inUsdc(2_000n)] };
    const outcome = simulatedTrade({ ...small, tips: [], tipShare: 0 });
    assert.deepEqual(
      warnings({ outcome, gainLimits: { ...defaultGainLimits, warnsNetGainNegative: false } }).map(
        ([code]) => code,
      ),
      ['tip-above-gain', 'fee-above-share'],
    );
  });

  test('simulated by a node far behind its newest slot causes a warning', () => {
    const at = (slot: number, maxSimulationAgeSeconds: number | null = 10) =>
      warnings({
        outcome: simulatedTrade(),
        slot,
        gainLimits: { ...defaultGainLimits, maxSimulationAgeSeconds },
      }).map(([code, message]) => [code, message]);
    assert.deepEqual(at(1_050), []);
    const message = 'Simulated 51 slots behind the node’s newest slot';
    assert.deepEqual(at(1_051), [['simulation-behind', message]]);
    assert.deepEqual(at(1_051, null), []);
  });

  test('that fails is reported with advice, without figures of a gain', () => {
    const failed = {
      ...simulation,
      isSuccess: false,
      error: 'custom program error: 0x1771',
      advice: 'Quote again.',
    };
    const outcome = { ...losing, type: 'failed' as const };
    assert.deepEqual(warnings({ outcome, simulation: failed }), [
      ['simulation-failed', 'Simulation failed', 'custom program error: 0x1771. Quote again.'],
    ]);
  });

  test('is the only case with a gain warning: a transfer always loses its fee', () => {
    for (const outcome of [{ kind: 'other' }, { kind: 'unknown', missing: ['fee'] }] as const) {
      assert.deepEqual(warnings({ outcome, slot: 9_000 }), []);
    }
  });
});
