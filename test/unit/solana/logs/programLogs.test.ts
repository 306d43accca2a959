import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  computeBudgetProgram,
  signaturePrograms,
  systemProgram,
  tokenProgram,
} from '../../../../src/solana/knownPrograms.ts';
import {
  type ProgramInvocation,
  type ProgramLogs,
  parseProgramLogs,
} from '../../../../src/solana/logs/programLogs.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { readSharedTransactions } from './sharedTransactionLogs.ts';

const program = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte));
const [bot, amm] = [program(1), program(2)];
const ed25519 = 'Ed25519SigVerify111111111111111111111111111';

const shape = ({ program, state, children }: ProgramInvocation): unknown => [
  program,
  state,
  ...children.map(shape),
];

describe('The log of a transaction as a tree', () => {
  test('nests the calls of programs, each with its compute units, lines and result', () => {
    const { roots, otherLines, isTruncated } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      'Program log: begin',
      `Program ${amm} invoke [2]`,
      'Program log: Instruction: Swap',
      `Program ${tokenProgram} invoke [3]`,
      `Program ${tokenProgram} consumed 4645 of 150000 compute units`,
      `Program ${tokenProgram} success`,
      'Program data: AAAA',
      `Program return: ${amm} AQ==`,
      `Program ${amm} consumed 20000 of 190000 compute units`,
      `Program ${amm} success`,
      'Program log: Error: no profit',
      `Program ${bot} consumed 32000 of 200000 compute units`,
      `Program ${bot} failed: custom program error: 0x1`,
    ]);
    assert.equal(isTruncated, false);
    assert.deepEqual(otherLines, []);
    const token: ProgramInvocation = {
      program: tokenProgram,
      depth: 3,
      instruction: null,
      computeUnits: 4_645,
      computeUnitsLeft: 150_000,
      state: 'success',
      failure: null,
      isComplete: true,
      lines: [],
      children: [],
      firstLine: 4,
      endLine: 7,
    };
    const swap: ProgramInvocation = {
      ...token,
      program: amm,
      depth: 2,
      computeUnits: 20_000,
      computeUnitsLeft: 190_000,
      lines: [
        'Program log: Instruction: Swap',
        'Program data: AAAA',
        `Program return: ${amm} AQ==`,
      ],
      children: [token],
      firstLine: 2,
      endLine: 11,
    };
    assert.deepEqual(roots, [
      {
        ...token,
        program: bot,
        depth: 1,
        computeUnits: 32_000,
        computeUnitsLeft: 200_000,
        state: 'failed',
        failure: 'custom program error: 0x1',
        lines: ['Program log: begin', 'Program log: Error: no profit'],
        children: [swap],
        firstLine: 0,
        endLine: 14,
      },
    ]);
  });

  test('assigns each call its instruction, although signature-verifying programs log nothing', () => {
    const { roots } = parseProgramLogs(
      [
        `Program ${computeBudgetProgram} invoke [1]`,
        `Program ${computeBudgetProgram} success`,
        `Program ${bot} invoke [1]`,
        `Program ${amm} invoke [2]`,
        `Program ${amm} success`,
        `Program ${bot} success`,
        `Program ${bot} invoke [1]`,
        `Program ${bot} failed: custom program error: 0x1`,
      ],
      [ed25519, computeBudgetProgram, ed25519, bot, bot, systemProgram],
    );
    assert.deepEqual(
      roots.map(({ instruction }) => instruction),
      [1, 3, 4],
    );
    assert.equal(roots[1]?.children[0]?.instruction, 3);
  });

  test('leaves the instruction unknown for a program that the transaction does not call', () => {
    const lines = [amm, bot].flatMap((each) => [
      `Program ${each} invoke [1]`,
      `Program ${each} success`,
    ]);
    assert.deepEqual(
      parseProgramLogs(lines, [bot]).roots.map(({ instruction }) => instruction),
      [null, 0],
    );
  });

  test('does not mistake a program’s message for a line of the runtime', () => {
    const words = [
      `Program log: Program ${bot} success`,
      `Program log: Program ${amm} invoke [2]`,
      `Program log: first\nProgram ${bot} success`,
      `Program log: Program ${bot} failed: custom program error: 0x1`,
      'Program log: Log truncated',
      `Program data: Program ${bot} consumed 1 of 2 compute units`,
      // Such a line cannot come from the innermost program.
      `Program ${amm} success`,
      `Program ${amm} failed: custom program error: 0x1`,
      `Program ${amm} consumed 1 of 2 compute units`,
      `Program ${bot} success\n`,
      `Program ${bot} invoke [0]`,
      `Program ${bot} invoke [999]`,
      'Transfer: insufficient lamports 0, need 2039280',
    ];
    const { roots, isTruncated } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      ...words,
      `Program ${bot} consumed 5 of 10 compute units`,
      `Program ${bot} success`,
    ]);
    assert.equal(isTruncated, false);
    assert.deepEqual(roots.map(shape), [[bot, 'success']]);
    assert.deepEqual(roots[0]?.lines, words);
    assert.equal(roots[0]?.computeUnits, 5);
  });

  test('lets only the innermost program end', () => {
    const { roots } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      `Program ${amm} invoke [2]`,
      `Program ${bot} failed: custom program error: 0x1`,
      `Program ${amm} success`,
      `Program ${bot} success`,
    ]);
    assert.deepEqual(roots.map(shape), [[bot, 'success', [amm, 'success']]]);
  });

  test('shows what a truncated log leaves open', () => {
    const { roots, isTruncated } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      `Program ${tokenProgram} invoke [2]`,
      `Program ${tokenProgram} success`,
      `Program ${amm} invoke [2]`,
      'Log truncated',
      'Program log: short',
    ]);
    assert.equal(isTruncated, true);
    assert.deepEqual(roots.map(shape), [
      [bot, 'unfinished', [tokenProgram, 'success'], [amm, 'unfinished']],
    ]);
    assert.deepEqual(
      [roots[0], ...(roots[0]?.children ?? [])].map((each) => each?.isComplete),
      [false, true, false],
    );
  });

  test('finds the failure in a truncated log that lacks the start line of the call', () => {
    const { roots } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      'Log truncated',
      `Program ${amm} failed: custom program error: 0x1`,
      `Program ${bot} failed: custom program error: 0x1`,
    ]);
    assert.deepEqual(roots.map(shape), [[bot, 'failed', [amm, 'failed']]]);
  });

  test('closes calls whose end is missing from a truncated log', () => {
    const { roots } = parseProgramLogs([
      `Program ${bot} invoke [1]`,
      `Program ${amm} invoke [2]`,
      'Log truncated',
      `Program ${tokenProgram} invoke [2]`,
      `Program ${bot} success`,
    ]);
    assert.deepEqual(roots.map(shape), [
      [bot, 'success', [amm, 'unfinished'], [tokenProgram, 'unfinished']],
    ]);
  });

  test('reads a limited number of lines, and says so', () => {
    const lines = Array.from({ length: 20_001 }, () => `Program ${bot} invoke [1]`);
    const { roots, isTruncated } = parseProgramLogs(lines);
    assert.equal(roots.length, 20_000);
    assert.equal(isTruncated, true);
  });

  test('is empty without a log', () => {
    for (const none of [null, undefined, []]) {
      assert.deepEqual(parseProgramLogs(none), { roots: [], otherLines: [], isTruncated: false });
    }
  });

  test('contains every call of the mainnet transactions, under its instruction', {
    skip: skipWithout(sharedData('data', 'blocks')),
  }, async () => {
    let compared = 0;
    for (const { signature, meta, topLevelPrograms, executed } of await readSharedTransactions()) {
      const logs = parseProgramLogs(meta.logMessages, topLevelPrograms);
      if (meta.err !== null || meta.logMessages === null || logs.isTruncated) continue;
      const logged = executed.filter(({ program }) => !signaturePrograms.has(program));
      assert.deepEqual(flatten(logs), logged, signature);
      assert.deepEqual(logs.otherLines, []);
      compared++;
    }
    assert.ok(compared > 1_500, `${compared} compared`);
  });
});

function flatten({ roots }: ProgramLogs): { program: string; instruction: number | null }[] {
  const all = ({
    program,
    instruction,
    children,
  }: ProgramInvocation): ReturnType<typeof flatten> => [
    { program, instruction },
    ...children.flatMap(all),
  ];
  return roots.flatMap(all);
}
