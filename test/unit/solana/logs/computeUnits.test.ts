import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  computeBudgetProgram,
  systemProgram,
  tokenProgram,
} from '../../../../src/solana/knownPrograms.ts';
import { computeUnitTable } from '../../../../src/solana/logs/computeUnits.ts';
import { parseProgramLogs } from '../../../../src/solana/logs/programLogs.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { readSharedTransactions } from './sharedTransactionLogs.ts';

const bot = encodeBase58(new Uint8Array(32).fill(1));

const log = [
  `Program ${computeBudgetProgram} invoke [1]`,
  `Program ${computeBudgetProgram} success`,
  `Program ${bot} invoke [1]`,
  `Program ${tokenProgram} invoke [2]`,
  `Program ${tokenProgram} consumed 4000 of 150000 compute units`,
  `Program ${tokenProgram} success`,
  `Program ${systemProgram} invoke [2]`,
  `Program ${systemProgram} success`,
  `Program ${bot} consumed 9850 of 200000 compute units`,
  `Program ${bot} success`,
];

describe('Compute units by instruction', () => {
  test('are given per program, alone and with its calls, as shares of the total', () => {
    const rows = computeUnitTable(parseProgramLogs(log, [computeBudgetProgram, bot]));
    assert.deepEqual(
      rows.map(({ program, depth, instruction, ...units }) => [
        ...[program, depth, instruction],
        ...[units.totalUnits, units.ownUnits, units.totalShare, units.ownShare, units.source],
      ]),
      [
        [computeBudgetProgram, 1, 0, 150, 150, 0.015, 0.015, 'fixed'],
        [bot, 1, 1, 9_850, 5_700, 0.985, 0.57, 'logged'],
        [tokenProgram, 2, 1, 4_000, 4_000, 0.4, 0.4, 'logged'],
        [systemProgram, 2, 1, 150, 150, 0.015, 0.015, 'fixed'],
      ],
    );
  });

  test('are unknown if neither the log nor the runtime’s rules determine them', () => {
    const rows = computeUnitTable(
      parseProgramLogs([`Program ${bot} invoke [1]`, `Program ${bot} success`]),
    );
    assert.deepEqual(
      rows.map(({ totalUnits, ownUnits, totalShare, source }) => [
        ...[totalUnits, ownUnits, totalShare, source],
      ]),
      [[null, null, null, 'unknown']],
    );
  });

  test('exclude what a truncated log may hide', () => {
    const [row] = computeUnitTable(
      parseProgramLogs([
        `Program ${bot} invoke [1]`,
        'Log truncated',
        `Program ${bot} consumed 9850 of 200000 compute units`,
        `Program ${bot} success`,
      ]),
    );
    assert.deepEqual([row?.totalUnits, row?.ownUnits, row?.totalShare], [9_850, null, null]);
  });

  test('are never negative', () => {
    const contradicting = log.map((line) => line.replace('consumed 9850', 'consumed 50'));
    const rows = computeUnitTable(parseProgramLogs(contradicting));
    assert.equal(rows[1]?.ownUnits, null);
    assert.equal(rows[2]?.totalShare, null);
  });

  test('add up to the consumption that mainnet reports for each transaction', {
    skip: skipWithout(sharedData('data', 'blocks')),
  }, async () => {
    let compared = 0;
    for (const { signature, meta } of await readSharedTransactions()) {
      const logs = parseProgramLogs(meta.logMessages);
      if (meta.logMessages === null || logs.isTruncated) continue;
      const units = computeUnitTable(logs)
        .filter(({ depth }) => depth === 1)
        .map(({ totalUnits }) => totalUnits ?? Number.NaN);
      const sum = units.reduce((all, each) => all + each, 0);
      assert.equal(sum, meta.computeUnitsConsumed, signature);
      compared++;
    }
    assert.ok(compared > 2_000, `${compared} compared`);
  });
});
