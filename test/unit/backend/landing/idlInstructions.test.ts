import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sampleBotFolder } from '../../../../scripts/paths.ts';
import {
  createIdlDecoder,
  nameReportedError,
} from '../../../../src/backend/landing/idlInstructions.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import type { SimulationReport } from '../../../../src/solana/landing/transactionReport.ts';
import { sandboxAmmProgram } from '../../../../src/solana/sandboxAmm.ts';
import { failing } from '../../../fixtures/sample-bot/transactions/cycles.ts';

const text = await readFile(join(sampleBotFolder, 'programs/sandbox-amm/idl.json'), 'utf8');
const bytes = Buffer.from(failing, 'base64');

function idlsOf(content: string): ProgramIdls {
  const read = readIdl(content);
  const idls = read.kind === 'idl' ? read.idls : [];
  return new ProgramIdls(
    idls.map((idl) => ({ source: 'idl.json', program: sandboxAmmProgram, idl })),
  );
}

const simulated = (isSuccess: boolean, logs: readonly string[] = []): SimulationReport => ({
  ...{ isSuccess, error: isSuccess ? null : 'custom program error: 0x1770', advice: null },
  ...{ unitsConsumed: null, logs, slot: null, commitment: 'confirmed', changes: [] },
});

describe('The preview of a landing', () => {
  it('names instructions, arguments and accounts by the IDL of the program', () => {
    const decodeAmmInstruction = createIdlDecoder(idlsOf(text));
    const { instructions, findings } = checkTransaction(bytes, { decodeAmmInstruction });
    const swaps = instructions.filter(({ program }) => program === sandboxAmmProgram);
    assert.deepEqual(
      swaps.map(({ name }) => name),
      ['swap', 'swap'],
    );
    const names = swaps[0]?.details.map(([name]) => name);
    assert.deepEqual(names?.slice(0, 4), [
      'amount_in',
      'least_out',
      'pool',
      'trader (writable, signer)',
    ]);
    assert.deepEqual(swaps[0]?.details[0], ['amount_in', '3000000000']);
    assert.ok(findings.every(({ code }) => code !== 'idl-difference'));
  });

  it('warns of a difference from the IDL, unless the simulation succeeds', () => {
    const changed = text.replace('{ "name": "pool" }', '{ "name": "pool", "writable": true }');
    const decodeAmmInstruction = createIdlDecoder(idlsOf(changed));
    const ranks = (isSuccess: boolean) =>
      checkTransaction(bytes, { decodeAmmInstruction, simulation: simulated(isSuccess) })
        .findings.filter(({ code }) => code === 'idl-difference')
        .map(({ rank, message }) => `${rank} ${message}`);
    assert.deepEqual(ranks(false), [
      'warn Instruction 7: Account pool should be writable',
      'warn Instruction 8: Account pool should be writable',
    ]);
    assert.match(ranks(true)[0] ?? '', /^inform /);
  });

  it('names the program’s error if the log shows that the program failed', () => {
    const error = { InstructionError: [0, { Custom: 6000 }] };
    const logs = [
      `Program ${sandboxAmmProgram} invoke [1]`,
      `Program ${sandboxAmmProgram} failed: custom program error: 0x1770`,
    ];
    const named = nameReportedError(simulated(false, logs), error, idlsOf(text));
    assert.match(named.error ?? '', /^LessThanMinimum: .* \(6000\)$/);
    assert.deepEqual(named.idlError, { program: sandboxAmmProgram, name: 'LessThanMinimum' });
    const unknown = nameReportedError(simulated(false), error, idlsOf(text));
    assert.equal(unknown.error, 'custom program error: 0x1770');
    assert.equal(unknown.idlError, undefined);
  });
});
