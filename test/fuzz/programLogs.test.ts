import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { systemProgram } from '../../src/solana/knownPrograms.ts';
import { computeUnitTable } from '../../src/solana/logs/computeUnits.ts';
import { type ProgramInvocation, parseProgramLogs } from '../../src/solana/logs/programLogs.ts';
import { explainTransactionFailure } from '../../src/solana/programErrors/transactionFailure.ts';
import { random } from './random.ts';

const logs = 20_000;
const seed = 20_261_101;
const programs = [
  systemProgram,
  ...[1, 2, 3].map((byte) => encodeBase58(new Uint8Array(32).fill(byte))),
];

/** A line of the runtime, or a similar one. */
function line(pick: (limit: number) => number): unknown {
  const program = programs[pick(programs.length)] ?? '';
  const lines: unknown[] = [
    `Program ${program} invoke [${pick(12)}]`,
    `Program ${program} invoke [${1 + pick(3)}]`,
    `Program ${program} success`,
    `Program ${program} failed: custom program error: 0x${pick(9_000).toString(16)}`,
    `Program ${program} consumed ${pick(300_000)} of ${pick(300_000)} compute units`,
    `Program ${program} consumed ${'9'.repeat(pick(40))} of 1 compute units`,
    `Program log: Program ${program} success`,
    `Program log: AnchorError occurred. Error Code: X. Error Number: ${pick(9_000)}.`,
    'Program data: ',
    `Program return: ${program} AA==`,
    pick(8) === 0 ? 'Log truncated' : 'Program log: ',
    '\u0000\ud800',
    null,
    pick(100),
  ];
  const chosen = lines[pick(lines.length)];
  if (typeof chosen !== 'string' || pick(6) > 0) return chosen;
  const at = pick(chosen.length + 1);
  return chosen.slice(0, at) + ['', '\n', ' ', '[', 'x'][pick(5)] + chosen.slice(at + pick(3));
}

function assertTree(invocations: readonly ProgramInvocation[], above: number): number {
  let count = 0;
  for (const { depth, children, state, failure } of invocations) {
    assert.ok(depth > above);
    assert.equal(state === 'failed', failure !== null);
    count += 1 + assertTree(children, depth);
  }
  return count;
}

describe(`The log tree, on ${logs} generated logs (seed ${seed}),`, () => {
  test('never throws, has each call below its caller and once in the table', () => {
    const pick = random(seed);
    for (let round = 0; round < logs; round++) {
      const lines = Array.from({ length: pick(40) }, () => line(pick));
      const tree = parseProgramLogs(lines, programs);
      const rows = computeUnitTable(tree);
      assert.equal(rows.length, assertTree(tree.roots, 0));
      for (const { totalUnits, ownUnits, totalShare, ownShare } of rows) {
        assert.ok((ownUnits ?? 0) >= 0 && (ownUnits ?? 0) <= (totalUnits ?? 0));
        for (const share of [totalShare, ownShare]) assert.ok(share === null || share <= 1);
      }
    }
  });

  test('explains any failure in one line of limited length', () => {
    const pick = random(seed + 1);
    let named = 0;
    for (let round = 0; round < logs; round++) {
      const tree = parseProgramLogs(
        Array.from({ length: pick(12) }, () => line(pick)),
        programs,
      );
      const code = parseInt(
        /0x([0-9a-f]+)$/.exec(tree.roots.at(-1)?.failure ?? '')?.[1] ?? '1',
        16,
      );
      const error = { InstructionError: [pick(5), pick(9) === 0 ? 'Custom' : { Custom: code }] };
      const explained = explainTransactionFailure(error, tree, programs);
      assert.match(explained?.summary ?? '', /^Instruction [0-4]: [^\n]{1,900}$/);
      if (explained?.isProgramCertain) named++;
    }
    // Ensures that enough logs test the steps after the tree.
    assert.ok(named > logs / 50, `${named} programs named`);
  });

  test('takes time proportional to the length of the text', () => {
    const program = programs[1];
    const texts = [
      Array.from({ length: 50_000 }, (_, at) => `Program ${program} invoke [${1 + (at % 64)}]`),
      Array.from({ length: 50_000 }, () => `Program ${program} success`),
      [
        `Program ${'1'.repeat(20_000_000)} failed: `,
        `Program ${program} failed: ${' '.repeat(1e7)}`,
      ],
    ];
    const begun = performance.now();
    for (const text of texts) computeUnitTable(parseProgramLogs(text, Array(50_000).fill(program)));
    assert.ok(performance.now() - begun < 5_000, 'seconds for three logs');
  });
});
